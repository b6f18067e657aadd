/**
 * People as rows. A mail address belongs to one account: taking another account's address is
 * refused. Passwords come hashed.
 */
import { ServiceError } from '../../../core/error/service-error.ts';
import { asKey, formatId, parseId, type UserKey } from '../../../core/id.ts';
import type { EmailOrigin, User, UserFacts } from '../../../engine/ports/people-store.ts';
import { change, insert, type Operation, one, query } from '../../statement.ts';

export interface UserRow {
  readonly key: UserKey;
  readonly email: string;
  readonly email_from: EmailOrigin;
  readonly name: string;
  readonly language: string | null;
  readonly password_hash: string | null;
  readonly oidc_subject: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Parameters: key, or e-mail. Primary key and the unique index. */
export const USER_BY_KEY = query<UserRow>(`
  select key, email, email_from, name, language, password_hash, oidc_subject, created_at,
    updated_at
  from users where key = ?`);
export const USER_BY_EMAIL = query<UserRow>(`
  select key, email, email_from, name, language, password_hash, oidc_subject, created_at,
    updated_at
  from users where email = ?`);
/** Primary key. Increased by everything that ends a person's links. */
const END_STANDING = query('update users set standing = standing + 1 where key = ?');
const STANDING = query<{ standing: number }>('select standing from users where key = ?');
const INSERT = query(`
  insert into users (email, email_from, name, language, password_hash, oidc_subject, created_at,
    updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?)`);

export function* insertUser(facts: UserFacts, nowMs: number): Operation<UserKey> {
  if ((yield* one(USER_BY_EMAIL, facts.email)) !== undefined) throw emailTaken();
  return asKey<UserKey>(yield* insert(INSERT, ...columnsOf(facts), nowMs, nowMs));
}

/**
 * Compares the whole id, since the key in it may belong to another person. Null if there is none.
 */
export function* userById(id: string): Operation<User | null> {
  const key = parseId('usr', id)?.key;
  const row = key === undefined ? undefined : yield* one(USER_BY_KEY, key);
  const user = row === undefined ? null : toUser(row);
  return user?.id === id ? user : null;
}

/** Ends all links that were created before. */
export function* endStanding(user: UserKey): Operation<void> {
  yield* change(END_STANDING, user);
}

/**
 * The standing under which a link is made; the link works as long as the standing stays the same.
 */
export function* standingOf(user: UserKey): Operation<number | null> {
  return (yield* one(STANDING, user))?.standing ?? null;
}

/** In the order of the statements' columns. */
export function columnsOf(facts: UserFacts): readonly (string | null)[] {
  const { email, emailFrom, name, language, passwordHash, oidcSubject } = facts;
  return [email, emailFrom, name, language, passwordHash, oidcSubject];
}

export function toUser(row: UserRow): User {
  return {
    key: row.key,
    id: formatId('usr', row.created_at, row.key),
    email: row.email,
    emailFrom: row.email_from,
    name: row.name,
    language: row.language,
    passwordHash: row.password_hash,
    oidcSubject: row.oidc_subject,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}

export function emailTaken(): ServiceError {
  const message = 'Another account has this e-mail address.';
  return new ServiceError('STATE_CONFLICT', message, { fields: [{ field: '/email', message }] });
}
