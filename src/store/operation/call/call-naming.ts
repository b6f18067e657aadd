/**
 * Hides the id of a deleted call or client in the audit trail and in bulk jobs: the first 64 bits
 * of its SHA-256 replace the id, so that entries still show the action, and entries of one call
 * still belong together. Nothing else of an entry changes, even if the id equals another word of
 * it. Texts that people wrote (a reason, a note) stay as they are.
 */
import type { ProjectKey } from '../../../core/id.ts';
import { all, change, type Operation, query } from '../../statement.ts';
import { hash64 } from './call.ts';

/** The text that replaces an id: 16 hexadecimal digits. */
export function hashedName(id: string): string {
  return `sha256:${BigInt.asUintN(64, hash64(id)).toString(16).padStart(16, '0')}`;
}

/**
 * Parameters: new target, project, target. audit_by_target. Only entries whose target is a call:
 * platforms choose their ids, so a call's id may equal that of a user, a key or a delivery.
 */
export const HIDE_TARGET = query(`
  update audit set target = ? where project_key = ? and target = ?
    and (action in ('call.replayed', 'call-log.deleted')
      or (action = 'personal-data.read' and substr(target, 1, 4) <> 'dlv_'))`);

interface NamingRow {
  readonly key: number;
  readonly words: string;
}

/** Parameters: project. audit_naming: few entries name a call or client in their details. */
export const NAMING_ENTRIES = query<NamingRow>(`
  select key, after as words from audit
  where project_key = ? and (after like '%"callId":"%' or after like '%lientId":%')`);
/** Parameters: words, entry. Primary key. */
export const REWRITE_ENTRY = query('update audit set after = ? where key = ?');

/** Parameters: project. bulk_jobs_naming. */
export const NAMING_JOBS = query<NamingRow>(`
  select key, asked as words from bulk_jobs
  where project_key = ? and asked like '%"callId":"%'`);
/** Parameters: the request, job. Primary key. The job's filter names the call by its key. */
export const REWRITE_JOB = query('update bulk_jobs set asked = ? where key = ?');

/** Runs in the transaction that deletes the calls; each id is given as it was reported. */
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

/** Hides ids of calls or clients in the details of entries. */
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

/**
 * The keys that the indexes audit_naming and bulk_jobs_naming cover: `callId`, `notClientId`, …;
 * and `number`, of the job that erases one.
 */
const NAMES_ONE = /(?:callId|lientId|^number)$/;

/** A copy in which the given ids are hidden wherever an id stands. */
export function hiddenIn(value: unknown, names: ReadonlySet<string>, isId = false): unknown {
  if (typeof value === 'string') return isId && names.has(value) ? hashedName(value) : value;
  if (Array.isArray(value)) return value.map((each) => hiddenIn(each, names, isId));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, hiddenIn(each, names, NAMES_ONE.test(key))]),
  );
}
