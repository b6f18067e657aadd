/**
 * The RSA keys that sign requests to receivers (S7.14 to S7.17): created, published, rotated,
 * revoked. `signing-key-moves.ts` decides the state of each key. Private keys are sealed here and
 * never leave again, neither in an answer nor in an audit entry.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { isPublished, type SigningKey } from '../../core/key/signing-key.ts';
import { type Author, auditEntry, SYSTEM_AUTHOR } from '../manage/author.ts';
import { decideAgain } from '../manage/decide-again.ts';
import { createKeyedMutex } from '../manage/keyed-mutex.ts';
import { projectById } from '../manage/project-by-id.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProjectStore, SigningKeyStore } from '../ports/manage-store.ts';
import { keyPlace, type Secrets, SIGNING_KEY_CONTEXT } from '../ports/secrets.ts';
import type { SigningKeyMaker } from '../ports/signing-key-maker.ts';
import { movesOfRevocation, movesOfRotation, statesOf } from './signing-key-moves.ts';

/** A signing key without its private half. */
export type PublicSigningKey = Omit<SigningKey, 'privateKey'>;

export interface Jwks {
  readonly keys: readonly Readonly<Record<string, string>>[];
}

export interface SigningKeyService {
  /** Creates the active key of the project if it has none. */
  ensure(projectKey: ProjectKey): Promise<void>;
  list(projectKey: ProjectKey): Promise<readonly PublicSigningKey[]>;
  /** The published keys of a project: next, active and retiring. */
  jwks(projectId: string): Promise<Jwks>;
  /** SPKI PEM of a published key. */
  pem(projectId: string, kid: string): Promise<string>;
  /** Publishes a key before it signs. Throws STATE_CONFLICT if one is waiting already. */
  addNext(projectKey: ProjectKey, author: Author): Promise<PublicSigningKey>;
  /** `overlapDays` 0: the old key stops signing at once. Returns all keys afterwards. */
  rotate(
    projectKey: ProjectKey,
    overlapDays: number,
    author: Author,
  ): Promise<readonly PublicSigningKey[]>;
  /** Stops a key at once; if it was the active one, a new active key is created. */
  revoke(projectKey: ProjectKey, kid: string, author: Author): Promise<readonly PublicSigningKey[]>;
}

export interface SigningKeyParts {
  readonly store: SigningKeyStore & Pick<ProjectStore, 'project'>;
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly signingKeyMaker: SigningKeyMaker;
  readonly clock: Clock;
  /** Called after each change, so that the channel drops its cached keys. */
  readonly onChange: (projectKey: ProjectKey) => void;
}

export function createSigningKeyService(parts: SigningKeyParts): SigningKeyService {
  return { ...createReading(parts), ...createChanging(parts) };
}

type Reading = 'list' | 'jwks' | 'pem';

function createReading(parts: SigningKeyParts): Pick<SigningKeyService, Reading> {
  const { store, clock, signingKeyMaker } = parts;

  async function published(projectId: string): Promise<readonly SigningKey[]> {
    const project = await projectById(store, projectId);
    const nowMs = clock.wallMs();
    return (await store.signingKeys(project.key)).filter((key) => isPublished(key, nowMs));
  }

  return {
    list: async (projectKey) => (await store.signingKeys(projectKey)).map(publicPart),

    async jwks(projectId) {
      const keys = await published(projectId);
      return { keys: keys.map((key) => signingKeyMaker.publicJwk(key.publicKey)) };
    },

    async pem(projectId, kid) {
      const key = (await published(projectId)).find((each) => each.kid === kid);
      if (key === undefined) throw new ServiceError('NOT_FOUND', 'No published key has this kid.');
      return key.publicKey;
    },
  };
}

