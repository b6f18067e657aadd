/**
 * A new password for a person who lost theirs, by a link that works once. A member with at least
 * the person's rights creates it, or the person asks for it by mail. The answer to that request is
 * the same for every address. Must never reveal who has an account, nor put a token in an audit
 * entry.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { normalEmail } from '../../core/person/email.ts';
import { mayReset } from '../../core/person/role-rights.ts';
import type { MailAllowance } from '../mail-allowance.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Letters } from '../ports/letters.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { PasswordReset, PeopleStore, User } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { checkedPerson } from './person-input.ts';
import { authorFrom, type Client } from './session-maker.ts';
import type { TryCounter } from './try-counter.ts';

export interface PasswordResetService {
  /** Whether a link can be asked for by mail. */
  readonly mails: boolean;
  /** Throws FORBIDDEN for a person with more rights than the caller; NOT_FOUND. */
  create(
    projectKey: ProjectKey,
    memberId: string,
    author: Author,
  ): Promise<{ readonly token: string; readonly expiresAtMs: number }>;
  /**
   * Throws RATE_LIMITED, or STATE_CONFLICT without a mail server; otherwise the answer tells
   * nothing. `linkOf` makes the link; `language` is that of the page.
   */
  request(
    asked: {
      readonly email: string;
      readonly language: string | null;
      readonly linkOf: (token: string) => string;
    },
    client: Client,
  ): Promise<void>;
  /** Throws NOT_FOUND if the link is unknown, used or expired. */
  look(token: string): Promise<PasswordReset>;
  complete(
    input: { readonly token: string; readonly password: string },
    client: Client,
  ): Promise<void>;
}

export interface PasswordResetParts {
  readonly store: Pick<
    PeopleStore,
    | 'createPasswordReset'
    | 'passwordResetByHash'
    | 'resetPassword'
    | 'membershipsOf'
    | 'members'
    | 'userByEmail'
  >;
  readonly secrets: Pick<Secrets, 'token' | 'sha256Hex'>;
  readonly passwords: Passwords;
  readonly tries: Pick<TryCounter, 'count'>;
  readonly clock: Clock;
  /** Null: no mail server is configured. */
  readonly letters: Letters | null;
  readonly allowance: MailAllowance;
  /** The person who asked for a mail must not learn that it failed, so the operator is told. */
  readonly onTrouble: (message: string) => void;
}

/** A member hands this link over, and the person may be away. */
export const MEMBER_RESET_MS = 24 * 3_600_000;
export const MAIL_RESET_MS = 3_600_000;
/** Within this time no second mail is sent, so that requests cannot flood a mailbox. */
export const MAIL_EVERY_MS = 5 * 60_000;
/** Mails under way; a request beyond this number sends none and gets the same answer. */
const MAILS_MAX = 100;
const TOKEN_BYTES = 32;

