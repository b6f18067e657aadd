/**
 * Where the trail and bulk jobs name a call or a client: when a call is deleted, its id goes there
 * too, and the first 64 bits of its SHA-256 stand in its place, so that an entry still says that
 * something was done, and entries of one call still belong together. Nothing else of an entry is
 * ever changed, also when an id is a word that the entry has for something else. Texts that people
 * wrote (a reason, a note) stay as they are.
 */
import type { ProjectKey } from '../../../core/id.ts';
import { all, change, type Operation, query } from '../../statement.ts';
import { hash64 } from './call.ts';

/** The text in place of an id: 16 hexadecimal digits. */
export function hashedName(id: string): string {
  return `sha256:${BigInt.asUintN(64, hash64(id)).toString(16).padStart(16, '0')}`;
}

/**
 * Parameters: new target, project, target. audit_by_target. Only entries whose target is a call: a
 * platform chooses its ids, so a call may be named as a user, a key or a delivery is.
 */
export const HIDE_TARGET = query(`
  update audit set target = ? where project_key = ? and target = ?
    and (action in ('call.replayed', 'call-log.deleted')
      or (action = 'personal-data.read' and substr(target, 1, 4) <> 'dlv_'))`);

interface NamingRow {
  readonly key: number;
  readonly words: string;
}

/** Parameters: project. audit_naming: few entries say in words which call or client. */
export const NAMING_ENTRIES = query<NamingRow>(`
  select key, after as words from audit
  where project_key = ? and (after like '%"callId":"%' or after like '%lientId":%')`);
/** Parameters: words, entry. Primary key. */
export const REWRITE_ENTRY = query('update audit set after = ? where key = ?');

/** Parameters: project. bulk_jobs_naming. */
export const NAMING_JOBS = query<NamingRow>(`
  select key, asked as words from bulk_jobs
  where project_key = ? and asked like '%"callId":"%'`);
/** Parameters: what was asked, job. Primary key. Its filter knows the call by its key. */
export const REWRITE_JOB = query('update bulk_jobs set asked = ? where key = ?');

/** In the transaction that deletes the calls; each id as it was reported. */
export function* hideCalls(projectKey: ProjectKey, callIds: readonly string[]): Operation<void> {
  for (const callId of callIds) {
    yield* change(HIDE_TARGET, hashedName(callId), projectKey, callId);
  }
  yield* hideWords(projectKey, callIds);
  const hidden = new Set(callIds);
  for (const { key, words } of yield* all(NAMING_JOBS, projectKey)) {
    const rewritten = withoutNames(words, hidden);
    if (rewritten !== words) yield* change(REWRITE_JOB, rewritten, key);
  }
}

/** Ids of calls or of clients, in what entries say was done. */
export function* hideWords(projectKey: ProjectKey, ids: readonly string[]): Operation<void> {
  const hidden = new Set(ids);
  for (const { key, words } of yield* all(NAMING_ENTRIES, projectKey)) {
    const rewritten = withoutNames(words, hidden);
    if (rewritten !== words) yield* change(REWRITE_ENTRY, rewritten, key);
  }
}

function withoutNames(json: string, names: ReadonlySet<string>): string {
  return JSON.stringify(hiddenIn(JSON.parse(json), names));
}

/** As the indexes audit_naming and bulk_jobs_naming know them: `callId`, `notClientId`, …. */
const NAMES_ONE = /(?:callId|lientId)$/;

/** A copy in which ids that are one of the names are hidden, wherever an id stands. */
export function hiddenIn(value: unknown, names: ReadonlySet<string>, isId = false): unknown {
  if (typeof value === 'string') return isId && names.has(value) ? hashedName(value) : value;
  if (Array.isArray(value)) return value.map((each) => hiddenIn(each, names, isId));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, hiddenIn(each, names, NAMES_ONE.test(key))]),
  );
}
