/**
 * Signing keys as rows (S7.14, S7.16). Private keys arrive sealed and stay sealed here; an index
 * makes sure that a project has one active key.
 */

import type { ProjectKey } from '../../../core/id.ts';
import {
  FORGET_AFTER_DAYS,
  type SigningKey,
  type SigningKeyState,
} from '../../../core/key/signing-key.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { lockProject } from '../row-lock.ts';

interface SigningKeyRow {
  readonly kid: string;
  readonly project_key: ProjectKey;
  readonly state: SigningKeyState;
  readonly public_key: string;
  readonly private_key: string;
  readonly created_at: number;
  readonly state_since: number;
  readonly state_until: number | null;
}

const OF_PROJECT = query<SigningKeyRow>(`
  select kid, project_key, state, public_key, private_key, created_at, state_since, state_until
  from signing_keys where project_key = ? order by created_at, kid`);
/** Changes a private key only if its sealed text names no place yet (`rb1`). */
const PUT = query(`
  insert into signing_keys (project_key, kid, state, public_key, private_key, created_at,
    state_since, state_until) values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (project_key, kid) do update set state = excluded.state,
    state_since = excluded.state_since, state_until = excluded.state_until,
    private_key = case when signing_keys.private_key like 'rb1.%' then excluded.private_key
      else signing_keys.private_key end`);
/**
 * Parameters: for how long it is kept, now. signing_keys_ageing. The time of retirement is the
 * key's own deadline, since the time of the staleness clock must not be stored.
 */
const RETIRE = query(`
  update signing_keys
  set state = 'retired', state_since = state_until, state_until = state_until + ?
  where state = 'retiring' and state_until <= ?`);
/** Parameters: now. signing_keys_ageing. */
const FORGET = query(`
  delete from signing_keys where state in ('retired', 'revoked') and state_until <= ?`);

export function* signingKeys(projectKey: ProjectKey): Operation<readonly SigningKey[]> {
  const rows = yield* all(OF_PROJECT, projectKey);
  return rows.map((row) => ({
    kid: row.kid,
    projectKey: row.project_key,
    state: row.state,
    publicKey: row.public_key,
    privateKey: row.private_key,
    createdAtMs: row.created_at,
    stateSinceMs: row.state_since,
    stateUntilMs: row.state_until,
  }));
}

/** Writes keys that cease to be active first, so that a project never has two active ones. */
export function* putSigningKeys(wanted: Asked<'putSigningKeys'>): Operation<boolean> {
  const [first] = wanted.keys;
  if (first === undefined) return true;
  yield* lockProject(first.projectKey);
  if (wanted.seen !== undefined) {
    if (!areSame(wanted.seen, yield* signingKeys(first.projectKey))) return false;
  }
  const activeLast = wanted.keys.toSorted(
    (one, other) => Number(one.state === 'active') - Number(other.state === 'active'),
  );
  for (const key of activeLast) {
    yield* change(
      PUT,
      key.projectKey,
      key.kid,
      key.state,
      key.publicKey,
      key.privateKey,
      key.createdAtMs,
      key.stateSinceMs,
      key.stateUntilMs,
    );
  }
  yield* writeAudit(first.projectKey, wanted.audit);
  return true;
}

/** Parameters: sealed, project, kid, text as it was read. Primary key. */
const RESEAL = query(`
  update signing_keys set private_key = ?
  where project_key = ? and kid = ? and private_key = ?`);

export function* resealSigningKey(wanted: Asked<'resealSigningKey'>): Operation<boolean> {
  const { projectKey, kid, seen, sealed, audit } = wanted;
  if ((yield* change(RESEAL, sealed, projectKey, kid, seen)) === 0) return false;
  yield* writeAudit(projectKey, audit);
  return true;
}

function areSame(seen: readonly SigningKey[], now: readonly SigningKey[]): boolean {
  const states = new Map(now.map(({ kid, state }) => [kid, state]));
  return seen.length === now.length && seen.every(({ kid, state }) => states.get(kid) === state);
}

export function* ageSigningKeys(nowMs: number): Operation<number> {
  const forgotten = yield* change(FORGET, nowMs);
  return forgotten + (yield* change(RETIRE, FORGET_AFTER_DAYS * DAY_MS, nowMs));
}
