/**
 * API keys on the wire (decisions section 11). The whole key is in one answer only: that of its
 * creation.
 */
import type { Static } from 'typebox';
import { isoTime } from '../../core/time.ts';
import { masked } from '../../engine/manage/secret-hint.ts';
import { type ApiKey, SCOPES } from '../../engine/ports/manage-store.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  strictObject,
  Timestamp,
} from './shared.ts';
import { Type } from './type.ts';

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

export function showApiKey(apiKey: ApiKey): Static<typeof ApiKeyRecord> {
  return {
    id: apiKey.id,
    name: apiKey.name,
    hint: masked(apiKey.hint),
    scopes: [...apiKey.scopes],
    createdAt: isoTime(apiKey.createdAtMs),
    expiresAt: nullableTimestampOf(apiKey.expiresAtMs),
    lastUsedAt: nullableTimestampOf(apiKey.lastUsedAtMs),
    revokedAt: nullableTimestampOf(apiKey.revokedAtMs),
  };
}
