/**
 * Passwords by argon2id (RFC 9106) of node:crypto, with the lowest parameters that OWASP names: 19
 * MiB, two passes, one lane; 30 to 60 ms of a pool thread. Stored as PHC strings, so that stronger
 * parameters can be added later. Few at once, because the same threads sign requests.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError } from '../core/error/service-error.ts';
import type { Passwords } from '../engine/ports/passwords.ts';

const derive = promisify(argon2);

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Half of the pool, and 38 MiB. */
const AT_ONCE = 2;
/** The last one in this queue waits for about two seconds. */
const WAITING_MAX = 64;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

export function createPasswordHasher(): Passwords {
  const line = createLine();
  const decoy = phc(MEMORY_KIB, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
  return {
    hash: (password) =>
      line(async () => {
        const nonce = randomBytes(SALT_BYTES);
        return phc(MEMORY_KIB, nonce, await tag(password, { nonce }));
      }),
    verify: (password, hashOf) =>
      line(async () => {
        const hash = await hashOf();
        const [, m, t, p, nonce = '', expected = ''] = PHC.exec(hash ?? decoy) ?? [];
        if (m === undefined) throw new Error('a password hash in the store is not one of ours');
        const wanted = Buffer.from(expected, 'base64');
        const found = await tag(password, {
          memory: Number(m),
          passes: Number(t),
          parallelism: Number(p),
          nonce: Buffer.from(nonce, 'base64'),
          tagLength: wanted.length,
        });
        return timingSafeEqual(found, wanted) && hash !== null;
      }),
  };
}

interface Parameters {
  readonly nonce: Buffer;
  readonly memory?: number;
  readonly passes?: number;
  readonly parallelism?: number;
  readonly tagLength?: number;
}

function tag(password: string, parameters: Parameters): Promise<Buffer> {
  const usual = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, tagLength: TAG_BYTES };
  return derive('argon2id', { message: password, ...usual, ...parameters });
}

function phc(memory: number, nonce: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${PASSES},p=${LANES}$${text(nonce)}$${text(hash)}`;
}

/**
 * A bounded queue that runs few tasks at once, the others in the order of arrival; refuses beyond
 * the bound.
 */
function createLine() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) {
        throw new ServiceError('OVERLOADED', 'Too many people sign in at this moment; try again.');
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      // A finished hash hands its place to the next one, so the count stays.
      await promise;
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
