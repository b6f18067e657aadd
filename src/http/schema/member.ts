/**
 * Members of a project and invitations to it, on the wire (S13). Only the answer that creates an
 * invitation has its link.
 */
import type { Static } from 'typebox';
import { isoTime } from '../../core/time.ts';
import type { Invitation, Member } from '../../engine/ports/people-store.ts';
import { EmailText, PasswordText, Role } from './session.ts';
import { idOf, nullable, pageOf, strictObject, Timestamp, Type } from './shared.ts';

export const MemberRecord = strictObject(
  {
    id: idOf('usr'),
    name: Type.String(),
    email: Type.String(),
    role: Role,
    memberSince: Timestamp,
    secondFactor: Type.Boolean({ description: 'True: the account has a second factor' }),
    pendingEmail: nullable(
      Type.String({
        description: 'A new e-mail that the person asked for and an owner may confirm',
      }),
    ),
  },
  { title: 'Member' },
);
export const MemberPage = pageOf(MemberRecord, 'MemberPage');
const REVOKES = {
  description:
    'Also revokes the API keys that the member made in the project, and those made with them ' +
    '(`GET /v1/api-keys?madeBy=usr_...` lists them)',
};
export const MemberPatchBody = strictObject(
  { role: Role, revokeKeys: Type.Optional(Type.Boolean(REVOKES)) },
  { title: 'MemberPatch' },
);
export const MemberRemovalQuery = strictObject({
  revokeKeys: Type.Optional(Type.Boolean(REVOKES)),
});
export const MemberPath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const InvitationBody = strictObject(
  { email: EmailText, role: Role },
  { title: 'InvitationInput' },
);
const invitationProperties = {
  id: idOf('inv'),
  email: Type.String(),
  role: Role,
  invitedBy: Type.String({ description: 'The member (usr_...)' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
} as const;
export const InvitationRecord = strictObject(invitationProperties, { title: 'Invitation' });
export const InvitationPage = pageOf(InvitationRecord, 'InvitationPage');
export const InvitationCreated = strictObject(
  {
    ...invitationProperties,
    link: Type.String({
      description: 'Works once, for 72 hours. Copy it now: it is never shown again',
      examples: ['https://calls.example.com/invitation#token=…'],
    }),
    mail: nullable(
      strictObject(
        {
          sent: Type.Boolean({ description: 'True: the mail server has accepted the mail' }),
          fault: nullable(
            Type.String({ description: 'Why the link was not mailed; it works all the same' }),
          ),
        },
        {
          title: 'InvitationMail',
          description: 'How mailing the link went; null if no mail server is set',
        },
      ),
    ),
  },
  { title: 'InvitationCreated' },
);
export const InvitationPath = strictObject({ id: Type.String({ maxLength: 64 }) });

const InvitationToken = Type.String({ maxLength: 200, description: 'From the link' });
export const InvitationPreviewBody = strictObject(
  { token: InvitationToken },
  { title: 'InvitationPreviewInput' },
);
export const InvitationPreview = strictObject(
  {
    email: Type.String(),
    role: Role,
    projectName: Type.String(),
    expiresAt: Timestamp,
    hasAccount: Type.Boolean({
      description: 'True: an account has this e-mail; its owner signs in first, then accepts',
    }),
  },
  { title: 'InvitationPreview' },
);
export const InvitationAcceptBody = strictObject(
  {
    token: InvitationToken,
    name: Type.Optional(Type.String({ description: 'For a new account: 1 to 120 characters' })),
    password: Type.Optional(PasswordText),
  },
  {
    title: 'InvitationAcceptance',
    description: 'A person who is signed in with the invited e-mail sends only the token',
  },
);

/** `pendingEmail`: a new e-mail that waits for an owner. */
export function showMember(
  { user, role, sinceMs, hasSecondFactor: secondFactor }: Member,
  pendingEmail: string | null,
): Static<typeof MemberRecord> {
  const { id, name, email } = user;
  return { id, name, email, role, memberSince: isoTime(sinceMs), secondFactor, pendingEmail };
}

export function showInvitation(invitation: Invitation): Static<typeof InvitationRecord> {
  const { id, email, role, invitedBy, createdAtMs, expiresAtMs } = invitation;
  const times = { createdAt: isoTime(createdAtMs), expiresAt: isoTime(expiresAtMs) };
  return { id, email, role, invitedBy, ...times };
}

export type MemberRecord = Static<typeof MemberRecord>;
export type InvitationRecord = Static<typeof InvitationRecord>;
export type InvitationCreated = Static<typeof InvitationCreated>;
export type InvitationPreview = Static<typeof InvitationPreview>;
