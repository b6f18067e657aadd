/**
 * Real signing keys, each made once per process of tests and shared by its services: a key takes
 * 40 ms of processor time, and nearly every service makes one. No service gets a key twice.
 */
import type { SigningKeyMaker } from '../../src/engine/ports/signing-key-maker.ts';
import { signingKeyMaker } from '../../src/system/signing-key-maker.ts';

type SigningKeyPair = ReturnType<SigningKeyMaker['makeSigningKey']>;

const made: SigningKeyPair[] = [];

/** Make one for each service: each returns the same keys in the same order. */
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
