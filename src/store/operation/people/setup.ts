/**
 * The first owner: one-time tokens, stored as SHA-256, that create the owner while there is none.
 * If two requests come at once, only one owner is created.
 */

import { formatId, type UserKey } from '../../../core/id.ts';
import { SETUP_LINK_MS } from '../../../core/person/session.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, insert, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { lockProject } from '../row-lock.ts';
import { joinProject } from './membership.ts';
import { insertSession } from './signed-in.ts';
import { insertUser } from './user-row.ts';

const FIRST_USER = query<{ key: UserKey }>('select key from users order by key limit 1');
const ADD_TOKEN = query('insert into setup_tokens (hash, created_at) values (?, ?)');
/** Parameters: hash, the oldest valid time of creation. The unique index. */
const TOKEN = query<{ key: number }>(
  'select key from setup_tokens where hash = ? and created_at > ?',
);
/** Parameters: how many stay. The table is hardly larger. */
const KEEP_TOKENS = query(`
  delete from setup_tokens where key not in
    (select key from setup_tokens order by key desc limit ?)`);
const FORGET_TOKENS = query('delete from setup_tokens');
/** The most tokens of starts and new links at once; one more ends the oldest. */
const TOKENS_MAX = 5;

export function* isSetupNeeded(): Operation<boolean> {
  return (yield* one(FIRST_USER)) === undefined;
}

/** True until `SETUP_LINK_MS` after its creation. */
export function* isSetupToken(token: Asked<'isSetupToken'>): Operation<boolean> {
  return (yield* one(TOKEN, token.hash, token.nowMs - SETUP_LINK_MS)) !== undefined;
}

export function* addSetupToken(token: Asked<'addSetupToken'>): Operation<boolean> {
  if (!(yield* isSetupNeeded())) return false;
  yield* insert(ADD_TOKEN, token.hash, token.nowMs);
  yield* change(KEEP_TOKENS, TOKENS_MAX);
  return true;
}

export function* completeSetup(wanted: Asked<'completeSetup'>): Operation<boolean> {
  const { projectKey, tokenHash, audit } = wanted;
  yield* lockProject(projectKey);
  const token = { hash: tokenHash, nowMs: audit.atMs };
  if (!(yield* isSetupToken(token)) || !(yield* isSetupNeeded())) return false;
  const key = yield* insertUser(wanted.user, audit.atMs);
  yield* joinProject(projectKey, key, 'owner', audit.atMs);
  yield* insertSession(key, wanted.session, audit.atMs);
  yield* change(FORGET_TOKENS);
  const id = formatId('usr', audit.atMs, key);
  yield* writeAudit(projectKey, { ...audit, actor: id }, id);
  return true;
}
