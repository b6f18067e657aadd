/**
 * The sessions of people. A token is stored as SHA-256 only; the caller decides whether a found
 * session is over. A person has a bounded number of sessions.
 */
import {
  asKey,
  formatId,
  type ProjectKey,
  type SessionKey,
  type UserKey,
} from '../../../core/id.ts';
import type { MemberRole } from '../../../core/person/role.ts';
import type { SignInWay } from '../../../core/person/session.ts';
import { SESSIONS_MAX } from '../../../core/project/limits.ts';
import type {
  NewSession,
  Session,
  SessionRenewal,
  SignedIn,
  UserMembership,
} from '../../../engine/ports/people-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query } from '../../statement.ts';
import { settingsOf } from '../project/project.ts';
import { auditOfUser } from './membership.ts';
import { passkeysOnlyBeside } from './passkey-standing.ts';
import { endStanding, toUser, USER_BY_KEY } from './user-row.ts';

interface SessionRow {
  readonly key: SessionKey;
  readonly user_key: UserKey;
  readonly signed_in_by: SignInWay;
  readonly created_at: number;
  readonly seen_at: number;
  readonly address: string;
  readonly user_agent: string;
  readonly authenticated_at: number | null;
  readonly second_factor_at: number | null;
}

const INSERT = query(`
  insert into sessions (user_key, hash, signed_in_by, created_at, seen_at, address, user_agent,
    authenticated_at, second_factor_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
/** Parameters: hash. The unique index. */
const BY_HASH = query<SessionRow>(`
  select key, user_key, signed_in_by, created_at, seen_at, address, user_agent,
    authenticated_at, second_factor_at
  from sessions where hash = ?`);
/** Parameters: user. sessions_by_user. */
const OF_USER = query<SessionRow>(`
  select key, user_key, signed_in_by, created_at, seen_at, address, user_agent,
    authenticated_at, second_factor_at
  from sessions where user_key = ? order by key desc`);
/** Parameters: user. memberships_by_user. */
const MEMBERSHIPS = query<{
  project_key: ProjectKey;
  name: string;
  created_at: number;
  role: MemberRole;
  settings: string;
}>(`
  select m.project_key, p.name, p.created_at, m.role, p.settings
  from memberships m join projects p on p.key = m.project_key
  where m.user_key = ? order by p.name`);
/** The time of the last use never goes back. */
const TOUCH = query('update sessions set seen_at = ?1 where key = ?2 and seen_at < ?1');
const PROVE = query('update sessions set authenticated_at = ? where key = ? and user_key = ?');
const END_BY_HASH = query('delete from sessions where hash = ?');
const END_ONE = query('delete from sessions where user_key = ? and key = ?');
const END_OTHERS = query('delete from sessions where user_key = ? and key <> ?');
/**
 * Parameters: user, user, how many stay. sessions_by_user: with an order by the key alone,
 * PostgreSQL walks the sessions of all users until the table is analysed.
 */
const KEEP_NEWEST = query(`
  delete from sessions where user_key = ? and key not in
    (select key from sessions where user_key = ? order by key + 0 desc limit ?)`);
const RENEW = query('update sessions set hash = ? where key = ? and user_key = ?');

export function* insertSession(user: UserKey, session: NewSession, nowMs: number): Operation<void> {
  const { hash, replaces, signedInBy, address, userAgent } = session;
  if (replaces !== null) yield* change(END_BY_HASH, replaces);
  const shown = [session.provenAtMs ?? nowMs, session.secondFactorAtMs] as const;
  yield* insert(INSERT, user, hash, signedInBy, nowMs, nowMs, address, userAgent, ...shown);
  yield* change(KEEP_NEWEST, user, user, SESSIONS_MAX);
}

export function* createSession(wanted: Asked<'createSession'>): Operation<void> {
  yield* insertSession(wanted.user, wanted.session, wanted.audit.atMs);
  yield* auditOfUser(wanted.user, wanted.audit);
}

export function* sessionByHash(hash: string): Operation<SignedIn | null> {
  const row = yield* one(BY_HASH, hash);
  if (row === undefined) return null;
  const user = yield* one(USER_BY_KEY, row.user_key);
  if (user === undefined) return null;
  const memberships = yield* membershipsOf(row.user_key);
  return { session: toSession(row), user: toUser(user), memberships };
}

export function* membershipsOf(user: UserKey): Operation<readonly UserMembership[]> {
  return (yield* all(MEMBERSHIPS, user)).map((each) => {
    const { maskForViewers, requireSecondFactor } = settingsOf(each.settings);
    return {
      projectKey: asKey<ProjectKey>(each.project_key),
      projectId: formatId('prj', each.created_at, each.project_key),
      projectName: each.name,
      role: each.role,
      maskForViewers,
      requireSecondFactor,
    };
  });
}

export function* touchSession(use: Asked<'touchSession'>): Operation<void> {
  yield* change(TOUCH, use.atMs, use.key);
}

export function* proveSession(proof: Asked<'proveSession'>): Operation<void> {
  const { key, user, audit } = proof;
  if ((yield* change(PROVE, audit.atMs, key, user)) > 0) yield* auditOfUser(user, audit);
}

export function* sessionsOf(user: UserKey): Operation<readonly Session[]> {
  return (yield* all(OF_USER, user)).map(toSession);
}

export function* endSessions(wanted: Asked<'endSessions'>): Operation<number> {
  const { user, which, audit } = wanted;
  const ended =
    'one' in which
      ? yield* change(END_ONE, user, which.one)
      : yield* change(END_OTHERS, user, which.allBut);
  if (ended > 0) yield* auditOfUser(user, audit);
  return ended;
}

/** Primary key. */
const UNBIND = query('update users set oidc_subject = null, standing = standing + 1 where key = ?');

/**
 * The person proved that the account is theirs: their other sessions and all links end, and the
 * identity provider's subject is removed unless they came by it.
 */
export function* endOtherWays(
  user: UserKey,
  { keeps, byProvider }: { readonly keeps: SessionKey | null; readonly byProvider: boolean },
): Operation<void> {
  yield* change(END_OTHERS, user, keeps ?? 0);
  yield* passkeysOnlyBeside(user);
  if (byProvider) yield* endStanding(user);
  else yield* change(UNBIND, user);
}

/** Ends all other sessions, and replaces the token of this one. */
export function* renewSession(user: UserKey, { session, hash }: SessionRenewal): Operation<void> {
  yield* change(END_OTHERS, user, session);
  yield* change(RENEW, hash, session, user);
}

function toSession(row: SessionRow): Session {
  return {
    key: row.key,
    id: formatId('ses', row.created_at, row.key),
    userKey: row.user_key,
    signedInBy: row.signed_in_by,
    createdAtMs: row.created_at,
    seenAtMs: row.seen_at,
    address: row.address,
    userAgent: row.user_agent,
    provenAtMs: row.authenticated_at ?? row.created_at,
    secondFactorAtMs: row.second_factor_at,
  };
}
