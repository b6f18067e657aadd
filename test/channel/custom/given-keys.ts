/** Signing keys and secrets for the tests of the Custom channel. */

import { asKey } from '../../../src/core/id.ts';
import type { SigningKey, SigningKeyState } from '../../../src/core/key/signing-key.ts';
import {
  headerPlace,
  keyPlace,
  recordPlace,
  SIGNING_KEY_CONTEXT,
} from '../../../src/engine/ports/secrets.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { signingKeyMaker } from '../../../src/system/signing-key-maker.ts';

export const SECRETS = createSecretBox(Buffer.alloc(32, 7));

/** The place of `givenEndpoint`, for which its secrets are sealed. */
export const PLACE = recordPlace({ projectKey: asKey(1), createdAtMs: 0 });

/** Seals a secret for the endpoint, or for one of its headers. */
export function sealed(plain: string, context: string, header?: string): string {
  return SECRETS.seal(plain, context, header === undefined ? PLACE : headerPlace(PLACE, header));
}

const pairs = await Promise.all([
  signingKeyMaker.makeSigningKey(),
  signingKeyMaker.makeSigningKey(),
]);

/** `index`: which of the two key pairs of the process. */
export function givenSigningKey(
  index: 0 | 1,
  state: SigningKeyState,
  changes: Partial<SigningKey> = {},
): SigningKey {
  const { kid, publicKey, privateKey } = pairs[index];
  return {
    kid,
    projectKey: asKey(1),
    state,
    publicKey,
    privateKey: SECRETS.seal(privateKey, SIGNING_KEY_CONTEXT, keyPlace(asKey(1), kid)),
    createdAtMs: 0,
    stateSinceMs: 0,
    stateUntilMs: null,
    ...changes,
  };
}
