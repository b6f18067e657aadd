/**
 * Signing in and the session, on the wire (S13.6). The token of a session is in its cookie only: no
 * answer holds it.
 */
import type { Static } from 'typebox';
import { MEMBER_ROLES } from '../../core/person/role.ts';
import { SIGN_IN_WAYS } from '../../core/person/session.ts';
import { idOf, nullable, oneOf, strictObject, Timestamp, Type } from './shared.ts';

/** Longer than any mail address; another rule names the fault of an address. */
const EmailText = Type.String({ maxLength: 1_000, examples: ['kim@example.com'] });
const PasswordText = Type.String({ maxLength: 1_000, description: '12 to 256 characters' });

export const Role = oneOf(MEMBER_ROLES, {
  title: 'Role',
  description:
    'owner: everything. admin: everything but members and projects. operator: reads all but ' +
    'keys; retries, cancels, pauses. viewer: only reads',
});

export const SessionBody = strictObject(
  { email: EmailText, password: PasswordText },
  { title: 'SignIn' },
);

export const SecondFactorCode = strictObject(
  {
    code: Type.String({
      maxLength: 40,
      description: 'Six digits of the authenticator app, or a recovery code',
      examples: ['287082'],
    }),
  },
  { title: 'SecondFactorCode' },
);

export const SecondFactorState = strictObject(
  {
    enabled: Type.Boolean({
      description: 'True: signing in asks for a second factor after the password',
    }),
    authenticator: Type.Boolean({ description: 'You have an authenticator app' }),
    passkeys: Type.Integer({ description: 'Number of passkeys of the account' }),
    passkeysUsable: Type.Boolean({
      description:
        'True: pages under this address can use passkeys (https with a host name, or localhost)',
    }),
    recoveryCodes: Type.Integer({ description: 'Number of codes that are left' }),
  },
  { title: 'SecondFactor' },
);

export const AuthenticatorSecret = strictObject(
  {
    secret: Type.String({ description: 'Base32, to type into the app' }),
    uri: Type.String({ description: 'otpauth://totp/..., the same for a link or a QR code' }),
  },
  { title: 'AuthenticatorSecret' },
);

export const RecoveryCodes = strictObject(
  { codes: Type.Array(Type.String(), { description: 'Each works once; shown only here' }) },
  { title: 'RecoveryCodes' },
);

export const ReauthenticationBody = strictObject(
  { password: PasswordText },
  { title: 'Reauthentication' },
);

export const Membership = strictObject(
  {
    projectId: idOf('prj', 'What the header ringpost-project names'),
    projectName: Type.String(),
    role: Role,
    rights: Type.Array(Type.String(), {
      description: 'The rights of the role: the scopes of API keys, members:read and members:admin',
      examples: [['calls:read', 'deliveries:read']],
    }),
    masked: Type.Boolean({ description: 'True: personal data is masked for this person here' }),
    secondFactorMissing: Type.Boolean({
      description: 'True: the person can do nothing here until they show a second factor',
    }),
  },
  { title: 'Membership' },
);

const userProperties = {
  id: idOf('usr'),
  name: Type.String(),
  email: Type.String(),
  language: nullable(Type.String({ description: 'BCP 47; null: the language of the browser' })),
} as const;

export const UserRecord = strictObject(
  {
    ...userProperties,
    hasPassword: Type.Boolean({
      description: 'False: the person can sign in by the identity provider only',
    }),
    hasIdentityProvider: Type.Boolean({
      description: 'True: the account is linked to the identity provider',
    }),
  },
  { title: 'User' },
);

export const SessionRecord = strictObject(
  {
    id: idOf('ses'),
    user: UserRecord,
    memberships: Type.Array(Membership, { description: 'In the order of the project names' }),
    mayCreateProjects: Type.Boolean({
      description: 'True: the person may make projects, as the owner of any project may',
    }),
    signedInBy: oneOf(SIGN_IN_WAYS),
    createdAt: Timestamp,
    idleUntil: Type.String({
      ...Timestamp,
      description: 'When the session ends if no request comes; each request postpones it',
    }),
    expiresAt: Type.String({ ...Timestamp, description: 'When the session ends in any case' }),
    provenUntil: Type.String({
      ...Timestamp,
      description: 'Until then the person may change rights without proving again who they are',
    }),
    csrf: strictObject(
      {
        origin: Type.String({
          description: 'Requests that change something must come from a page of this origin',
        }),
        contentType: Type.String({ description: 'The only type of a body' }),
        projectHeader: Type.String({ description: 'Names the project of a request' }),
      },
      { title: 'SessionRules', description: 'Headers that requests with the cookie must have' },
    ),
  },
  { title: 'Session' },
);

export type Role = Static<typeof Role>;
export type Membership = Static<typeof Membership>;
export type UserRecord = Static<typeof UserRecord>;
export type SecondFactor = Static<typeof SecondFactorState>;
export type SessionRecord = Static<typeof SessionRecord>;
export { EmailText, PasswordText };
