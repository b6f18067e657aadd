/**
 * The keys of a project, fetched from its JWKS address and cached. The address is fixed when the
 * set is created: never take it from a request. An unknown key id causes another fetch, at most
 * once a minute, so that made-up ids cannot cause a flood of requests.
 */
import { readBounded, textOf } from './bytes.ts';
import { checkedUrl } from './call-log.ts';
import { type PublicJwk, type PublicKey, readPublicKey } from './public-key.ts';

export type KeyLookup =
  | { readonly kind: 'key'; readonly key: PublicKey }
  | { readonly kind: 'unknown' }
  /** The keys cannot be fetched now: answer 503, so that the webhook is sent again. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface KeySet {
  keyById(kid: string): Promise<KeyLookup>;
}

export interface KeySetOptions {
  readonly fetch?: typeof fetch;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Allows `http:` to hosts other than this machine. Only for networks that you trust. */
  readonly allowHttp?: boolean;
}

const MAX_AGE_MS = 5 * 60_000;
/** How long fetched keys are used if the address cannot be reached. */
const STALE_MS_MAX = 60 * 60_000;
const UNKNOWN_KEY_PAUSE_MS = 60_000;
const FAILURE_PAUSE_MS = 5_000;
const FETCH_TIMEOUT_MS = 5_000;
const DOCUMENT_BYTES_MAX = 65_536;
const KEYS_MAX = 32;

/** Throws a TypeError if the address is neither https nor on this machine. */
export function createKeySet(jwksUrl: string, options: KeySetOptions = {}): KeySet {
  const url = checkedUrl(jwksUrl, options.allowHttp ?? false);
  const now = options.now ?? Date.now;
  let keys: ReadonlyMap<string, PublicKey> = new Map();
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let failure: string | null = null;
  let running: Promise<void> | null = null;

  /** A caller that asks during a fetch waits for that fetch. */
  const refresh = (): Promise<void> => {
    if (running !== null) return running;
    triedAtMs = now();
    running = fetchKeys(url, options.fetch ?? fetch)
      .then(
        (fetched) => {
          keys = fetched;
          fetchedAtMs = now();
          failure = null;
        },
        (error: unknown) => {
          failure = error instanceof Error ? error.message : String(error);
        },
      )
      .finally(() => {
        running = null;
      });
    return running;
  };

  return {
    async keyById(kid) {
      if (now() - fetchedAtMs > MAX_AGE_MS || !keys.has(kid)) {
        const pauseMs = failure === null ? UNKNOWN_KEY_PAUSE_MS : FAILURE_PAUSE_MS;
        if (running !== null || now() - triedAtMs >= pauseMs) await refresh();
      }
      if (now() - fetchedAtMs > STALE_MS_MAX) {
        return { kind: 'unavailable', detail: failure ?? 'The keys were never fetched.' };
      }
      const key = keys.get(kid);
      if (key !== undefined) return { kind: 'key', key };
      return failure === null ? { kind: 'unknown' } : { kind: 'unavailable', detail: failure };
    },
  };
}

/** A set of given keys. */
export function fixedKeySet(jwks: readonly PublicJwk[]): KeySet {
  return {
    async keyById(kid) {
      const jwk = jwks.find((each) => each.kid === kid);
      const found = await readPublicKey(jwk);
      return found === null ? { kind: 'unknown' } : { kind: 'key', key: found.key };
    },
  };
}

async function fetchKeys(url: URL, get: typeof fetch): Promise<ReadonlyMap<string, PublicKey>> {
  const response = await get(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The JWKS address answered ${response.status}.`);
  }
  const body = await readBounded(response, DOCUMENT_BYTES_MAX);
  if (body === null) throw new Error('The key set is too large.');
  const document: unknown = JSON.parse(textOf(body));
  const found = new Map<string, PublicKey>();
  const listed = typeof document === 'object' && document !== null && 'keys' in document;
  const jwks: unknown = listed ? document.keys : null;
  if (!Array.isArray(jwks)) throw new Error('The JWKS address did not answer with a key set.');
  for (const jwk of jwks.slice(0, KEYS_MAX)) {
    const read = await readPublicKey(jwk);
    if (read !== null) found.set(read.kid, read.key);
  }
  return found;
}
