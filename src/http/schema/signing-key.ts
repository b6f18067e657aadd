/**
 * Signing keys on the wire (S7.14 to S7.16): public halves only, for operators and, as JWKS and
 * PEM, for every receiver.
 */
import type { Static } from 'typebox';
import { SIGNING_KEY_STATES } from '../../core/key/signing-key.ts';
import { isoTime } from '../../core/time.ts';
import { OVERLAP_DAYS_MAX } from '../../engine/key/signing-key-moves.ts';
import type { PublicSigningKey } from '../../engine/key/signing-key-service.ts';
import {
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

export const SigningKeyRecord = strictObject(
  {
    kid: Type.String({ description: 'RFC 7638 thumbprint; the webhook-key-id header' }),
    state: oneOf(SIGNING_KEY_STATES, {
      title: 'SigningKeyState',
      description: 'next is published, active signs, retiring signs too until stateUntil',
    }),
    publicKey: Type.String({ description: 'SPKI PEM' }),
    createdAt: Timestamp,
    stateSince: Timestamp,
    stateUntil: nullable(Timestamp),
  },
  { title: 'SigningKey' },
);
export const SigningKeyPage = pageOf(SigningKeyRecord, 'SigningKeyPage');

export const SigningKeyPath = strictObject({ kid: Type.String({ maxLength: 64 }) });

/** Null stands for a missing body. */
export const RotateBody = nullable(
  strictObject(
    {
      overlapDays: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP_DAYS_MAX,
          description: 'How long the old key signs too, default 7; 0: it stops at once',
        }),
      ),
    },
    { title: 'RotateRequest' },
  ),
);

export const PublishedPath = strictObject({ projectId: Type.String({ maxLength: 64 }) });
export const PublishedKeyPath = strictObject({
  projectId: Type.String({ maxLength: 64 }),
  kid: Type.String({ maxLength: 64 }),
});

export const Jwks = strictObject(
  {
    keys: Type.Array(
      Type.Record(Type.String(), Type.String(), {
        description: 'kty RSA, n, e, kid, use sig, alg RS256',
      }),
    ),
  },
  { title: 'Jwks', description: 'RFC 7517; keys that sign now or are about to' },
);

export function showSigningKey(key: PublicSigningKey): Static<typeof SigningKeyRecord> {
  return {
    kid: key.kid,
    state: key.state,
    publicKey: key.publicKey,
    createdAt: isoTime(key.createdAtMs),
    stateSince: isoTime(key.stateSinceMs),
    stateUntil: nullableTimestampOf(key.stateUntilMs),
  };
}
