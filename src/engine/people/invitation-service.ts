/**
 * Invitations to a project: a link that works once, for 72 hours, and is shown once. The person who
 * opens it creates an account for the invited e-mail, or is already signed in with that e-mail.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { MemberRole } from '../../core/person/role.ts';
import type { MailAllowance } from '../mail-allowance.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { InvitationLetter, Letters } from '../ports/letters.ts';
import type { ProjectStore } from '../ports/manage-store.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { Entrant, Invitation, PeopleStore, SignedIn } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { checkedPerson } from './person-input.ts';
import type { Client, Entry, SessionMaker } from './session-maker.ts';

export interface InvitationService {
  /** Throws STATE_CONFLICT for a member; LIMIT_REACHED. `token` can never be read again. */
  create(
    projectKey: ProjectKey,
    input: {
      readonly email: string;
      readonly role: MemberRole;
      /** The language of the page, for an inviting member who chose none. */
      readonly language: string | null;
      readonly linkOf: (token: string) => string;
    },
    author: Author,
  ): Promise<{
    readonly invitation: Invitation;
    readonly token: string;
    /** Null: no mail server is configured. The invitation is valid even if the mail failed. */
    readonly mail: { readonly sent: boolean; readonly fault: string | null } | null;
  }>;
  list(projectKey: ProjectKey): Promise<readonly Invitation[]>;
  remove(projectKey: ProjectKey, id: string, author: Author): Promise<void>;
  /** The invitation behind a link. Throws NOT_FOUND if it is unknown, used or expired. */
  look(token: string): Promise<{
    readonly invitation: Invitation;
    readonly projectName: string;
    readonly hasAccount: boolean;
  }>;
  /** `signedIn`: the caller, if signed in. */
  accept(
    input: { readonly token: string; readonly name?: string; readonly password?: string },
    signedIn: SignedIn | null,
    client: Client,
  ): Promise<Entry>;
}

export interface InvitationParts {
  readonly store: Pick<
    PeopleStore,
    | 'createInvitation'
    | 'invitations'
    | 'invitationByHash'
    | 'deleteInvitation'
    | 'admit'
    | 'members'
    | 'userByEmail'
  > &
    Pick<ProjectStore, 'project'>;
  readonly secrets: Pick<Secrets, 'token' | 'sha256Hex'>;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
  readonly letters: Letters | null;
  readonly allowance: MailAllowance;
}

export const INVITATION_MS = 72 * 3_600_000;
const TOKEN_BYTES = 32;

