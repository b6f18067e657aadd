/**
 * API keys on the wire (S12.20 to S12.23). The whole key is in one answer only: that of its
 * creation.
 */
import type { Static } from 'typebox';
import { masked } from '../../core/endpoint/secret-hint.ts';
import { MAKER_KINDS, MAKER_STATES } from '../../core/key/api-key-maker.ts';
import { SCOPES } from '../../core/key/scope.ts';
import { isoTime } from '../../core/time.ts';
import type { MadeKey } from '../../engine/key/api-key-service.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  pageQuery,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

const ScopeName = oneOf(SCOPES, { title: 'Scope' });

export const ApiKeyBody = strictObject(
  {
    name: Type.String({ description: '1 to 120 characters', examples: ['PBX reporter'] }),
    scopes: Type.Array(ScopeName, {
      maxItems: SCOPES.length,
      description: 'A key grants only scopes that it has itself; project:admin may grant all',
    }),
    expiresAt: Type.Optional(
      nullable(
        Type.String({ description: 'ISO 8601 with a zone; without it the key does not expire' }),
      ),
    ),
  },
  { title: 'ApiKeyInput' },
);

const properties = {
  id: idOf('key'),
  name: Type.String(),
  hint: Type.String({ description: 'The last four characters', examples: ['••••9f3c'] }),
  scopes: Type.Array(ScopeName),
  createdAt: Timestamp,
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable(Timestamp),
  revokedAt: nullable(Timestamp),
  inEnvironment: Type.Optional(
    Type.Boolean({
      description:
        'True: it is the RINGPOST_API_KEY of the process that answers. After it is revoked, take ' +
        'it out of the environment',
    }),
  ),
  madeBy: strictObject(
    {
      kind: oneOf(MAKER_KINDS, { description: 'system: a start, or RINGPOST_API_KEY' }),
      id: nullable(
        Type.String({
          description: 'The member (usr_...), API key (key_...) or instance key (ik_...)',
        }),
      ),
      name: nullable(Type.String()),
      state: oneOf(MAKER_STATES, {
        description:
          'removed: no member of the project any more; demoted: in a role that may make no ' +
          'keys. For a key that a key made: the state of the maker of the first one',
      }),
    },
    { title: 'ApiKeyMaker' },
  ),
} as const;

export const ApiKeyRecord = strictObject(properties, { title: 'ApiKey' });
export const ApiKeyCreated = strictObject(
  {
    ...properties,
    token: Type.String({
      description: 'The key itself. Keep it now: it is never shown again',
      examples: ['rp_4fJ0…'],
    }),
  },
  { title: 'ApiKeyCreated' },
);
export const ApiKeyPage = pageOf(ApiKeyRecord, 'ApiKeyPage');
export const ApiKeyPath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const ApiKeyQuery = strictObject({
  ...pageQuery,
  madeBy: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A member (usr_...): keys that they made, and keys made with these',
    }),
  ),
  makerState: Type.Optional(oneOf(MAKER_STATES)),
});

export function showApiKey(apiKey: MadeKey): Static<typeof ApiKeyRecord> {
  return {
    id: apiKey.id,
    name: apiKey.name,
    hint: masked(apiKey.hint),
    scopes: [...apiKey.scopes],
    createdAt: isoTime(apiKey.createdAtMs),
    expiresAt: nullableTimestampOf(apiKey.expiresAtMs),
    lastUsedAt: nullableTimestampOf(apiKey.lastUsedAtMs),
    revokedAt: nullableTimestampOf(apiKey.revokedAtMs),
    inEnvironment: apiKey.inEnvironment,
    madeBy: apiKey.maker,
  };
}
