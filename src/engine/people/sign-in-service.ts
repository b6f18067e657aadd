/**
 * Signing in with e-mail and password, and signing out. A try is counted before the password is
 * checked; a try that is refused before that stores nothing. An unknown e-mail takes as long as a
 * known one, so neither answer nor duration shows which e-mails have an account. Source: S13.11.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { normalEmail } from '../../core/person/email.ts';
import { normalPassword } from '../../core/person/password-rules.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { PeopleStore, SignedIn, TrySubjects, User } from '../ports/people-store.ts';
import type { Entered, Entrance } from './entrance.ts';
import type { FailureLog } from './failure-log.ts';
import type { SecondFactorService } from './second-factor-service.ts';
import { authorFrom, type Client, type Entry, type SessionMaker } from './session-maker.ts';
import type { Tried, TryCounter } from './try-counter.ts';

export interface SignInService {
  /** Throws SIGN_IN_FAILED, or RATE_LIMITED after too many tries. */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    client: Client,
  ): Promise<Entered>;
  /** Finishes with the code of a second factor, after the password or the identity provider. */
  finish(kept: string | null, code: string, client: Client): Promise<Entry>;
  /** Null if no session has the token. */
  find(token: string): Promise<SignedIn | null>;
  signOut(signedIn: SignedIn, client: Client): Promise<void>;
  /**
   * Whether this is the password of the signed-in person; a wrong one counts as a failed sign-in.
   */
  confirm(signedIn: SignedIn, password: string, client: Client): Promise<boolean>;
}

export interface SignInParts {
  readonly store: Pick<PeopleStore, 'userByEmail' | 'endSessions'>;
  readonly tries: TryCounter;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
  readonly entrance: Entrance;
  readonly secondFactor: Pick<SecondFactorService, 'assertCode'>;
  readonly failures: FailureLog;
}

export function createSignInService(parts: SignInParts): SignInService {
  const { store, tries, passwords, clock, sessions, entrance, secondFactor, failures } = parts;

  return {
    find: (token) => sessions.find(token),

    finish: (kept, code, client) =>
      entrance.finish(kept, client, (user) => secondFactor.assertCode(user, code, client)),

    async signIn({ email: typed, password }, client) {
      const tried = triedBy(normalEmail(typed), client);
      tries.judge(tried);
      const found: { user: User | null; subjects: TrySubjects | null } = {
        user: null,
        subjects: null,
      };
      const isRight = await passwords.verify(normalPassword(password), async () => {
        found.subjects = await tries.count(tried);
        found.user = await store.userByEmail(tried.email);
        return found.user?.passwordHash ?? null;
      });
      const { user, subjects } = found;
      if (user === null || subjects === null || !isRight) {
        const about = user === null ? null : accountOf(user);
        failures.note({ kind: 'sign-in', about, address: client.address });
        throw new ServiceError('SIGN_IN_FAILED', 'The e-mail or the password is wrong.');
      }
      await tries.forgive(subjects);
      return entrance.enter(user, 'password', client, { provenAtMs: null });
    },

    async signOut({ user, session }, client) {
      const change = { before: { session: session.id }, after: null };
      const author = authorFrom(user.id, client);
      const audit = auditEntry(author, clock.wallMs(), 'session.ended', user.id, change);
      await store.endSessions({ user: user.key, which: { one: session.key }, audit });
    },

    async confirm({ user }, password, client) {
      const tried = triedBy(user.email, client);
      tries.judge(tried);
      let subjects: TrySubjects | null = null;
      const isRight = await passwords.verify(normalPassword(password), async () => {
        subjects = await tries.count(tried);
        return user.passwordHash;
      });
      if (isRight && subjects !== null) await tries.forgive(subjects);
      if (!isRight) {
        const about = accountOf(user);
        failures.note({ kind: 'reauthentication', about, address: client.address });
      }
      return isRight;
    },
  };
}

function accountOf({ id, key: userKey, email: name }: User) {
  return { id, userKey, name };
}

function triedBy(email: string, { address }: Client): Tried {
  return { purpose: 'sign-in', email, address };
}
