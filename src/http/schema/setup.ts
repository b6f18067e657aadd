/**
 * The first start on the wire: whether there is an owner yet, the ways to sign in, and the one-time
 * token that creates the first owner (S13.5).
 */
import type { Static } from 'typebox';
import { EmailText, PasswordText } from './session.ts';
import { nullable, strictObject, Type } from './shared.ts';

export const SetupState = strictObject(
  {
    needed: Type.Boolean({ description: 'True until the first Owner is made' }),
    oidc: nullable(
      strictObject(
        {
          name: Type.String({ description: 'Name of the identity provider, for the button' }),
          startUrl: Type.String({ description: 'The address at which a browser signs in by it' }),
        },
        { title: 'OidcOffer', description: 'Null when no identity provider is set' },
      ),
    ),
    resetByMail: Type.Boolean({
      description:
        'True: the service can mail a link for a new password. False: an owner or admin makes one',
    }),
  },
  { title: 'SetupState' },
);

export const SetupBody = strictObject(
  {
    token: Type.String({ maxLength: 200, description: 'From the link that the start printed' }),
    email: EmailText,
    name: Type.String({ description: '1 to 120 characters' }),
    password: PasswordText,
  },
  { title: 'Setup' },
);

export type SetupState = Static<typeof SetupState>;
