/**
 * A person's own account: name, e-mail, language, password, and open sessions. A new e-mail or
 * password needs the present password. A new e-mail is only requested here and takes effect later;
 * a new password ends every other session and gives this one a new token. Audit entries say what
 * changed, never a password or its hash.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { isOver } from '../../core/person/session.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Passwords } from '../ports/passwords.ts';
import type {
  PeopleStore,
  Session,
  SessionRenewal,
  SignedIn,
  User,
  UserFacts,
} from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { EmailAsked, EmailChangeService } from './email-change-service.ts';
import { checkedPerson } from './person-input.ts';
import { authorFrom, type Client, type SessionMaker } from './session-maker.ts';
import type { SignInService } from './sign-in-service.ts';

export interface AccountPatch {
  readonly name?: string;
  readonly email?: string;
  readonly language?: string | null;
  readonly currentPassword?: string;
  readonly newPassword?: string;
}

/** How the link to confirm a new e-mail is made, and in which language the mail is written. */
export type LinkWords = Pick<EmailAsked, 'linkOf' | 'language'>;

export interface AccountService {
  /** `token`: the session's new token if it was renewed, else null. */
  update(
    signedIn: SignedIn,
    patch: AccountPatch,
    words: LinkWords,
    client: Client,
  ): Promise<{ readonly signedIn: SignedIn; readonly token: string | null }>;
  sessions(signedIn: SignedIn): Promise<readonly Session[]>;
  /** Throws NOT_FOUND if the session is not one of this person's. */
  endSession(signedIn: SignedIn, id: string, client: Client): Promise<void>;
  endOtherSessions(signedIn: SignedIn, client: Client): Promise<void>;
}

export interface AccountParts {
  readonly store: Pick<PeopleStore, 'updateUser' | 'sessionsOf' | 'endSessions'>;
  readonly secrets: Pick<Secrets, 'token'>;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
  readonly signIn: Pick<SignInService, 'confirm'>;
  readonly emails: Pick<EmailChangeService, 'ask'>;
}

/**
 * A person who never had a password may set one only so soon after a sign-in, as proof of identity.
 */
const FRESH_MS = 15 * 60_000;
const TOKEN_BYTES = 32;

export function createAccountService(parts: AccountParts): AccountService {
  const { store, clock, sessions } = parts;

  async function end(
    { user }: SignedIn,
    which: Parameters<PeopleStore['endSessions']>[0]['which'],
    before: unknown,
    client: Client,
  ): Promise<number> {
    const author = authorFrom(user.id, client);
    const change = { before, after: null };
    const audit = auditEntry(author, clock.wallMs(), 'session.ended', user.id, change);
    return store.endSessions({ user: user.key, which, audit });
  }

  const present = async ({ user }: SignedIn): Promise<readonly Session[]> =>
    (await store.sessionsOf(user.key)).filter((each) => !isOver(each, clock.wallMs()));

  return {
    update: async (signedIn, patch, words, client) => {
      const changed = await update(parts, signedIn, patch, client);
      if (changed.asked !== null) {
        const asked = { ...words, email: changed.asked };
        await parts.emails.ask(changed.signedIn.user, asked, client);
      }
      return changed;
    },

    sessions: present,

    async endSession(signedIn, id, client) {
      const session = (await present(signedIn)).find((each) => each.id === id);
      if (session === undefined) {
        throw new ServiceError('NOT_FOUND', 'There is no such session of yours.');
      }
      await end(signedIn, { one: session.key }, { session: id }, client);
    },

    async endOtherSessions(signedIn, client) {
      await end(signedIn, { allBut: signedIn.session.key }, { session: 'all others' }, client);
    },
  };

  async function update(
    { passwords, secrets }: AccountParts,
    signedIn: SignedIn,
    patch: AccountPatch,
    client: Client,
  ): Promise<{
    readonly signedIn: SignedIn;
    readonly token: string | null;
    /** The requested e-mail; null if none was requested. */
    readonly asked: string | null;
  }> {
    const { user, session } = signedIn;
    const { newPassword, currentPassword: _, ...rest } = patch;
    const given = newPassword === undefined ? rest : { ...rest, password: newPassword };
    const known = { email: user.email, passwordField: '/newPassword' };
    const { password, ...checked } = checkedPerson<typeof given & { password?: string }>(
      given,
      known,
    );
    const renamed = checked.email !== undefined && checked.email !== user.email;
    if (renamed || password !== undefined) await assertThemselves(parts, signedIn, patch, client);
    const asked = renamed ? (checked.email ?? null) : null;
    const { name, language } = checked;
    const isMore = [name, language, password].some((each) => each !== undefined);
    if (!isMore) return { signedIn, token: null, asked };
    const facts: UserFacts = {
      email: user.email,
      emailFrom: user.emailFrom,
      name: checked.name ?? user.name,
      language: checked.language === undefined ? user.language : checked.language,
      passwordHash: password === undefined ? user.passwordHash : await passwords.hash(password),
      oidcSubject: user.oidcSubject,
    };
    const token = password === undefined ? null : secrets.token(TOKEN_BYTES);
    const renewal: SessionRenewal | null =
      token === null ? null : { session: session.key, hash: sessions.hashOf(token) };
    const before = shown(user, false);
    const change = { before, after: shown(facts, password !== undefined) };
    const author = authorFrom(user.id, client);
    const audit = auditEntry(author, clock.wallMs(), 'account.updated', user.id, change);
    const changed = await store.updateUser({ seen: user, facts, audit, renewal });
    if (changed === null) {
      throw new ServiceError('STATE_CONFLICT', 'The account changed meanwhile; ask again.');
    }
    return { signedIn: { ...signedIn, user: changed }, token, asked };
  }
}

/** Throws INVALID_INPUT at `/currentPassword`, RATE_LIMITED, or UNAUTHENTICATED. */
async function assertThemselves(
  { clock, signIn }: AccountParts,
  signedIn: SignedIn,
  { currentPassword, email }: AccountPatch,
  client: Client,
): Promise<void> {
  const { user, session } = signedIn;
  if (user.passwordHash === null) {
    if (email !== undefined && email !== user.email) {
      const message = 'The identity provider says your e-mail. Set a password first to change it.';
      throw new ServiceError('INVALID_INPUT', message, { fields: [{ field: '/email', message }] });
    }
    if (clock.wallMs() - session.createdAtMs < FRESH_MS) return;
    throw new ServiceError(
      'UNAUTHENTICATED',
      'Sign out and in again first: a first password can be set in the 15 minutes after that.',
    );
  }
  const isRight =
    currentPassword !== undefined && (await signIn.confirm(signedIn, currentPassword, client));
  if (isRight) return;
  const message =
    currentPassword === undefined
      ? 'Send your present password with this change.'
      : 'This is not your present password.';
  const fields = [{ field: '/currentPassword', message }];
  throw new ServiceError('INVALID_INPUT', message, { fields });
}

function shown(
  { name, email, language }: Pick<User, 'name' | 'email' | 'language'>,
  isNew: boolean,
) {
  return { name, email, language, ...(isNew ? { password: 'changed' } : {}) };
}
