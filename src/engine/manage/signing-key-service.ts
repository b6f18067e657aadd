/**
 * The RSA keys that sign requests to receivers (specification section 5, decisions section 6):
 * made, published, rotated, revoked. `signing-key-moves.ts` says which key becomes what. Private
 * keys are sealed here and never leave again, neither in an answer nor in an audit entry.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProjectStore, SigningKey, SigningKeyStore } from '../ports/manage-store.ts';
import type { KeyMaker, Secrets } from '../ports/secrets.ts';
import { type Author, auditEntry, SYSTEM_AUTHOR } from './author.ts';
import { projectById } from './project-by-id.ts';
import { isPublished, movesOfRevocation, movesOfRotation, statesOf } from './signing-key-moves.ts';
import { createTurnQueue } from './turn-queue.ts';

/** The context that private keys are sealed in. */
export const SIGNING_KEY_CONTEXT = 'signing-key';

/** A signing key without its private half. */
export type PublicSigningKey = Omit<SigningKey, 'privateKey'>;

export interface Jwks {
  readonly keys: readonly Readonly<Record<string, string>>[];
}

export interface SigningKeyService {
  /** Makes the active key of the project when it has none. */
  ensure(projectKey: ProjectKey): Promise<void>;
  list(projectKey: ProjectKey): Promise<readonly PublicSigningKey[]>;
  /** The published keys of a project: next, active and retiring. */
  jwks(projectId: string): Promise<Jwks>;
  /** SPKI PEM of a published key. */
  pem(projectId: string, kid: string): Promise<string>;
  /** Publishes a key ahead of its use; STATE_CONFLICT when one is waiting already. */
  addNext(projectKey: ProjectKey, author: Author): Promise<PublicSigningKey>;
  /** `overlapDays` 0: the old key stops signing at once. Answers all keys afterwards. */
  rotate(
    projectKey: ProjectKey,
    overlapDays: number,
    author: Author,
  ): Promise<readonly PublicSigningKey[]>;
  /** Stops a key at once; makes a new active key when it was the active one. */
  revoke(projectKey: ProjectKey, kid: string, author: Author): Promise<readonly PublicSigningKey[]>;
}

export interface SigningKeyParts {
  readonly store: SigningKeyStore & Pick<ProjectStore, 'project'>;
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly keyMaker: KeyMaker;
  readonly clock: Clock;
  /** Called after each commit, so that the channel forgets the keys that it remembers. */
  readonly onChange: (projectKey: ProjectKey) => void;
}

export function createSigningKeyService(parts: SigningKeyParts): SigningKeyService {
  return { ...createReading(parts), ...createChanging(parts) };
}

type Reading = 'list' | 'jwks' | 'pem';

function createReading(parts: SigningKeyParts): Pick<SigningKeyService, Reading> {
  const { store, clock, keyMaker } = parts;

  async function published(projectId: string): Promise<readonly SigningKey[]> {
    const project = await projectById(store, projectId);
    const nowMs = clock.wallMs();
    return (await store.signingKeys(project.key)).filter((key) => isPublished(key, nowMs));
  }

  return {
    list: async (projectKey) => (await store.signingKeys(projectKey)).map(publicPart),

    async jwks(projectId) {
      const keys = await published(projectId);
      return { keys: keys.map((key) => keyMaker.publicJwk(key.publicKey)) };
    },

    async pem(projectId, kid) {
      const key = (await published(projectId)).find((each) => each.kid === kid);
      if (key === undefined) throw new ServiceError('NOT_FOUND', 'No published key has this kid.');
      return key.publicKey;
    },
  };
}

function createChanging(parts: SigningKeyParts): Omit<SigningKeyService, Reading> {
  const { store, secrets, clock, keyMaker } = parts;
  const inTurn = createTurnQueue<ProjectKey>();

  async function make(projectKey: ProjectKey, state: 'next' | 'active'): Promise<SigningKey> {
    const pair = await keyMaker.makeSigningKey();
    const nowMs = clock.wallMs();
    return {
      ...pair,
      privateKey: secrets.seal(pair.privateKey, SIGNING_KEY_CONTEXT),
      projectKey,
      state,
      createdAtMs: nowMs,
      stateSinceMs: nowMs,
      stateUntilMs: null,
    };
  }

  /** Writes changed keys with one entry, and answers all keys as they are then. */
  async function commit(
    projectKey: ProjectKey,
    changed: readonly SigningKey[],
    action: string,
    target: string,
    author: Author,
  ): Promise<readonly PublicSigningKey[]> {
    const before = statesOf(await store.signingKeys(projectKey));
    const after = { ...before, ...statesOf(changed) };
    const entry = auditEntry(author, clock.wallMs(), action, target, { before, after });
    await store.putSigningKeys(changed, entry);
    parts.onChange(projectKey);
    return (await store.signingKeys(projectKey)).map(publicPart);
  }

  return {
    ensure: (projectKey) =>
      inTurn(projectKey, async () => {
        const keys = await store.signingKeys(projectKey);
        if (keys.some((key) => key.state === 'active')) return;
        const active = await make(projectKey, 'active');
        await commit(projectKey, [active], 'signing-key.created', active.kid, SYSTEM_AUTHOR);
      }),

    addNext: (projectKey, author) =>
      inTurn(projectKey, async () => {
        const keys = await store.signingKeys(projectKey);
        if (keys.some((key) => key.state === 'next')) {
          throw new ServiceError('STATE_CONFLICT', 'A next key is published already.');
        }
        const next = await make(projectKey, 'next');
        await commit(projectKey, [next], 'signing-key.created', next.kid, author);
        return publicPart(next);
      }),

    rotate: (projectKey, overlapDays, author) =>
      inTurn(projectKey, async () => {
        const keys = await store.signingKeys(projectKey);
        const next = keys.find((key) => key.state === 'next') ?? (await make(projectKey, 'active'));
        const changed = movesOfRotation(keys, next, overlapDays, clock.wallMs());
        return commit(projectKey, changed, 'signing-key.rotated', next.kid, author);
      }),

    revoke: (projectKey, kid, author) =>
      inTurn(projectKey, async () => {
        const keys = await store.signingKeys(projectKey);
        const successor = async () =>
          keys.find((key) => key.state === 'next') ?? (await make(projectKey, 'active'));
        const changed = await movesOfRevocation(keys, kid, successor, clock.wallMs());
        return commit(projectKey, changed, 'signing-key.revoked', kid, author);
      }),
  };
}

function publicPart(key: SigningKey): PublicSigningKey {
  const { privateKey: _, ...rest } = key;
  return rest;
}
