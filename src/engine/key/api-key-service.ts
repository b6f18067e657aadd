/**
 * API keys (S12.20 to S12.23): created, listed, revoked, and looked up for every request. A key is
 * shown once and stored as its SHA-256; nothing here may log it or put it in an audit entry.
 * Lookups are cached for at most 5 s; a revocation in this process acts at once. The store checks
 * again, within the write, that the asking key is not revoked.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { type ApiKeyKey, asKey, type ProjectKey, parseId } from '../../core/id.ts';
import { type KeyMaker, keysMadeBy, makerOf } from '../../core/key/api-key-maker.ts';
import { SCOPES } from '../../core/key/scope.ts';
import type { Actor, Authentication } from '../manage/actor.ts';
import { type Author, auditEntry, SYSTEM_AUTHOR } from '../manage/author.ts';
import { decideAgain } from '../manage/decide-again.ts';
import { createKeyedMutex } from '../manage/keyed-mutex.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstanceStore } from '../ports/instance-store.ts';
import type { ApiKey, ApiKeyStore, KeyCondition, ProjectStore } from '../ports/manage-store.ts';
import type { PeopleStore } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { type ApiKeyInput, checkApiKeyInput } from './api-key-input.ts';
import { createKeyLookup } from './key-lookup.ts';

const TOKEN_PREFIX = 'rp_';
const TOKEN_BYTES = 32;

/** A key with its creator: a member, another key, or the service. */
export interface MadeKey extends ApiKey {
  readonly maker: KeyMaker;
  /** Whether it is the RINGPOST_API_KEY of this process. */
  readonly inEnvironment: boolean;
}

export interface ApiKeyService {
  /** `token`: the whole key, which can never be read again. */
  create(
    actor: Actor,
    input: ApiKeyInput,
    author: Author,
  ): Promise<{ readonly apiKey: ApiKey; readonly token: string }>;
  /**
   * With the creator of each key. `madeBy`: only keys that this member created, directly or through
   * other keys.
   */
  list(projectKey: ProjectKey, madeBy?: string): Promise<readonly MadeKey[]>;
  get(projectKey: ProjectKey, id: string): Promise<MadeKey>;
  /**
   * Throws STATE_CONFLICT for the caller's own key, because the caller needs another one to go on,
   * and UNAUTHENTICATED if the caller's key was revoked meanwhile; so one key always remains.
   * Returns whether it is still the RINGPOST_API_KEY of this process.
   */
  revoke(actor: Actor, id: string, author: Author): Promise<{ readonly inEnvironment: boolean }>;
  /** `unknown` if the key is unknown, revoked or expired. */
  authenticate(token: string): Promise<Authentication>;
  /** Another process changed keys, so every cached answer is dropped. */
  forgetAll(): void;
  /**
   * Creates this key with every scope in the project unless it exists (`RINGPOST_API_KEY`). Returns
   * null if it works, and the id of one that was revoked, which stays so.
   */
  ensureKey(projectKey: ProjectKey, token: string): Promise<{ readonly revoked: string } | null>;
  /** Creates a key with every scope if the project never had one; else returns null. */
  ensureFirstKey(projectKey: ProjectKey): Promise<string | null>;
  /**
   * Writes the times of last use that are still in memory. Must be called before the store closes.
   */
  flush(): Promise<void>;
}

export interface ApiKeyParts {
  readonly store: ApiKeyStore &
    Pick<ProjectStore, 'project'> &
    Pick<PeopleStore, 'keyPeople'> &
    Pick<InstanceStore, 'instanceKeys'>;
  readonly secrets: Pick<Secrets, 'token' | 'sha256Hex'>;
  readonly clock: Clock;
  /** `RINGPOST_API_KEY` of this process. */
  readonly environmentKey?: string | null;
}