function createChanging(parts: SigningKeyParts): Omit<SigningKeyService, Reading> {
  const { store, secrets, clock, signingKeyMaker } = parts;
  const inTurn = createKeyedMutex<ProjectKey>();

  async function make(projectKey: ProjectKey, state: 'next' | 'active'): Promise<SigningKey> {
    const pair = await signingKeyMaker.makeSigningKey();
    const nowMs = clock.wallMs();
    return {
      ...pair,
      privateKey: secrets.seal(
        pair.privateKey,
        SIGNING_KEY_CONTEXT,
        keyPlace(projectKey, pair.kid),
      ),
      projectKey,
      state,
      createdAtMs: nowMs,
      stateSinceMs: nowMs,
      stateUntilMs: null,
    };
  }

  /**
   * Writes the changed keys with one audit entry. If another process changed them meanwhile,
   * `decide` runs again.
   */
  async function commit(
    projectKey: ProjectKey,
    author: Author,
    decide: (keys: readonly SigningKey[], make: Make) => Promise<Move | null>,
  ): Promise<Move | null> {
    const made = new Map<'next' | 'active', Promise<SigningKey>>();
    // Creating a pair takes a tenth of a second, so it is kept for the next try.
    const makeOnce: Make = (state) => {
      const pair = made.get(state) ?? make(projectKey, state);
      made.set(state, pair);
      return pair;
    };
    const done = await decideAgain(async () => {
      const keys = await store.signingKeys(projectKey);
      const move = await decide(keys, makeOnce);
      if (move === null) return { move };
      const before = statesOf(keys);
      const after = { ...before, ...statesOf(move.changed) };
      const change = { before, after };
      const audit = auditEntry(author, clock.wallMs(), move.action, move.kid, change);
      const put = await store.putSigningKeys({ keys: move.changed, audit, seen: keys });
      // Also if others changed the keys, since the cached ones are then out of date.
      parts.onChange(projectKey);
      return put ? { move } : null;
    });
    return done.move;
  }

  const shown = async (projectKey: ProjectKey) =>
    (await store.signingKeys(projectKey)).map(publicPart);

  return {
    ensure: (projectKey) =>
      inTurn(projectKey, async () => {
        await commit(projectKey, SYSTEM_AUTHOR, async (keys, makeOnce) => {
          if (keys.some((key) => key.state === 'active')) return null;
          return created(await makeOnce('active'));
        });
      }),

    addNext: (projectKey, author) =>
      inTurn(projectKey, async () => {
        const move = await commit(projectKey, author, async (keys, makeOnce) => {
          if (keys.every((key) => key.state !== 'next')) return created(await makeOnce('next'));
          throw new ServiceError('STATE_CONFLICT', 'A next key is published already.');
        });
        const next = move?.changed[0];
        if (next === undefined) throw new Error('what was made was put');
        return publicPart(next);
      }),

    rotate: (projectKey, overlapDays, author) =>
      inTurn(projectKey, async () => {
        await commit(projectKey, author, async (keys, makeOnce) => {
          const next = nextOf(keys) ?? (await makeOnce('active'));
          const changed = movesOfRotation(keys, next, overlapDays, clock.wallMs());
          return { changed, action: 'signing-key.rotated', kid: next.kid };
        });
        return shown(projectKey);
      }),

    revoke: (projectKey, kid, author) =>
      inTurn(projectKey, async () => {
        await commit(projectKey, author, async (keys, makeOnce) => {
          const successor = async () => nextOf(keys) ?? makeOnce('active');
          const changed = await movesOfRevocation(keys, kid, successor, clock.wallMs());
          return { changed, action: 'signing-key.revoked', kid };
        });
        return shown(projectKey);
      }),
  };
}

type Make = (state: 'next' | 'active') => Promise<SigningKey>;

/** The keys that change, and the action that the audit entry names. */
interface Move {
  readonly changed: readonly SigningKey[];
  readonly action: string;
  readonly kid: string;
}

function created(key: SigningKey): Move {
  return { changed: [key], action: 'signing-key.created', kid: key.kid };
}

function nextOf(keys: readonly SigningKey[]): SigningKey | undefined {
  return keys.find((key) => key.state === 'next');
}

function publicPart(key: SigningKey): PublicSigningKey {
  const { privateKey: _, ...rest } = key;
  return rest;
}
