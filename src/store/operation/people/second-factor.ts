/**
 * Second factors as rows: the sealed secret of an authenticator app, and hashed recovery codes;
 * passkeys, which are in `passkey.ts`, are second factors too. A code works once, even if two
 * requests send it at the same moment: the last used time step only grows, and using a recovery
 * code deletes it.
 */

import type { SessionKey, UserKey } from '../../../core/id.ts';
import { mayConfirmEmail } from '../../../core/person/role-rights.ts';
import type { FactorRemoval, SecondFactor } from '../../../engine/ports/second-factor-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, one, query } from '../../statement.ts';
import { lockUser } from '../row-lock.ts';
import { auditOfUser } from './membership.ts';
import { membershipsOf } from './signed-in.ts';

/** No session has this key. */
const NO_SESSION = 0;

/** Parameters: user. Primary key. */
const AUTHENTICATOR = query<{ secret: string; confirmed_at: number | null }>(
  'select secret, confirmed_at from authenticators where user_key = ?',
);
/** Parameters: user. Primary key. */
const CODES_LEFT = query<{ codes: number }>(
  'select count(*) codes from recovery_codes where user_key = ?',
);
/** Parameters: user. passkeys_by_user. */
const PASSKEYS = query<{ passkeys: number }>(
  'select count(*) passkeys from passkeys where user_key = ?',
);
/** A newer secret replaces an unconfirmed one. */
const KEEP = query(`
  insert into authenticators (user_key, secret, created_at, confirmed_at, last_step)
  values (?, ?, ?, null, 0)
  on conflict (user_key) do update set secret = excluded.secret, created_at = excluded.created_at
  where authenticators.confirmed_at is null`);
const CONFIRM = query(`
  update authenticators set confirmed_at = ?, last_step = ?
  where user_key = ? and secret = ? and confirmed_at is null`);
const TAKE_STEP = query(`
  update authenticators set last_step = ?1
  where user_key = ?2 and confirmed_at is not null and last_step < ?1`);
const TAKE_CODE = query('delete from recovery_codes where user_key = ? and hash = ?');
const ADD_CODE = query('insert into recovery_codes (user_key, hash) values (?, ?)');
const REMOVE = query('delete from authenticators where user_key = ?');
const REMOVE_CODES = query('delete from recovery_codes where user_key = ?');
const SHOWN = query('update sessions set second_factor_at = ? where key = ? and user_key = ?');
const END_SESSIONS = query('delete from sessions where user_key = ?');
/** Parameters: user, the session that stays unchanged. sessions_by_user. */
const FORGET_SHOWN = query(
  'update sessions set second_factor_at = null where user_key = ? and key <> ?',
);
/** Parameters: user. passkeys_by_user. */
const REMOVE_PASSKEYS = query('delete from passkeys where user_key = ?');

export function* secondFactorOf(user: UserKey): Operation<SecondFactor> {
  const row = yield* one(AUTHENTICATOR, user);
  const passkeys = (yield* one(PASSKEYS, user))?.passkeys ?? 0;
  const recoveryCodes = (yield* one(CODES_LEFT, user))?.codes ?? 0;
  const authenticator =
    row === undefined ? null : { secret: row.secret, isConfirmed: row.confirmed_at !== null };
  return { authenticator, passkeys, recoveryCodes };
}

export function* keepAuthenticator(wanted: Asked<'keepAuthenticator'>): Operation<boolean> {
  return (yield* change(KEEP, wanted.user, wanted.secret, wanted.nowMs)) > 0;
}

export function* confirmAuthenticator(wanted: Asked<'confirmAuthenticator'>): Operation<boolean> {
  const { user, session, secret, step, codes, audit } = wanted;
  if ((yield* change(CONFIRM, audit.atMs, step, user, secret)) === 0) return false;
  yield* noteShown(user, session, audit.atMs);
  yield* replaceRecoveryCodes({ user, codes, audit });
  return true;
}

/** Returns true if no code of this step was used before. */
export function* takeStep(wanted: Asked<'takeStep'>): Operation<boolean> {
  return (yield* change(TAKE_STEP, wanted.step, wanted.user)) > 0;
}

export function* takeRecoveryCode(wanted: Asked<'takeRecoveryCode'>): Operation<boolean> {
  if ((yield* change(TAKE_CODE, wanted.user, wanted.hash)) === 0) return false;
  yield* auditOfUser(wanted.user, wanted.audit);
  return true;
}

export function* replaceRecoveryCodes(wanted: Asked<'replaceRecoveryCodes'>): Operation<void> {
  const { user, codes, audit } = wanted;
  yield* change(REMOVE_CODES, user);
  for (const hash of codes) yield* change(ADD_CODE, user, hash);
  yield* auditOfUser(user, audit);
}

/** Returns false if there was none. */
export function* removeAuthenticator(wanted: Asked<'removeAuthenticator'>): Operation<boolean> {
  const { user, session, audit } = wanted;
  yield* lockUser(user);
  if ((yield* change(REMOVE, user)) === 0) return false;
  yield* endFactor(user, session);
  yield* auditOfUser(user, audit);
  return true;
}

/**
 * An owner removes all second factors of a member who lost theirs, and every session ends. The
 * owner's right is checked again here, where the member's row is locked.
 */
export function* removeMemberSecondFactors(
  wanted: Asked<'removeMemberSecondFactors'>,
): Operation<FactorRemoval> {
  const { user, owner, audit } = wanted;
  yield* lockUser(user);
  const own = yield* membershipsOf(owner.key);
  if (!mayConfirmEmail(own, yield* membershipsOf(user), owner.projectKey)) return 'not-allowed';
  if (!(yield* dropSecondFactors(user))) return 'none';
  yield* change(END_SESSIONS, user);
  yield* auditOfUser(user, audit);
  return 'removed';
}

/** Removes the app, the passkeys and the recovery codes. Returns false if there was none. */
export function* dropSecondFactors(user: UserKey): Operation<boolean> {
  yield* change(REMOVE_CODES, user);
  yield* change(FORGET_SHOWN, user, NO_SESSION);
  const passkeys = yield* change(REMOVE_PASSKEYS, user);
  return (yield* change(REMOVE, user)) + passkeys > 0;
}

/**
 * Called after a factor was removed. A stolen factor may have begun other sessions, so these no
 * longer count as having shown a factor; the session of the request does if a factor is left.
 */
export function* endFactor(user: UserKey, session: SessionKey): Operation<void> {
  const { authenticator, passkeys } = yield* secondFactorOf(user);
  const isLeft = authenticator?.isConfirmed === true || passkeys > 0;
  if (!isLeft) yield* change(REMOVE_CODES, user);
  yield* change(FORGET_SHOWN, user, isLeft ? session : NO_SESSION);
}

/** Returns true if the account had no codes, so that these were stored. */
export function* keepCodesIfNone(user: UserKey, codes: readonly string[]): Operation<boolean> {
  if (((yield* one(CODES_LEFT, user))?.codes ?? 0) > 0) return false;
  for (const hash of codes) yield* change(ADD_CODE, user, hash);
  return true;
}

/** Records that the session has shown a factor. */
export function* noteShown(user: UserKey, session: SessionKey, atMs: number): Operation<void> {
  yield* change(SHOWN, atMs, session, user);
}