export function createPasswordResetService(parts: PasswordResetParts): PasswordResetService {
  const { store, secrets, clock, letters } = parts;
  let mailing = 0;

  async function open(token: string): Promise<PasswordReset> {
    const reset = await store.passwordResetByHash(secrets.sha256Hex(token.trim()));
    if (reset !== null && reset.expiresAtMs > clock.wallMs()) return reset;
    throw new ServiceError(
      'NOT_FOUND',
      'This link is unknown, used, past its time, or ended by a change of the account, or of ' +
        'what its maker may do. Ask for a new one.',
    );
  }

  return {
    mails: letters !== null,

    look: open,

    async create(projectKey, memberId, author) {
      const user = (await store.members(projectKey)).find(
        (each) => each.user.id === memberId,
      )?.user;
      if (user === undefined) throw new ServiceError('NOT_FOUND', 'There is no such member.');
      await assertMayAll(parts, projectKey, author, user);
      const token = secrets.token(TOKEN_BYTES);
      const nowMs = clock.wallMs();
      const expiresAtMs = nowMs + MEMBER_RESET_MS;
      const change = { before: null, after: { way: 'member' } };
      const audit = auditEntry(author, nowMs, 'password-reset.created', user.id, change);
      const hash = secrets.sha256Hex(token);
      const madeBy = { id: author.actor, projectKey };
      const reset = { way: 'member', madeBy, hash, expiresAtMs, unlessSinceMs: null } as const;
      await store.createPasswordReset({ user: user.key, reset, audit });
      return { token, expiresAtMs };
    },

    async request(asked, client) {
      if (letters === null) {
        throw new ServiceError(
          'STATE_CONFLICT',
          'No mail server is set. Ask an owner or an admin of your project for a link.',
        );
      }
      const email = normalEmail(asked.email);
      // Counted like tries to sign in, and never forgiven.
      await parts.tries.count({ purpose: 'reset-mail', email, address: client.address });
      if (mailing >= MAILS_MAX) return;
      mailing += 1;
      // Not awaited, because the duration would show whether there is an account.
      mailReset(parts, letters, { ...asked, email }, client)
        .catch((error: unknown) => parts.onTrouble(String(error)))
        .finally(() => {
          mailing -= 1;
        });
    },

    async complete({ token, password: typed }, client) {
      const { user, way, madeBy } = await open(token);
      const known = { email: user.email, passwordField: '/password' };
      const { password } = checkedPerson({ password: typed }, known);
      const passwordHash = await parts.passwords.hash(password);
      const by = madeBy === null ? {} : { linkBy: madeBy };
      const told = { password: 'changed', way, ...by, sessions: 'ended' };
      const provider = user.oidcSubject === null ? {} : { identityProvider: 'unlinked' };
      const change = { before: null, after: { ...told, ...provider } };
      // The person who opens a link is unknown, so the entry names the person who created it.
      const author = authorFrom(madeBy ?? 'system', client);
      const audit = auditEntry(author, clock.wallMs(), 'password.reset', user.id, change);
      const hash = secrets.sha256Hex(token.trim());
      if (!(await store.resetPassword({ hash, user: user.key, passwordHash, audit }))) {
        throw new ServiceError('NOT_FOUND', 'This link was used, or has ended, at this moment.');
      }
    },
  };
}

async function assertMayAll(
  { store }: PasswordResetParts,
  projectKey: ProjectKey,
  { actor }: Author,
  user: User,
): Promise<void> {
  const maker = (await store.members(projectKey)).find((each) => each.user.id === actor)?.user;
  const own = maker === undefined ? [] : await store.membershipsOf(maker.key);
  const theirs = await store.membershipsOf(user.key);
  if (mayReset(own, theirs, projectKey)) return;
  throw new ServiceError(
    'FORBIDDEN',
    'This person has more rights than you, here or in another project. ' +
      'Let an owner of that project make the link.',
  );
}

/** Only for an account with a password; others sign in by their identity provider. */
async function mailReset(
  { store, secrets, clock, allowance, onTrouble }: PasswordResetParts,
  letters: Letters,
  asked: {
    readonly email: string;
    readonly language: string | null;
    readonly linkOf: (token: string) => string;
  },
  client: Client,
): Promise<void> {
  const user = await store.userByEmail(asked.email);
  if (user === null || user.passwordHash === null) return;
  const token = secrets.token(TOKEN_BYTES);
  const nowMs = clock.wallMs();
  const expiresAtMs = nowMs + MAIL_RESET_MS;
  const change = { before: null, after: { way: 'mail' } };
  const author = authorFrom('system', client);
  const audit = auditEntry(author, nowMs, 'password-reset.created', user.id, change);
  const made = await store.createPasswordReset({
    user: user.key,
    reset: {
      way: 'mail',
      madeBy: null,
      hash: secrets.sha256Hex(token),
      expiresAtMs,
      unlessSinceMs: nowMs - MAIL_EVERY_MS,
    },
    audit,
  });
  if (!made || allowance.take({ recipient: user.email }) > 0) return;
  const fault = await letters.send({
    kind: 'password-reset',
    to: user.email,
    name: user.name,
    expiresAtMs,
    language: user.language ?? asked.language,
    link: asked.linkOf(token),
  });
  if (fault !== null) onTrouble(fault);
}
