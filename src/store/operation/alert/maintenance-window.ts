/**
 * Maintenance windows as rows (S17.8). A window that has ended stays for a day, and goes when
 * another one is made. Their table is `alert_windows`: it is not renamed, because no older version
 * could then go on beside this one (decision 19).
 */
import type { MaintenanceWindow } from '../../../core/alert/alert.ts';
import { asKey, formatId, type MaintenanceWindowKey, type ProjectKey } from '../../../core/id.ts';
import { refuseTooMany } from '../../../core/project/limits.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { OpsTrigger } from '../../../core/trigger/ops-trigger.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, query, readJson } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { lockProject } from '../row-lock.ts';

interface WindowRow {
  readonly key: MaintenanceWindowKey;
  readonly project_key: ProjectKey;
  readonly from_at: number;
  readonly until_at: number;
  readonly triggers: string;
  readonly note: string | null;
  readonly created_by: string;
  readonly created_at: number;
}

const COLUMNS = 'key, project_key, from_at, until_at, triggers, note, created_by, created_at';

/** Parameters: a list of projects, now. alert_windows_by_project; each has at most some hundred. */
export const WINDOWS = query<WindowRow>(`
  select ${COLUMNS}
  from (select value project from json_each(?)) asked
    cross join alert_windows indexed by alert_windows_by_project
  where project_key = cast(asked.project as integer) and until_at > ?
  order by until_at, key`);
const INSERT = query(`
  insert into alert_windows (project_key, from_at, until_at, triggers, note, created_by, created_at)
  values (?, ?, ?, ?, ?, ?, ?)`);
const DELETE = query('delete from alert_windows where key = ? and project_key = ?');
/** Parameters: project, before. alert_windows_by_project. */
const REMOVE_PAST = query('delete from alert_windows where project_key = ? and until_at < ?');

export function* maintenanceWindows(
  asked: Asked<'maintenanceWindows'>,
): Operation<readonly MaintenanceWindow[]> {
  const { nowMs, projects } = asked;
  return (yield* all(WINDOWS, JSON.stringify(projects), nowMs)).map(toWindow);
}

export function* createMaintenanceWindow(
  wanted: Asked<'createMaintenanceWindow'>,
): Operation<MaintenanceWindow> {
  const { projectKey, window, audit } = wanted;
  const { fromMs, untilMs, triggers, note, createdBy } = window;
  const at = audit.atMs;
  yield* lockProject(projectKey);
  yield* change(REMOVE_PAST, projectKey, at - DAY_MS);
  refuseTooMany(
    'maintenance windows',
    (yield* maintenanceWindows({ nowMs: at, projects: [projectKey] })).length,
  );
  const list = JSON.stringify(triggers);
  const values = [projectKey, fromMs, untilMs, list, note, createdBy, at] as const;
  const key = asKey<MaintenanceWindowKey>(yield* insert(INSERT, ...values));
  const id = formatId('mtw', at, key);
  yield* writeAudit(projectKey, audit, id);
  return { ...window, key, id, projectKey, createdAtMs: at };
}

export function* deleteMaintenanceWindow(
  wanted: Asked<'deleteMaintenanceWindow'>,
): Operation<boolean> {
  if ((yield* change(DELETE, wanted.key, wanted.projectKey)) === 0) return false;
  yield* writeAudit(wanted.projectKey, wanted.audit);
  return true;
}

function toWindow(row: WindowRow): MaintenanceWindow {
  return {
    key: row.key,
    id: formatId('mtw', row.created_at, row.key),
    projectKey: row.project_key,
    fromMs: row.from_at,
    untilMs: row.until_at,
    triggers: readJson<readonly OpsTrigger[]>(row.triggers),
    note: row.note,
    createdBy: row.created_by,
    createdAtMs: row.created_at,
  };
}