export function createApiKeyService(parts: ApiKeyParts): ApiKeyService {
  const { store, secrets, clock } = parts;
  const isOfEnvironment = environmentTest(parts);
  const listed = (of: ProjectKey, by?: string) => madeKeys(store, of, isOfEnvironment, by);
  const lookup = createKeyLookup(store, secrets, clock);
  const inTurn = createKeyedMutex<ProjectKey>();
  const newToken = () => `${TOKEN_PREFIX}${secrets.token(TOKEN_BYTES)}`;

  /** Returns null if `condition` is not met or the same key exists already. */
  async function make(
    projectKey: ProjectKey,
    token: string,
    input: ApiKeyInput,
    author: Author,
    condition?: KeyCondition,
  ): Promise<ApiKey | null> {
    const facts = factsOf(input);
    const apiKey = await store.createApiKey({
      projectKey,
      key: { ...facts, hash: secrets.sha256Hex(token), hint: token.slice(-4) },
      audit: auditEntry(author, clock.wallMs(), 'api-key.created', null, {
        before: null,
        after: facts,
      }),
      condition,
    });
    if (apiKey !== null) lookup.forget(apiKey.hash);
    return apiKey;
  }

  return {
    create: (actor, input, author) =>
      inTurn(actor.projectKey, async () => {
        const token = newToken();
        const apiKey = await decideAgain(async () => {
          checkApiKeyInput(input, actor, clock.wallMs());
          refuseRevoked(await store.apiKeys(actor.projectKey), actor);
          const asking = askingKey(actor);
          const condition = asking === null ? 'person' : { asking };
          return make(actor.projectKey, token, input, author, condition);
        });
        return { apiKey, token };
      }),

    list: listed,
    get: async (projectKey, id) => {
      const found = (await listed(projectKey)).find((each) => each.id === id);
      if (found === undefined) throw notThere();
      return found;
    },

    revoke: async (actor, id, author) => {
      const { projectKey } = actor;
      const revoke = async () => {
        const apiKeys = await store.apiKeys(projectKey);
        const apiKey = keyById(apiKeys, id);
        refuseRevoked(apiKeys, actor);
        if (id === actor.id) {
          throw new ServiceError('STATE_CONFLICT', 'A key cannot revoke itself; use another key.');
        }
        const answer = { inEnvironment: isOfEnvironment(apiKey) };
        if (apiKey.revokedAtMs !== null) return answer;
        const change = { before: factsOf(apiKey), after: null };
        const audit = auditEntry(author, clock.wallMs(), 'api-key.revoked', id, change);
        const asking = askingKey(actor) ?? undefined;
        const revoked = await store.revokeApiKey({ projectKey, key: apiKey.key, audit, asking });
        lookup.forget(apiKey.hash);
        return revoked ? answer : null;
      };
      return inTurn(projectKey, () => decideAgain(revoke));
    },

    authenticate: lookup.authenticate,
    forgetAll: lookup.forgetAll,

    ensureKey: (projectKey, token) =>
      keyOfEnvironment(secrets.sha256Hex(token), store, (input) =>
        make(projectKey, token, input, SYSTEM_AUTHOR),
      ),

    ensureFirstKey: (projectKey) =>
      inTurn(projectKey, async () => {
        if ((await store.apiKeys(projectKey)).length > 0) return null;
        const token = newToken();
        const input = { name: 'First key', scopes: SCOPES, expiresAtMs: null };
        // If another process created the key, that process shows it, and this one cannot.
        const made = await make(projectKey, token, input, SYSTEM_AUTHOR, 'first');
        return made === null ? null : token;
      }),

    flush: lookup.flush,
  };
}

async function keyOfEnvironment(
  hash: string,
  store: ApiKeyStore,
  make: (input: ApiKeyInput) => Promise<ApiKey | null>,
): Promise<{ readonly revoked: string } | null> {
  const input = { name: 'RINGPOST_API_KEY', scopes: SCOPES, expiresAtMs: null };
  const found = await decideAgain(async () => (await store.apiKeyByHash(hash)) ?? make(input));
  return found.revokedAtMs === null ? null : { revoked: found.id };
}

function environmentTest({ secrets, environmentKey = null }: ApiKeyParts) {
  const environmentHash = environmentKey === null ? null : secrets.sha256Hex(environmentKey);
  return ({ hash }: ApiKey): boolean => hash === environmentHash;
}

async function madeKeys(
  store: ApiKeyParts['store'],
  projectKey: ProjectKey,
  isOfEnvironment: (apiKey: ApiKey) => boolean,
  madeBy?: string,
): Promise<readonly MadeKey[]> {
  const all = await store.apiKeys(projectKey);
  const people = await store.keyPeople(projectKey);
  const wanted = madeBy === undefined ? all : keysMadeBy(all, madeBy);
  const byInstance = all.some((each) => each.madeBy?.startsWith('ik_'));
  const instanceKeys = byInstance ? await store.instanceKeys(null) : [];
  const names = new Map(instanceKeys.map(({ id, name }) => [id, name]));
  return wanted.map((apiKey) => ({
    ...apiKey,
    maker: makerOf(apiKey, all, people, names),
    inEnvironment: isOfEnvironment(apiKey),
  }));
}

/** The fields of a key in an audit entry: never the key, its hash or its hint. */
function factsOf({ name, scopes, expiresAtMs }: ApiKeyInput): ApiKeyInput {
  return { name, scopes, expiresAtMs };
}

/**
 * The asking key may have been revoked while its request waited for the mutex. Without this check
 * two keys could revoke each other and leave none, and a revoked key could create another one.
 */
function refuseRevoked(apiKeys: readonly ApiKey[], actor: Actor): void {
  const asking = apiKeys.find(({ id }) => id === actor.id);
  if (asking === undefined || asking.revokedAtMs === null) return;
  throw new ServiceError('UNAUTHENTICATED', 'The API key is unknown, expired or revoked.');
}

function keyById(apiKeys: readonly ApiKey[], id: string): ApiKey {
  const apiKey = apiKeys.find((each) => each.id === id);
  if (apiKey === undefined) throw notThere();
  return apiKey;
}

function notThere(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such API key.');
}

/** Null: a signed-in person, who needs no key. */
function askingKey({ id }: Actor): ApiKeyKey | null {
  const key = parseId('key', id)?.key;
  return key === undefined ? null : asKey<ApiKeyKey>(key);
}
