/** What an audit entry says of an API key: never the key, its hash or its hint. */
import type { ApiKey } from '../ports/manage-store.ts';

export function apiKeyFacts(apiKey: ApiKey): Pick<ApiKey, 'name' | 'scopes' | 'expiresAtMs'> {
  return { name: apiKey.name, scopes: apiKey.scopes, expiresAtMs: apiKey.expiresAtMs };
}
