/**
 * Finds the caller of a request by its key, thousands of times a second. Valid and unknown keys are
 * cached apart, so that guesses cannot push valid keys out of memory. Concurrent lookups of one key
 * share one query.
 */

import { createExpiringCache } from '../expiring-cache.ts';
import type { Authentication } from '../manage/actor.ts';
import type { Clock } from '../ports/clock.ts';
import type { ApiKey, ApiKeyStore, ProjectStore } from '../ports/manage-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { createKeyUseLog } from './key-use-log.ts';

/** A revocation by another process takes effect after this time at the latest. */
export const KEY_MEMORY_MS = 5_000;
const VALID_MAX = 10_000;
const UNKNOWN_MAX = 1_000;

const UNKNOWN: Authentication = { kind: 'unknown' };

interface Known {
  readonly apiKey: ApiKey;
  readonly answer: Authentication;
}

export interface KeyLookup {
  authenticate(token: string): Promise<Authentication>;
  /**
   * Drops the cached answer for the key with this hash, and the result of a running query for it.
   */
  forget(hash: string): void;
  forgetAll(): void;
  flush(): Promise<void>;
}

export function createKeyLookup(
  store: ApiKeyStore & Pick<ProjectStore, 'project'>,
  secrets: Pick<Secrets, 'sha256Hex'>,
  clock: Clock,
): KeyLookup {
  const valid = createExpiringCache<Known>(clock, { entriesMax: VALID_MAX, ttlMs: KEY_MEMORY_MS });
  const unknown = createExpiringCache<true>(clock, {
    entriesMax: UNKNOWN_MAX,
    ttlMs: KEY_MEMORY_MS,
  });
  const running = new Map<string, Promise<Known | null>>();
  const uses = createKeyUseLog(store, clock);

  async function load(hash: string): Promise<Known | null> {
    const apiKey = await store.apiKeyByHash(hash);
    if (apiKey === null) return null;
    const project = await store.project(apiKey.projectKey);
    if (project === null) return null;
    const { id, projectKey, scopes } = apiKey;
    const actor = { projectKey, projectId: project.id, id, scopes: new Set(scopes) };
    return { apiKey, answer: { kind: 'ok', actor } };
  }

  async function find(hash: string): Promise<Known | null> {
    const known = valid.get(hash);
    if (known !== undefined) return known;
    if (unknown.get(hash) === true) return null;
    const present = running.get(hash);
    if (present !== undefined) return present;
    const askedMonoMs = clock.monoMs();
    const query = load(hash);
    running.set(hash, query);
    try {
      const found = await query;
      // The key was revoked during the query, so the answer may be out of date.
      if (running.get(hash) !== query) return find(hash);
      // The time of the question counts, so a slow answer is not kept for longer.
      if (found === null) unknown.set(hash, true, askedMonoMs);
      else valid.set(hash, found, askedMonoMs);
      return found;
    } finally {
      if (running.get(hash) === query) running.delete(hash);
    }
  }

  return {
    async authenticate(token) {
      const known = await find(secrets.sha256Hex(token));
      if (known === null) return UNKNOWN;
      const { key, id, projectKey, expiresAtMs, revokedAtMs } = known.apiKey;
      const isExpired = expiresAtMs !== null && expiresAtMs <= clock.wallMs();
      if (revokedAtMs !== null || isExpired) return { ...UNKNOWN, known: { id, projectKey } };
      uses.note(key);
      return known.answer;
    },
    forget(hash) {
      valid.delete(hash);
      unknown.delete(hash);
      running.delete(hash);
    },
    forgetAll() {
      valid.clear();
      unknown.clear();
      running.clear();
    },
    flush: uses.flush,
  };
}
