/**
 * Instance keys (S12.38): made and revoked on the host, looked up for every request that brings
 * one. Nothing is remembered, so that a revoked key is refused at once in every process. A key is
 * shown once and stored as its SHA-256; nothing here may log it.
 */
import { type Author, auditEntry, SYSTEM_AUTHOR } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstanceKey, InstanceStore } from '../ports/instance-store.ts';
import type { Secrets } from '../ports/secrets.ts';

export const INSTANCE_KEY_PREFIX = 'rpi_';
const TOKEN_BYTES = 32;
/** The time of the last use is written at most so often for each key. */
const TOUCH_EVERY_MS = 60_000;
/** The name of the key that a setting gives. */
export const ENVIRONMENT_NAME = 'RINGPOST_INSTANCE_KEY';

export interface InstanceKeyService {
  /** Null if the key is unknown or revoked. */
  authenticate(token: string): Promise<InstanceKey | null>;
  /** Names by id, of revoked keys too, for the audit trail. */
  names(): Promise<ReadonlyMap<string, string>>;
  /** `token`: the whole key, which can never be read again. */
  create(name: string, author?: Author): Promise<{ readonly id: string; readonly token: string }>;
  /**
   * Stores this key unless it is there (`RINGPOST_INSTANCE_KEY`). Returns false if it is revoked.
   */
  ensure(token: string): Promise<boolean>;
}

export interface InstanceKeyParts {
  readonly store: Pick<
    InstanceStore,
    'createInstanceKey' | 'instanceKeyByHash' | 'instanceKeys' | 'touchInstanceKey'
  >;
  readonly secrets: Pick<Secrets, 'token' | 'sha256Hex'>;
  readonly clock: Clock;
}

export function createInstanceKeyService(parts: InstanceKeyParts): InstanceKeyService {
  const { store, secrets, clock } = parts;

  function make(name: string, token: string, author: Author): Promise<InstanceKey> {
    return store.createInstanceKey(newInstanceKey(name, token, author, parts));
  }

  return {
    async authenticate(token) {
      const found = await store.instanceKeyByHash(secrets.sha256Hex(token));
      if (found === null || found.revokedAtMs !== null) return null;
      const nowMs = clock.wallMs();
      if (nowMs - (found.lastUsedAtMs ?? 0) >= TOUCH_EVERY_MS) {
        await store.touchInstanceKey({ key: found.key, atMs: nowMs });
      }
      return found;
    },

    async names() {
      return new Map((await store.instanceKeys(null)).map(({ id, name }) => [id, name]));
    },

    async create(name, author = SYSTEM_AUTHOR) {
      const token = newInstanceToken(secrets);
      return { id: (await make(name, token, author)).id, token };
    },

    async ensure(token) {
      return (await make(ENVIRONMENT_NAME, token, SYSTEM_AUTHOR)).revokedAtMs === null;
    },
  };
}

export function newInstanceToken(secrets: Pick<Secrets, 'token'>): string {
  return `${INSTANCE_KEY_PREFIX}${secrets.token(TOKEN_BYTES)}`;
}

/** What a store keeps of a new key; also for the command on the host, which has no service. */
export function newInstanceKey(
  name: string,
  token: string,
  author: Author,
  { secrets, clock }: Pick<InstanceKeyParts, 'secrets' | 'clock'>,
): Parameters<InstanceStore['createInstanceKey']>[0] {
  const change = { before: null, after: { name } };
  return {
    key: { name, hash: secrets.sha256Hex(token), hint: token.slice(-4) },
    audit: auditEntry(author, clock.wallMs(), 'instance-key.created', null, change),
  };
}
