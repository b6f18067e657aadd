/**
 * Real signing keys, each made once in a process of tests: a key takes 40 ms of processor time, and
 * nearly every service of a test makes one. Each service gets different keys.
 */
import type { KeyMaker } from '../../src/engine/ports/secrets.ts';
import { keyMaker } from '../../src/system/key-maker.ts';

type SigningKeyPair = ReturnType<KeyMaker['makeSigningKey']>;

const made: SigningKeyPair[] = [];

/** One for each service, because each hands out the same keys in the same order. */
export function reusedKeyMaker(): KeyMaker {
  let taken = 0;
  return {
    makeSigningKey() {
      const pair = made[taken] ?? keyMaker.makeSigningKey();
      made[taken] = pair;
      taken += 1;
      return pair;
    },
    publicJwk: keyMaker.publicJwk,
  };
}
