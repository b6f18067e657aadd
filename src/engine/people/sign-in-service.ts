/**
 * Signing in with e-mail and password, and out again. A try is counted before the password is
 * looked at, and somebody who is not there takes as long as somebody who is: neither answer nor
 * time says which e-mails have an account. Source: decisions section 11.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { normalEmail } from '../../core/person/email.ts';
import { networkOf } from '../../core/person/network.ts';
import { normalPassword } from '../../core/person/password-rules.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { PeopleStore, SignedIn, TrySubjects } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { authorFrom, type Client, type Entry, type SessionMaker } from './session-maker.ts';

export interface SignInService {
  /** SIGN_IN_FAILED, or RATE_LIMITED after too many tries. */
  signIn(
    credentials: { readonly email: string; readonly password: string },
    client: Client,
  ): Promise<Entry>;
  /** Null when the token stands for nobody. */
  find(token: string): Promise<SignedIn | null>;
  signOut(signedIn: SignedIn, client: Client): Promise<void>;
  /** Whether this is the password of somebody who is signed in; counted as a sign-in is. */
  confirm(signedIn: SignedIn, password: string, client: Client): Promise<boolean>;
}

export interface SignInParts {
  readonly store: Pick<
    PeopleStore,
    'trySignIn' | 'forgiveSignIn' | 'userByEmail' | 'createSession' | 'endSessions'
  >;
  readonly secrets: Pick<Secrets, 'sha256Hex'>;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
}

export function createSignInService(parts: SignInParts): SignInService {
  const { store, secrets, passwords, clock, sessions } = parts;

  /** Throws RATE_LIMITED; answers what to forgive when the try succeeds. */
  async function countTry(email: string, address: string): Promise<TrySubjects> {
    const network = networkOf(address);
    const subjects = {
      pair: secrets.sha256Hex(`pair ${email} ${network}`),
      account: secrets.sha256Hex(`account ${email}`),
      network: secrets.sha256Hex(`network ${network}`),
    };
    const waitMs = await store.trySignIn(subjects, { email, address }, clock.wallMs());
    if (waitMs === 0) return subjects;
    const retryAfterS = Math.ceil(waitMs / 1_000);
    throw new ServiceError(
      'RATE_LIMITED',
      `Too many tries to sign in. Try again in ${retryAfterS} seconds.`,
      { retryAfterS },
    );
  }

  return {
    find: (token) => sessions.find(token),

    async signIn({ email: typed, password }, client) {
      const email = normalEmail(typed);
      const subjects = await countTry(email, client.address);
      const user = await store.userByEmail(email);
      const hash = user?.passwordHash ?? null;
      const isRight = await passwords.verify(normalPassword(password), hash);
      if (user === null || !isRight) {
        throw new ServiceError('SIGN_IN_FAILED', 'The e-mail or the password is wrong.');
      }
      const { token, session } = sessions.draft('password', client);
      const change = { before: null, after: { signedInBy: 'password' } };
      const author = authorFrom(user.id, client);
      const entry = auditEntry(author, clock.wallMs(), 'session.created', user.id, change);
      await store.createSession(user.key, session, entry);
      await store.forgiveSignIn(subjects);
      return sessions.entry(token);
    },

    async signOut({ user, session }, client) {
      const change = { before: { session: session.id }, after: null };
      const author = authorFrom(user.id, client);
      const entry = auditEntry(author, clock.wallMs(), 'session.ended', user.id, change);
      await store.endSessions(user.key, { one: session.key }, entry);
    },

    async confirm({ user }, password, client) {
      const subjects = await countTry(user.email, client.address);
      const isRight = await passwords.verify(normalPassword(password), user.passwordHash);
      if (isRight) await store.forgiveSignIn(subjects);
      return isRight;
    },
  };
}
