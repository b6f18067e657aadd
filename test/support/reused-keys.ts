/**
 * Real signing keys, each made once in a process of tests: a key takes 40 ms of processor time, and
 * nearly every service of a test makes one. Each service gets different keys.
 */
import type { SigningKeyMaker } from '../../src/engine/ports/signing-key-maker.ts';
import { signingKeyMaker } from '../../src/system/signing-key-maker.ts';

type SigningKeyPair = ReturnType<SigningKeyMaker['makeSigningKey']>;

const made: SigningKeyPair[] = [];

/** One for each service, because each hands out the same keys in the same order. */
export function reusedSigningKeyMaker(): SigningKeyMaker {
  let taken = 0;
  return {
    makeSigningKey() {
      const pair = made[taken] ?? signingKeyMaker.makeSigningKey();
      made[taken] = pair;
      taken += 1;
      return pair;
    },
    publicJwk: signingKeyMaker.publicJwk,
  };
}
