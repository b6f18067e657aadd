/**
 * Changes the e-mail of an account. The new one takes effect when the person, signed in, opens the
 * link that was sent to it, or, if no mail server is configured, when an owner confirms it. The
 * answer is the same whether or not the address has an account, and is sent before that is looked
 * up. Must never put a token in an audit entry.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { mayConfirmEmail } from '../../core/person/role-rights.ts';
import type { MailAllowance } from '../mail-allowance.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  EmailChange,
  EmailChangeStore,
  EmailConfirmation,
} from '../ports/email-change-store.ts';
import type { Letters } from '../ports/letters.ts';
import type { Member, PeopleStore, SignedIn, User } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { authorFrom, type Client, type Entry, type SessionMaker } from './session-maker.ts';

export interface EmailAsked {
  readonly email: string;
  /** The language of the page, for a person who chose none. */
  readonly language: string | null;
  readonly linkOf: (token: string) => string;
}

export interface EmailChangeService {
  /** Throws RATE_LIMITED, which depends only on the account. `email` is normalised and checked. */
  ask(user: User, asked: EmailAsked, client: Client): Promise<void>;
  pending(signedIn: SignedIn): Promise<EmailChange | null>;
  /** Throws NOT_FOUND if there is none. */
  withdraw(signedIn: SignedIn, client: Client): Promise<void>;
  /**
   * Throws NOT_FOUND; FORBIDDEN for another person's link; STATE_CONFLICT if another account has
   * the e-mail.
   */
  confirm(token: string, signedIn: SignedIn, client: Client): Promise<Entry>;
  /** The pending changes of members of the project. */
  pendingIn(projectKey: ProjectKey): Promise<readonly EmailChange[]>;
  /**
   * An owner confirms a change; `email`: the one that the owner saw. Throws NOT_FOUND, FORBIDDEN,
   * STATE_CONFLICT.
   */
  confirmFor(
    projectKey: ProjectKey,
    memberId: string,
    email: string,
    owner: SignedIn,
    client: Client,
  ): Promise<Member>;
  refuse(projectKey: ProjectKey, memberId: string, author: Author): Promise<void>;
}

export interface EmailChangeParts {
  readonly store: EmailChangeStore & Pick<PeopleStore, 'userByEmail' | 'members' | 'membershipsOf'>;
  readonly secrets: Pick<Secrets, 'token' | 'sha256Hex'>;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
  readonly letters: Letters | null;
  readonly allowance: MailAllowance;
  readonly onTrouble: (message: string) => void;
}

/** A person reads the link at once; an owner may be on holiday. */
export const MAIL_CHANGE_MS = 24 * 3_600_000;
export const OWNER_CHANGE_MS = 14 * 86_400_000;
const TOKEN_BYTES = 32;

export function createEmailChangeService(parts: EmailChangeParts): EmailChangeService {
  const { store, secrets, clock, letters, allowance } = parts;
  const isOpen = (change: EmailChange | null): change is EmailChange =>
    change !== null && change.expiresAtMs > clock.wallMs();

  return {
    async ask(user, asked, client) {
      const waitMs = allowance.take({ person: user.id });
      if (waitMs > 0) throw tooMany(waitMs);
      const token = letters === null ? null : secrets.token(TOKEN_BYTES);
      const way = token === null ? 'owner' : 'mail';
      const nowMs = clock.wallMs();
      const expiresAtMs = nowMs + (way === 'mail' ? MAIL_CHANGE_MS : OWNER_CHANGE_MS);
      const hash = token === null ? null : secrets.sha256Hex(token);
      const told = { before: { email: user.email }, after: { email: asked.email, way } };
      const author = authorFrom(user.id, client);
      const audit = auditEntry(author, nowMs, 'account.email-asked', user.id, told);
      await store.askEmailChange({
        user: user.key,
        change: { email: asked.email, way, hash, expiresAtMs },
        audit,
      });
      if (letters === null || token === null) return;
      // Not awaited, because the duration would show whether an account has the address.
      mailAsked(parts, letters, user, { ...asked, link: asked.linkOf(token), expiresAtMs }).catch(
        (error: unknown) => parts.onTrouble(String(error)),
      );
    },

    async pending({ user }) {
      const change = await store.emailChangeOf(user.key);
      return isOpen(change) ? change : null;
    },

    async withdraw({ user }, client) {
      const change = await store.emailChangeOf(user.key);
      const told = { before: { email: change?.email }, after: null };
      const author = authorFrom(user.id, client);
      const audit = auditEntry(author, clock.wallMs(), 'account.email-withdrawn', user.id, told);
      if (!(await store.dropEmailChange({ user: user.key, audit }))) throw none();
    },

    async confirm(token, signedIn, client) {
      const change = await store.emailChangeByHash(secrets.sha256Hex(token.trim()));
      if (!isOpen(change)) throw ended();
      const { user, session } = signedIn;
      if (change.userKey !== user.key) {
        throw new ServiceError(
          'FORBIDDEN',
          `The link is of another account, and you are signed in as ${user.email}. Sign in to ` +
            'the account whose e-mail is to change, then open the link again.',
        );
      }
      const renewed = secrets.token(TOKEN_BYTES);
      const renewal = { session: session.key, hash: parts.sessions.hashOf(renewed) };
      const author = authorFrom(user.id, client);
      const confirmation = { email: change.email, emailFrom: 'invitation', owner: null } as const;
      await apply(parts, user, { ...confirmation, renewal }, author);
      return parts.sessions.entry(renewed);
    },

    async pendingIn(projectKey) {
      return (await store.emailChangesIn(projectKey)).filter(isOpen);
    },

    async confirmFor(projectKey, memberId, email, owner, client) {
      const { user } = await memberOf(parts, projectKey, memberId);
      const change = await store.emailChangeOf(user.key);
      if (!isOpen(change) || change.way !== 'owner' || change.email !== email) throw ended();
      const isOwn = user.key === owner.user.key;
      await assertMayConfirm(parts, projectKey, owner.user, user);
      const hash = isOwn && client.token !== null ? parts.sessions.hashOf(client.token) : null;
      const confirmation: EmailConfirmation = {
        // If no other owner can confirm, only the person vouches for the address, so the e-mail of
        // an identity provider is never matched with it.
        ...({ email, emailFrom: isOwn ? 'self' : 'invitation' } as const),
        owner: { key: owner.user.key, projectKey },
        renewal: hash === null ? null : { session: owner.session.key, hash },
      };
      await apply(parts, user, confirmation, authorFrom(owner.user.id, client));
      return memberOf(parts, projectKey, memberId);
    },

    async refuse(projectKey, memberId, author) {
      const { user } = await memberOf(parts, projectKey, memberId);
      const change = await store.emailChangeOf(user.key);
      const told = { before: { email: change?.email }, after: null };
      const audit = auditEntry(author, clock.wallMs(), 'account.email-refused', user.id, told);
      if (!(await store.dropEmailChange({ user: user.key, audit }))) throw none();
    },
  };
}

