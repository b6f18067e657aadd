/**
 * Step 8: RSASSA-PKCS1-v1_5 with SHA-256 in libuv's pool, at most as many at once as there are
 * cores: more would only make file access and name lookups wait. A 2,048-bit signature takes
 * 0.2 ms of a core, so the event loop must never make one itself.
 */
import { constants, type KeyObject, sign } from 'node:crypto';
import { availableParallelism } from 'node:os';

export type Sign = (bytes: Uint8Array, key: KeyObject) => Promise<Buffer>;

/** Those that wait are bounded by the attempts in flight, two keys and two forms each. */
export function createSigningQueue(inFlightMax = availableParallelism()): Sign {
  const waiting: (() => void)[] = [];
  let inFlight = 0;
  let next = 0;

  const start = (task: () => void) => {
    if (inFlight >= inFlightMax) {
      waiting.push(task);
      return;
    }
    inFlight += 1;
    task();
  };
  const ended = () => {
    const task = waiting[next];
    if (task === undefined) {
      inFlight -= 1;
      waiting.length = 0;
      next = 0;
      return;
    }
    next += 1;
    if (next >= COMPACT_AT) {
      waiting.splice(0, next);
      next = 0;
    }
    task();
  };

  return (bytes, key) =>
    new Promise((resolve, reject) => {
      start(() => {
        // A key that cannot sign throws at once instead of calling back.
        try {
          sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PADDING }, (error, made) => {
            ended();
            if (error === null) resolve(made);
            else reject(error);
          });
        } catch (error) {
          ended();
          reject(error);
        }
      });
    });
}

/** Taking the first of a long array moves all others; so it is done once for many. */
const COMPACT_AT = 1_024;
