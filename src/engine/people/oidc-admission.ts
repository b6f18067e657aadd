/**
 * Decides whether a person whom an identity provider names may enter, and with which account. First
 * the provider's subject is looked up. A verified e-mail is compared only once, to link the two. If
 * an account whose e-mail came with an invitation is linked, it loses its password and its
 * sessions, because the user of the invitation link need not be the owner of the mailbox.
 */
import { asKey, type ProjectKey, type SessionKey } from '../../core/id.ts';
import { domainOf } from '../../core/person/email.ts';
import type { MemberRole } from '../../core/person/role.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Invitation, PeopleStore, User } from '../ports/people-store.ts';
import type { Entered, Entrance } from './entrance.ts';
import { authorFrom, type Client, type SessionMaker } from './session-maker.ts';

export type RefusalReason = 'setup-needed' | 'no-verified-email' | 'not-invited' | 'not-linked';

export type Admitted = Entered | { readonly kind: 'refused'; readonly reason: RefusalReason };

export interface AdmissionParts {
  readonly domains: readonly string[];
  readonly role: MemberRole;
  readonly store: Pick<
    PeopleStore,
    | 'isSetupNeeded'
    | 'userBySubject'
    | 'userByEmail'
    | 'invitationsFor'
    | 'updateUser'
    | 'endSessions'
    | 'admit'
  >;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
  readonly entrance: Pick<Entrance, 'enter'>;
  readonly firstProject: () => Promise<ProjectKey>;
}

/** `email`: normalised, and verified by the provider. */
export interface Known {
  readonly subject: string;
  readonly email: string | null;
  readonly name: string;
  /** When the provider last checked the person's identity; null: it does not say. */
  readonly shownAtMs: number | null;
}

const NO_CHANGE = { before: null, after: null };
/** No session has this key. */
const NONE = asKey<SessionKey>(0);

export async function admitIdentity(
  parts: AdmissionParts,
  who: Known,
  client: Client,
): Promise<Admitted> {
  const { store } = parts;
  if (await store.isSetupNeeded()) return refused('setup-needed');
  const known = await store.userBySubject(who.subject);
  if (known !== null) return enter(parts, known, who, client);
  if (who.email === null) return refused('no-verified-email');
  const same = await store.userByEmail(who.email);
  if (same === null) return enterNew(parts, { ...who, email: who.email }, client);
  const linked = await link(parts, same, who.subject, client);
  return linked === null ? refused('not-linked') : enter(parts, linked, who, client);
}

/**
 * Returns null if the account's e-mail is unconfirmed, or if the account is linked with another
 * subject.
 */
async function link(
  { store, clock }: AdmissionParts,
  user: User,
  subject: string,
  client: Client,
): Promise<User | null> {
  if (user.oidcSubject !== null || user.emailFrom === 'self') return null;
  const drops = user.emailFrom === 'invitation' && user.passwordHash !== null;
  const facts = { ...user, oidcSubject: subject, emailFrom: 'oidc' } as const;
  const author = authorFrom(user.id, client);
  const change = { before: null, after: drops ? { password: 'removed' } : null };
  const audit = auditEntry(author, clock.wallMs(), 'account.linked', user.id, change);
  const passwordHash = drops ? null : user.passwordHash;
  const linked = await store.updateUser({
    seen: user,
    facts: { ...facts, passwordHash },
    audit,
    renewal: null,
  });
  if (linked === null || !drops) return linked;
  const ended = auditEntry(author, clock.wallMs(), 'session.ended', user.id, NO_CHANGE);
  await store.endSessions({ user: user.key, which: { allBut: NONE }, audit: ended });
  return linked;
}

/** Signs in a person with an account; open invitations for the person are accepted too. */
async function enter(
  parts: AdmissionParts,
  user: User,
  { email, shownAtMs }: Known,
  client: Client,
): Promise<Admitted> {
  const { store, clock } = parts;
  const author = authorFrom(user.id, client);
  const open = email === user.email ? await openInvitations(parts, email) : [];
  if (open.length > 0) {
    const audit = auditEntry(author, clock.wallMs(), 'member.joined', user.id, NO_CHANGE);
    const invitations = open.map(({ key }) => key);
    const who = { user: user.key, keeps: null, byProvider: true } as const;
    await store.admit({ admission: { invitations, direct: null, who, session: null }, audit });
  }
  return parts.entrance.enter(user, 'oidc', client, provenIn(clock, shownAtMs));
}

async function enterNew(
  parts: AdmissionParts,
  { subject, email, name, shownAtMs }: Known & { readonly email: string },
  client: Client,
): Promise<Admitted> {
  const { store, clock, sessions, domains, role } = parts;
  const open = await openInvitations(parts, email);
  const isAllowed = domains.includes(domainOf(email));
  if (open.length === 0 && !isAllowed) return refused('not-invited');
  const direct = open.length === 0 ? { projectKey: await parts.firstProject(), role } : null;
  const { token, session } = sessions.draft('oidc', client, provenIn(clock, shownAtMs));
  const made = { email, name, emailFrom: 'oidc', language: null, passwordHash: null } as const;
  const author = { actor: 'system', requestId: client.requestId, address: client.address };
  const audit = auditEntry(author, clock.wallMs(), 'member.joined', null, NO_CHANGE);
  const entered = await store.admit({
    admission: {
      invitations: open.map(({ key }) => key),
      direct,
      who: { made: { ...made, oidcSubject: subject } },
      session,
    },
    audit,
  });
  return entered ? { kind: 'in', token } : refused('not-invited');
}

/** If the provider checked the identity long ago, the session has no recent proof. */
function provenIn(clock: Clock, shownAtMs: number | null): { readonly provenAtMs: number | null } {
  return { provenAtMs: shownAtMs === null ? null : Math.min(shownAtMs, clock.wallMs()) };
}

async function openInvitations(
  { store, clock }: AdmissionParts,
  email: string,
): Promise<readonly Invitation[]> {
  const all = await store.invitationsFor(email);
  return all.filter(({ expiresAtMs }) => expiresAtMs > clock.wallMs());
}

function refused(reason: RefusalReason): Admitted {
  return { kind: 'refused', reason };
}
