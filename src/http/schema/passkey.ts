/**
 * Passkeys on the wire. The request to a browser has the JSON form of WebAuthn
 * (`PublicKeyCredential.parseCreationOptionsFromJSON` reads it); the browser's answer is flat,
 * every value as base64url.
 */
import type { Static } from 'typebox';
import { CHALLENGE_MS } from '../../core/person/session.ts';
import { isoTime } from '../../core/time.ts';
import { handleOf } from '../../engine/people/passkey-entrance.ts';
import type { Passkey as KnownPasskey } from '../../engine/ports/passkey-store.ts';
import {
  type Assertion,
  PASSKEY_ALGORITHMS,
  type RelyingParty,
} from '../../engine/ports/passkey-verifier.ts';
import type { User } from '../../engine/ports/people-store.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  pageOf,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

const bytes = (charactersMax: number, description: string, example: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]+$',
    maxLength: charactersMax,
    description,
    examples: [example],
  });
/** WebAuthn allows 1,023 bytes. */
const CredentialId = bytes(1_364, 'As the authenticator names it', 'q83vEjRWeJCrze8SNFZ4kA');
const ClientData = bytes(4_000, 'clientDataJSON', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0');

export const PasskeyCredentialBody = strictObject(
  {
    id: CredentialId,
    clientDataJSON: ClientData,
    attestationObject: bytes(20_000, 'attestationObject', 'o2NmbXRkbm9uZQ'),
    transports: Type.Optional(
      Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20, examples: [['internal']] }),
    ),
  },
  { title: 'PasskeyCredential' },
);

export const PasskeyBody = strictObject(
  {
    name: Type.String({ description: '1 to 60 characters', examples: ['Laptop'] }),
    credential: PasskeyCredentialBody,
  },
  { title: 'PasskeyInput' },
);

export const PasskeyAssertionBody = strictObject(
  {
    id: CredentialId,
    clientDataJSON: ClientData,
    authenticatorData: bytes(4_000, 'authenticatorData', 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuo'),
    signature: bytes(2_000, 'signature', 'MEUCIQDZ'),
    userHandle: Type.Optional(
      nullable(
        Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 100, description: 'userHandle' }),
      ),
    ),
  },
  { title: 'PasskeyAssertion' },
);

const Descriptor = strictObject(
  { id: Type.String(), type: Type.Literal('public-key'), transports: Type.Array(Type.String()) },
  { title: 'PasskeyDescriptor' },
);
const Verification = Type.String({ description: '`required` or `preferred`' });

export const PasskeyRequest = strictObject(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    timeout: Type.Integer({ description: 'Milliseconds' }),
    userVerification: Verification,
    allowCredentials: Type.Array(Descriptor, { description: 'Empty: any of this service' }),
  },
  { title: 'PasskeyRequest', description: 'PublicKeyCredentialRequestOptionsJSON' },
);

export const PasskeyCreation = strictObject(
  {
    challenge: Type.String(),
    rp: strictObject({ id: Type.String(), name: Type.String() }),
    user: strictObject({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(
      strictObject({ type: Type.Literal('public-key'), alg: Type.Integer() }),
    ),
    timeout: Type.Integer({ description: 'Milliseconds' }),
    excludeCredentials: Type.Array(Descriptor, {
      description: 'The passkeys that the account has',
    }),
    authenticatorSelection: strictObject({
      residentKey: Type.String(),
      userVerification: Verification,
    }),
    attestation: Type.Literal('none'),
  },
  { title: 'PasskeyCreation', description: 'PublicKeyCredentialCreationOptionsJSON' },
);

export const Passkey = strictObject(
  {
    id: idOf('psk'),
    name: Type.String(),
    createdAt: Timestamp,
    lastUsedAt: nullable(Timestamp),
    signsIn: Type.Boolean({
      description:
        'True: works without the password. False after a reset, until used with the password once',
    }),
  },
  { title: 'Passkey' },
);
export const PasskeyPage = pageOf(Passkey, 'PasskeyPage');
export const PasskeyPath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const PasskeyAdded = strictObject(
  {
    passkey: Passkey,
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Recovery codes, if this is the first factor of the account; shown only here',
    }),
  },
  { title: 'PasskeyAdded' },
);

export const SecondFactorMeans = strictObject(
  {
    authenticator: Type.Boolean({
      description: 'True: a code of an authenticator app is accepted',
    }),
    recoveryCodes: Type.Integer({ description: 'Number of codes that are left' }),
    passkey: nullable(PasskeyRequest),
  },
  { title: 'SecondFactorMeans', description: 'The factors that the second step accepts' },
);

interface Asked {
  readonly challenge: string;
  readonly passkeys: readonly KnownPasskey[];
}

export function showRequest(
  { challenge, passkeys }: Asked,
  { id }: RelyingParty,
  userVerification: 'required' | 'preferred',
): Static<typeof PasskeyRequest> {
  const allowCredentials = passkeys.map(showDescriptor);
  return { challenge, rpId: id, timeout: CHALLENGE_MS, userVerification, allowCredentials };
}

export function showCreation(
  { challenge, passkeys }: Asked,
  user: User,
  { id }: RelyingParty,
): Static<typeof PasskeyCreation> {
  return {
    challenge,
    rp: { id, name: 'Ringpost' },
    timeout: CHALLENGE_MS,
    attestation: 'none',
    user: { id: handleOf(user), name: user.email, displayName: user.name },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map(showDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  };
}

export function showPasskey(passkey: KnownPasskey): Static<typeof Passkey> {
  const { id, name, signsIn, createdAtMs, usedAtMs } = passkey;
  const lastUsedAt = nullableTimestampOf(usedAtMs);
  return { id, name, createdAt: isoTime(createdAtMs), lastUsedAt, signsIn };
}

export function assertionOf(body: Static<typeof PasskeyAssertionBody>): Assertion {
  const { userHandle = null, ...rest } = body;
  return { ...rest, userHandle: userHandle === '' ? null : userHandle };
}

function showDescriptor({ credentialId, transports }: KnownPasskey): Static<typeof Descriptor> {
  return { id: credentialId, type: 'public-key', transports: [...transports] };
}

export type Passkey = Static<typeof Passkey>;
export type PasskeyAdded = Static<typeof PasskeyAdded>;
export type PasskeyCreation = Static<typeof PasskeyCreation>;
export type PasskeyRequest = Static<typeof PasskeyRequest>;
export type SecondFactorMeans = Static<typeof SecondFactorMeans>;