/** The new e-mail takes effect; the old address is informed. */
async function apply(
  { store, clock, letters, allowance, onTrouble }: EmailChangeParts,
  user: User,
  confirmation: EmailConfirmation,
  author: Author,
): Promise<void> {
  const { email } = confirmation;
  const change = { before: { email: user.email }, after: { email, sessions: 'ended' } };
  const audit = auditEntry(author, clock.wallMs(), 'account.email-changed', user.id, change);
  if ((await store.confirmEmailChange({ user: user.key, confirmation, audit })) === null)
    throw ended();
  if (letters === null || allowance.take({ recipient: user.email }) > 0) return;
  const { name, language } = user;
  letters
    .send({ kind: 'email-changed', to: user.email, name, language, email })
    .then((fault) => fault === null || onTrouble(fault), onTrouble);
}

/**
 * Mails the new address the link, or that an account already has the address; mails the present
 * address that a change was requested.
 */
async function mailAsked(
  { store, allowance, onTrouble }: EmailChangeParts,
  letters: Letters,
  user: User,
  asked: Pick<EmailAsked, 'email' | 'language'> & {
    readonly link: string;
    readonly expiresAtMs: number;
  },
): Promise<void> {
  const { email, link, expiresAtMs } = asked;
  const { name } = user;
  const language = user.language ?? asked.language;
  const other = await store.userByEmail(email);
  const there = { to: email, language } as const;
  const letter =
    other === null
      ? ({ ...there, kind: 'email-confirm', link, expiresAtMs } as const)
      : ({ ...there, kind: 'email-taken' } as const);
  const warning = { kind: 'email-asked', to: user.email, name, language, email } as const;
  for (const each of [letter, warning]) {
    const isOver = allowance.take({ recipient: each.to }) > 0;
    const fault = isOver ? 'The recipient has had enough mails.' : await letters.send(each);
    if (fault !== null) onTrouble(fault);
  }
}

/**
 * Throws FORBIDDEN if the owner may not confirm. Owners may confirm their own change only if no
 * other owner could.
 */
async function assertMayConfirm(
  { store }: EmailChangeParts,
  projectKey: ProjectKey,
  owner: User,
  user: User,
): Promise<void> {
  const theirs = await store.membershipsOf(user.key);
  const may = async ({ key }: User) =>
    mayConfirmEmail(await store.membershipsOf(key), theirs, projectKey);
  if (!(await may(owner))) {
    throw new ServiceError(
      'FORBIDDEN',
      'This person has more rights than you in another project. An owner there confirms it.',
    );
  }
  if (owner.key !== user.key) return;
  for (const member of await store.members(projectKey)) {
    if (member.role !== 'owner' || member.user.key === user.key || !(await may(member.user))) {
      continue;
    }
    throw new ServiceError('FORBIDDEN', 'Another owner of the project confirms your e-mail.');
  }
}

async function memberOf(
  { store }: EmailChangeParts,
  projectKey: ProjectKey,
  id: string,
): Promise<Member> {
  const member = (await store.members(projectKey)).find(({ user }) => user.id === id);
  if (member === undefined) throw new ServiceError('NOT_FOUND', 'There is no such member.');
  return member;
}

function tooMany(waitMs: number): ServiceError {
  const retryAfterS = Math.ceil(waitMs / 1_000);
  return new ServiceError(
    'RATE_LIMITED',
    `Your e-mail was changed too often. Try again in ${retryAfterS} seconds.`,
    { retryAfterS },
  );
}

function none(): ServiceError {
  return new ServiceError('NOT_FOUND', 'No change of this e-mail is open.');
}

function ended(): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    'This change of an e-mail is unknown, confirmed, past its time, or ended by another change ' +
      'of the account. Ask for it again.',
  );
}