export function createInvitationService(parts: InvitationParts): InvitationService {
  const { store, secrets, clock } = parts;

  async function open(token: string): Promise<Invitation> {
    const invitation = await store.invitationByHash(secrets.sha256Hex(token.trim()));
    if (invitation !== null && invitation.expiresAtMs > clock.wallMs()) return invitation;
    throw new ServiceError(
      'NOT_FOUND',
      'This invitation is unknown, used, older than 72 hours, or its maker may invite no more. ' +
        'Ask for a new one.',
    );
  }

  const present = async (projectKey: ProjectKey): Promise<readonly Invitation[]> =>
    (await store.invitations(projectKey)).filter((each) => each.expiresAtMs > clock.wallMs());

  return {
    list: present,

    async create(projectKey, { language, linkOf, ...input }, author) {
      const { email, role } = checkedPerson(input);
      const members = await store.members(projectKey);
      if (members.some(({ user }) => user.email === email)) {
        throw new ServiceError('STATE_CONFLICT', 'A person with this e-mail is a member already.');
      }
      const token = secrets.token(TOKEN_BYTES);
      const nowMs = clock.wallMs();
      const facts = { email, role, invitedBy: author.actor, expiresAtMs: nowMs + INVITATION_MS };
      const change = { before: null, after: { email, role } };
      const audit = auditEntry(author, nowMs, 'invitation.created', null, change);
      const hash = secrets.sha256Hex(token);
      const invitation = await store.createInvitation({
        projectKey,
        invitation: { ...facts, hash },
        audit,
      });
      const maker = members.find(({ user }) => user.id === author.actor)?.user;
      const letter = { to: email, link: linkOf(token), expiresAtMs: facts.expiresAtMs };
      const mail = await mailed(parts, projectKey, {
        ...letter,
        inviter: maker?.name ?? '',
        language: maker?.language ?? language,
      });
      return { invitation, token, mail };
    },

    async remove(projectKey, id, author) {
      const found = (await store.invitations(projectKey)).find((each) => each.id === id);
      const change = { before: { email: found?.email, role: found?.role }, after: null };
      const audit = auditEntry(author, clock.wallMs(), 'invitation.deleted', id, change);
      const isGone =
        found === undefined ||
        !(await store.deleteInvitation({ projectKey, key: found.key, audit }));
      if (isGone) throw new ServiceError('NOT_FOUND', 'There is no such invitation.');
    },

    async look(token) {
      const invitation = await open(token);
      const [project, user] = await Promise.all([
        store.project(invitation.projectKey),
        store.userByEmail(invitation.email),
      ]);
      return { invitation, projectName: project?.name ?? '', hasAccount: user !== null };
    },

    async accept(input, signedIn, client) {
      const invitation = await open(input.token);
      const who = await entrantOf(parts, invitation, input, signedIn);
      const drafted = 'made' in who ? parts.sessions.draft('invitation', client) : null;
      const author = { actor: 'system', requestId: client.requestId, address: client.address };
      const none = { before: null, after: null };
      const audit = auditEntry(author, clock.wallMs(), 'member.joined', null, none);
      const session = drafted?.session ?? null;
      const admission = { invitations: [invitation.key], direct: null, who, session };
      if (!(await store.admit({ admission, audit }))) {
        throw new ServiceError('NOT_FOUND', 'This invitation was used, or ended, at this moment.');
      }
      return parts.sessions.entry(drafted?.token ?? client.token ?? '');
    },
  };
}

async function mailed(
  { store, letters, allowance }: InvitationParts,
  projectKey: ProjectKey,
  letter: Omit<InvitationLetter, 'kind' | 'projectName'>,
): Promise<{ readonly sent: boolean; readonly fault: string | null } | null> {
  if (letters === null) return null;
  const waitMs = allowance.take({ recipient: letter.to, project: projectKey });
  if (waitMs > 0) return { sent: false, fault: tooManyMails(waitMs) };
  const projectName = (await store.project(projectKey))?.name ?? '';
  const fault = await letters.send({ ...letter, kind: 'invitation', projectName });
  return { sent: fault === null, fault };
}

function tooManyMails(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  return `Too many mails went there or from this project; the next can go in ${minutes} minutes.`;
}

/** Throws UNAUTHENTICATED, FORBIDDEN or INVALID_INPUT if the caller is not the invited person. */
async function entrantOf(
  { store, passwords }: InvitationParts,
  { email }: Invitation,
  input: { readonly name?: string; readonly password?: string },
  signedIn: SignedIn | null,
): Promise<Entrant> {
  if (signedIn !== null) {
    const { user, session } = signedIn;
    const byProvider = session.signedInBy === 'oidc';
    if (user.email === email) return { user: user.key, keeps: session.key, byProvider };
    throw new ServiceError(
      'FORBIDDEN',
      `The invitation is for ${email}, and you are signed in as ${signedIn.user.email}. ` +
        'Sign out, then open the link again.',
    );
  }
  if ((await store.userByEmail(email)) !== null) {
    throw new ServiceError(
      'UNAUTHENTICATED',
      `There is an account with ${email}. Sign in, then open the link again.`,
    );
  }
  const { name, password } = checkedPerson({ ...input, email });
  if (name === undefined || password === undefined) {
    const fields = [
      ...(name === undefined ? [{ field: '/name', message: 'Send your name.' }] : []),
      ...(password === undefined ? [{ field: '/password', message: 'Choose a password.' }] : []),
    ];
    throw new ServiceError('INVALID_INPUT', 'A new account needs a name and a password.', {
      fields,
    });
  }
  const passwordHash = await passwords.hash(password);
  const rest = { emailFrom: 'invitation', language: null, oidcSubject: null } as const;
  return { made: { email, name, passwordHash, ...rest } };
}
