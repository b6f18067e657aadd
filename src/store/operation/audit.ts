/**
 * The audit trail: each entry is written in the transaction of its change and never changed
 * afterwards. It holds no secret, since the engine removes secrets before.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { StoredAudit } from '../../engine/ports/audit-trail.ts';
import type { AuditEntry } from '../../engine/ports/manage-store.ts';
import type { Asked } from '../../engine/ports/store.ts';
import {
  all,
  change,
  listOrNull,
  type Operation,
  query,
  readJsonOrNull,
  writeJsonOrNull,
} from '../statement.ts';

const INSERT = query(`
  insert into audit (project_key, at, actor, action, target, before, after, request_id, address)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/**
 * `madeId`: the id of the record that the change has just created, if the entry could not know it.
 */
export function* writeAudit(
  projectKey: ProjectKey,
  entry: AuditEntry,
  madeId: string | null = null,
): Operation<void> {
  yield* change(
    INSERT,
    projectKey,
    entry.atMs,
    entry.actor,
    entry.action,
    entry.target ?? madeId,
    writeJsonOrNull(entry.before),
    writeJsonOrNull(entry.after),
    entry.requestId,
    entry.address ?? null,
  );
}

export function* noteAudit(note: Asked<'noteAudit'>): Operation<void> {
  yield* writeAudit(note.projectKey, note.audit);
}

interface AuditRow {
  readonly key: number;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly request_id: string | null;
  readonly address: string | null;
}

/**
 * Parameters: 1 project, 2 before key or null, 3 limit, 4 JSON list of actions or null, 5 of
 * excluded actions or null, 6 actor or null, 7 target or null, 8 from, 9 to. audit_by_project,
 * which ends in the key; the other conditions are tested on its rows, since a trail grows by what
 * people do and not by calls.
 */
export const AUDIT_PAGE = query<AuditRow>(`
  select key, at, actor, action, target, before, after, request_id, address
  from audit where project_key = ?1 and key < coalesce(?2, 9007199254740991)
    and (cast(?4 as text) is null or action in (select value from json_each(?4)))
    and (cast(?5 as text) is null or action not in (select value from json_each(?5)))
    and (cast(?6 as text) is null or actor = ?6)
    and (cast(?7 as text) is null or target = ?7)
    and at >= ?8 and at < ?9
  order by key desc limit ?3`);

export function* audit(asked: Asked<'audit'>): Operation<readonly StoredAudit[]> {
  const { projectKey, beforeKey, limit, filter } = asked;
  const rows = yield* all(
    AUDIT_PAGE,
    projectKey,
    beforeKey,
    limit,
    listOrNull(filter?.actions),
    listOrNull(filter?.notActions),
    filter?.actor ?? null,
    filter?.target ?? null,
    filter?.fromMs ?? 0,
    filter?.toMs ?? Number.MAX_SAFE_INTEGER,
  );
  return rows.map((row) => ({
    key: row.key,
    atMs: row.at,
    actor: row.actor,
    action: row.action,
    target: row.target,
    before: readJsonOrNull(row.before),
    after: readJsonOrNull(row.after),
    requestId: row.request_id,
    address: row.address,
  }));
}
