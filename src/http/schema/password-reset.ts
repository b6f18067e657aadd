/**
 * A new password for a person who lost theirs, on the wire (S13.13 to S13.16). Only the answer that
 * creates the link holds it.
 */
import type { Static } from 'typebox';
import { EmailText, PasswordText } from './session.ts';
import { strictObject, Timestamp, Type } from './shared.ts';

const ResetToken = Type.String({ maxLength: 200, description: 'From the link' });

export const PasswordResetLink = strictObject(
  {
    link: Type.String({
      description: 'Works once, for 24 hours. Copy it now: it is never shown again',
      examples: ['https://calls.example.com/reset#token=…'],
    }),
    expiresAt: Timestamp,
  },
  { title: 'PasswordResetLink' },
);
export const PasswordResetRequest = strictObject(
  { email: EmailText },
  { title: 'PasswordResetRequest' },
);
export const PasswordResetPreviewBody = strictObject(
  { token: ResetToken },
  { title: 'PasswordResetPreviewInput' },
);
export const PasswordResetPreview = strictObject(
  { email: Type.String(), name: Type.String(), expiresAt: Timestamp },
  { title: 'PasswordResetPreview' },
);
export const PasswordResetBody = strictObject(
  { token: ResetToken, password: PasswordText },
  { title: 'PasswordReset' },
);

export type PasswordResetLink = Static<typeof PasswordResetLink>;
export type PasswordResetPreview = Static<typeof PasswordResetPreview>;
