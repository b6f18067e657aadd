/**
 * Scorecards and their revisions as rows. A revision is never changed; the scorecard says which is
 * the present one, whether it is the default of its project, and whether it was deleted.
 */

import {
  type Criterion,
  SCORECARDS_MAX,
  type Scorecard,
  type ScorecardSettings,
  UNKNOWN_CRITERIA_DEFAULT,
} from '../../../acw/evaluation/scorecard.ts';
import { asKey, formatId, type ProjectKey, type ScorecardKey } from '../../../core/id.ts';
import type { ScorecardStore } from '../../../engine/ports/acw-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query, readJson } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { lockProject } from '../row-lock.ts';

interface ScorecardRow {
  readonly key: ScorecardKey;
  readonly is_default: number;
  readonly created_at: number;
  readonly deleted_at: number | null;
  readonly revision: number;
  readonly settings: string;
  readonly revised_at: number;
}

const COLUMNS = `s.key, s.is_default, s.created_at, s.deleted_at, v.revision, v.settings,
  v.created_at revised_at`;

/** Parameters: project. scorecards_by_project, then primary keys. */
export const SCORECARDS = query<ScorecardRow>(`
  select ${COLUMNS} from scorecards s
    join scorecard_revisions v on v.scorecard_key = s.key and v.revision = s.revision
  where s.project_key = ? and s.deleted_at is null order by s.key`);

/** Parameters: scorecard, project. Primary keys. Excludes deleted scorecards. */
export const PRESENT_SCORECARD = query<ScorecardRow>(`
  select ${COLUMNS} from scorecards s
    join scorecard_revisions v on v.scorecard_key = s.key and v.revision = s.revision
  where s.key = ? and s.project_key = ? and s.deleted_at is null`);

/** Parameters: scorecard, project, revision. Primary keys. */
export const SCORECARD_REVISION = query<ScorecardRow>(`
  select ${COLUMNS} from scorecards s join scorecard_revisions v on v.scorecard_key = s.key
  where s.key = ? and s.project_key = ? and v.revision = ?`);

/** Parameters: project, default, now. */
const INSERT = query(`
  insert into scorecards (project_key, revision, is_default, created_at) values (?, 1, ?, ?)`);
const INSERT_REVISION = query(`
  insert into scorecard_revisions (scorecard_key, revision, settings, created_at)
  values (?, ?, ?, ?)`);
const REVISE = query('update scorecards set revision = ? where key = ?');
/** Parameters: project. scorecards_default. */
const UNSET_DEFAULT = query(`
  update scorecards set is_default = 0 where project_key = ? and is_default = 1`);
const SET_DEFAULT = query('update scorecards set is_default = 1 where key = ?');
const DELETE = query('update scorecards set deleted_at = ? where key = ?');

/** The default first, then by name. */
export function* scorecards(projectKey: ProjectKey): Operation<readonly Scorecard[]> {
  const found = (yield* all(SCORECARDS, projectKey)).map(toScorecard);
  return found.toSorted(
    (one, other) =>
      Number(other.isDefault) - Number(one.isDefault) || (one.name < other.name ? -1 : 1),
  );
}

export function* scorecard(asked: Asked<'scorecard'>): Operation<Scorecard | null> {
  const { projectKey, key, revision } = asked;
  const row =
    revision === null
      ? yield* one(PRESENT_SCORECARD, key, projectKey)
      : yield* one(SCORECARD_REVISION, key, projectKey, revision);
  return row === undefined ? null : toScorecard(row);
}

export function* createScorecard(wanted: Asked<'createScorecard'>): Operation<Scorecard | null> {
  const { projectKey, settings, audit, nowMs } = wanted;
  yield* lockProject(projectKey);
  const present = yield* all(SCORECARDS, projectKey);
  if (present.length >= SCORECARDS_MAX) return null;
  const isDefault = present.length === 0 ? 1 : 0;
  const key = asKey<ScorecardKey>(yield* insert(INSERT, projectKey, isDefault, nowMs));
  yield* change(INSERT_REVISION, key, 1, JSON.stringify(settings), nowMs);
  if (audit !== null) yield* writeAudit(projectKey, audit, formatId('sc', nowMs, key));
  return yield* scorecard({ projectKey, key, revision: null });
}

export function* reviseScorecard(
  wanted: Asked<'reviseScorecard'>,
): Operation<Awaited<ReturnType<ScorecardStore['reviseScorecard']>>> {
  const { projectKey, key, settings, seen, audit, nowMs } = wanted;
  yield* lockProject(projectKey);
  const present = yield* scorecard({ projectKey, key, revision: null });
  if (present === null) return null;
  if (present.revision !== seen) return { kind: 'changed', scorecard: present };
  const revision = seen + 1;
  yield* change(INSERT_REVISION, key, revision, JSON.stringify(settings), nowMs);
  yield* change(REVISE, revision, key);
  yield* writeAudit(projectKey, audit);
  const revised = { ...present, ...settings, revision, updatedAtMs: nowMs };
  return { kind: 'revised', scorecard: revised };
}

export function* setDefaultScorecard({
  projectKey,
  key,
  audit,
}: Asked<'deleteScorecard'>): Operation<boolean> {
  yield* lockProject(projectKey);
  if ((yield* one(PRESENT_SCORECARD, key, projectKey)) === undefined) return false;
  yield* change(UNSET_DEFAULT, projectKey);
  yield* change(SET_DEFAULT, key);
  yield* writeAudit(projectKey, audit);
  return true;
}

export function* deleteScorecard(
  wanted: Asked<'deleteScorecard'>,
): Operation<'deleted' | 'not-found' | 'is-default'> {
  const { projectKey, key, audit, nowMs } = wanted;
  yield* lockProject(projectKey);
  const present = yield* one(PRESENT_SCORECARD, key, projectKey);
  if (present === undefined) return 'not-found';
  if (present.is_default === 1) return 'is-default';
  yield* change(DELETE, nowMs, key);
  yield* writeAudit(projectKey, audit);
  return 'deleted';
}

/** Settings that an older version wrote lack `unknownCriteria` and the speaker of a criterion. */
type StoredSettings = Omit<ScorecardSettings, 'unknownCriteria' | 'criteria'> & {
  readonly unknownCriteria?: ScorecardSettings['unknownCriteria'];
  readonly criteria: readonly (Omit<Criterion, 'speaker'> & {
    readonly speaker?: Criterion['speaker'];
  })[];
};

function toScorecard(row: ScorecardRow): Scorecard {
  const { name, passMark, unknownCriteria, criteria } = readJson<StoredSettings>(row.settings);
  return {
    name,
    passMark,
    unknownCriteria: unknownCriteria ?? UNKNOWN_CRITERIA_DEFAULT,
    criteria: criteria.map((each) => ({ ...each, speaker: each.speaker ?? null })),
    key: row.key,
    id: formatId('sc', row.created_at, row.key),
    revision: row.revision,
    isDefault: row.is_default === 1,
    createdAtMs: row.created_at,
    updatedAtMs: row.revised_at,
    deletedAtMs: row.deleted_at,
  };
}
