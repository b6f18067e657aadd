/**
 * A person's own account on the wire: name, e-mail, language, password, and open sessions (S13).
 * No answer holds a password or a token.
 */
import type { Static } from 'typebox';
import { SIGN_IN_WAYS } from '../../core/person/session.ts';
import { isoTime } from '../../core/time.ts';
import {
  EMAIL_CHANGE_WAYS,
  type EmailChange as PendingEmail,
} from '../../engine/ports/email-change-store.ts';
import { EmailText, PasswordText } from './session.ts';
import { idOf, nullable, oneOf, pageOf, strictObject, Timestamp, Type } from './shared.ts';

export const AccountPatchBody = strictObject(
  {
    name: Type.Optional(Type.String({ description: '1 to 120 characters' })),
    email: Type.Optional(EmailText),
    language: Type.Optional(
      nullable(Type.String({ description: 'BCP 47, such as ja; null: as the browser says' })),
    ),
    currentPassword: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Needed for a new e-mail or password' }),
    ),
    newPassword: Type.Optional(PasswordText),
  },
  {
    title: 'AccountPatch',
    description:
      'What is absent stays as it is. A new password ends all other sessions and renews this one',
  },
);

export const AccountSession = strictObject(
  {
    id: idOf('ses'),
    current: Type.Boolean({ description: 'True: the session of this request' }),
    signedInBy: oneOf(SIGN_IN_WAYS),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp,
    address: Type.String({ description: 'The address from which the person signed in' }),
    userAgent: Type.String({
      description: 'The user agent of the browser; at most 200 characters',
    }),
  },
  { title: 'AccountSession' },
);
export const AccountSessionPage = pageOf(AccountSession, 'AccountSessionPage');
export const SessionPath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const EmailChange = strictObject(
  {
    email: Type.String(),
    way: oneOf(EMAIL_CHANGE_WAYS, {
      description:
        'mail: a link was sent to the new address. owner: an owner of your project confirms it',
    }),
    expiresAt: Timestamp,
  },
  {
    title: 'EmailChange',
    description: 'The answer does not say whether another account has the address',
  },
);
export const EmailChangeState = strictObject(
  { pending: nullable(EmailChange) },
  { title: 'EmailChangeState' },
);
export const EmailChangeConfirmBody = strictObject(
  { token: Type.String({ maxLength: 200, description: 'From the link' }) },
  { title: 'EmailChangeConfirmation' },
);
export const EmailChangeOwnerBody = strictObject(
  { email: Type.String({ maxLength: 1_000, description: 'The pendingEmail that you confirm' }) },
  { title: 'MemberEmailConfirmation' },
);

export function showEmailChange(change: PendingEmail | null): Static<typeof EmailChange> | null {
  if (change === null) return null;
  const { email, way, expiresAtMs } = change;
  return { email, way, expiresAt: isoTime(expiresAtMs) };
}

export type EmailChangeState = Static<typeof EmailChangeState>;
export type AccountSession = Static<typeof AccountSession>;
