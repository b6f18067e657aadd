/**
 * Removes expired rows of people: sessions that are over, unused invitations and links, old tries
 * to sign in. Bounded batches, each by an index of its time.
 */
import { CHALLENGE_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from '../../../core/person/session.ts';
import { TRIES_FORGOTTEN_MS } from '../../../core/person/sign-in-throttle.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, query } from '../../statement.ts';

/** Parameters: time, limit. sessions_by_creation, sessions_by_use. */
const OLD_SESSIONS = query(`
  delete from sessions where key in
    (select key from sessions where created_at <= ? order by created_at limit ?)`);
const UNUSED_SESSIONS = query(`
  delete from sessions where key in
    (select key from sessions where seen_at <= ? order by seen_at limit ?)`);
/** Parameters: now, limit. invitations_by_end. */
const INVITATIONS = query(`
  delete from invitations where key in
    (select key from invitations where expires_at <= ? order by expires_at limit ?)`);
/** Parameters: now, limit. password_resets_by_end. */
const RESETS = query(`
  delete from password_resets where key in
    (select key from password_resets where expires_at <= ? order by expires_at limit ?)`);
/** Parameters: now, limit. email_changes_by_end. */
const EMAIL_CHANGES = query(`
  delete from email_changes where user_key in
    (select user_key from email_changes where expires_at <= ? order by expires_at limit ?)`);
/** Parameters: time, limit. spent_challenges_by_time. */
const CHALLENGES = query(`
  delete from spent_challenges where hash in
    (select hash from spent_challenges where spent_at <= ? order by spent_at limit ?)`);
/** Parameters: time, limit. sign_in_tries_by_time. */
const TRIES = query(`
  delete from sign_in_tries where subject in
    (select subject from sign_in_tries where failed_at <= ? order by failed_at limit ?)`);

export function* removePastPeople(asked: Asked<'removePastPeople'>): Operation<number> {
  const { nowMs, limit } = asked;
  const old = yield* change(OLD_SESSIONS, nowMs - SESSION_MAX_MS, limit);
  const unused = yield* change(UNUSED_SESSIONS, nowMs - SESSION_IDLE_MS, limit);
  const invitations = yield* change(INVITATIONS, nowMs, limit);
  const resets = yield* change(RESETS, nowMs, limit);
  const emails = yield* change(EMAIL_CHANGES, nowMs, limit);
  const tries = yield* change(TRIES, nowMs - TRIES_FORGOTTEN_MS, limit);
  // Twice as long as a challenge may be answered, because clocks of processes differ.
  const challenges = yield* change(CHALLENGES, nowMs - 2 * CHALLENGE_MS, limit);
  return old + unused + invitations + resets + emails + tries + challenges;
}
