/**
 * API keys (decisions section 11): made, listed, revoked, and looked up for every request. A key
 * is shown once and stored as its SHA-256; nothing here may log it or put it in an audit entry.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { ApiKey, Scope } from '../ports/manage-store.ts';
import type { Author } from './author.ts';

/** Whom a valid key stands for. `keyId`: `key_...`. */
export interface KeyHolder {
  readonly projectKey: ProjectKey;
  readonly projectId: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
}

export interface ApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAtMs: number | null;
}

export interface ApiKeyService {
  /** `token` is the whole key; it can never be read again. */
  create(
    holder: KeyHolder,
    input: ApiKeyInput,
    author: Author,
  ): Promise<{ readonly apiKey: ApiKey; readonly token: string }>;
  list(projectKey: ProjectKey): Promise<readonly ApiKey[]>;
  /** STATE_CONFLICT for the key that asks: whoever revokes needs another one to go on. */
  revoke(holder: KeyHolder, id: string, author: Author): Promise<void>;
  /** Null when the key is unknown, revoked or expired. */
  authenticate(token: string): Promise<KeyHolder | null>;
  /** Makes sure that this key exists with every scope in the project (`RINGPOST_API_KEY`). */
  ensureKey(projectKey: ProjectKey, token: string): Promise<void>;
  /** Writes the times of last use that are still in memory; called before the store closes. */
  flush(): Promise<void>;
}
