/**
 * Step 8: the private keys that sign for a project now, parsed once and cached: parsing a PEM costs
 * as much as a signature. `forget` makes a change take effect at once, whether it was made in this
 * process or another one announced it. An announcement may get lost, so keys are also read again
 * after `FRESH_MS`: for at most that long a revoked key signs in a process that missed the
 * announcement.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { createBoundedCache } from '../../core/bounded-cache.ts';
import type { ProjectKey } from '../../core/id.ts';
import { isSigning, type SigningKey } from '../../core/key/signing-key.ts';
import type { Clock } from '../../engine/ports/clock.ts';
import { keyPlace, type Secrets, SIGNING_KEY_CONTEXT } from '../../engine/ports/secrets.ts';

export interface PrivateSigner {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export interface SigningKeySource {
  /** Active first, then retiring. Rejects if they cannot be read, opened or parsed. */
  keysFor(projectKey: ProjectKey): Promise<readonly PrivateSigner[]>;
}

export interface SigningKeyCache extends SigningKeySource {
  forget(projectKey: ProjectKey): void;
  /** Some announcements may have been missed. */
  forgetAll(): void;
}

/** The same bound as for API keys. One read of a few rows per sending project. */
export const FRESH_MS = 5_000;
export const PROJECTS_MAX = 10_000;
/** How long the store may take, since an attempt cannot wait for ever. */
export const LOAD_MS_MAX = 5_000;

interface Remembered {
  readonly keys: Promise<readonly PrivateSigner[]>;
  readonly untilMs: number;
}

export function createSigningKeyCache(options: {
  readonly load: (projectKey: ProjectKey) => Promise<readonly SigningKey[]>;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly clock: Clock;
}): SigningKeyCache {
  const { load, secrets, clock } = options;
  const remembered = createBoundedCache<ProjectKey, Remembered>(PROJECTS_MAX);

  const read = async (projectKey: ProjectKey) => {
    const keys = await within(clock, LOAD_MS_MAX, load(projectKey));
    const nowMs = clock.wallMs();
    return keys
      .filter((key) => isSigning(key, nowMs))
      .sort((one, other) => Number(other.state === 'active') - Number(one.state === 'active'))
      .map(({ kid, privateKey }) => ({
        kid,
        privateKey: createPrivateKey(
          secrets.open(privateKey, SIGNING_KEY_CONTEXT, keyPlace(projectKey, kid)),
        ),
      }));
  };

  return {
    keysFor(projectKey) {
      const present = remembered.get(projectKey);
      if (present !== undefined && present.untilMs > clock.monoMs()) return present.keys;
      const entry = { keys: read(projectKey), untilMs: clock.monoMs() + FRESH_MS };
      remembered.set(projectKey, entry);
      // A failure rejects all who wait for it, and is not cached.
      entry.keys.catch(() => {
        if (remembered.get(projectKey) === entry) remembered.delete(projectKey);
      });
      return entry.keys;
    },
    forget(projectKey) {
      remembered.delete(projectKey);
    },
    forgetAll() {
      remembered.clear();
    },
  };
}

async function within<Value>(clock: Clock, limitMs: number, wanted: Promise<Value>) {
  let stop = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    const timer = clock.after(limitMs, () => reject(new Error('the signing keys took too long')));
    stop = () => timer.cancel();
  });
  try {
    return await Promise.race([wanted, late]);
  } finally {
    stop();
  }
}
