/**
 * Verifies an authenticator's signature by `@simplewebauthn/server`. Loaded with the first passkey:
 * it is the largest package, and many installations have no passkey. Must never check the counter;
 * the store does in the commit that keeps it.
 */
import {
  type ExpectedAnswer,
  PASSKEY_ALGORITHMS,
  type PasskeyVerifier,
} from '../engine/ports/passkey-verifier.ts';

const load = () => import('@simplewebauthn/server');

export const passkeyVerifier: PasskeyVerifier = {
  async registered({ id, clientDataJSON, attestationObject }, expected) {
    const { verifyRegistrationResponse } = await load();
    return judged(async () => {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...expectedOf(expected),
        response: {
          ...named(id),
          response: { clientDataJSON, attestationObject },
        },
        supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
      });
      if (!verified || registrationInfo === undefined) return null;
      const { credential } = registrationInfo;
      if (credential.id !== id) return null;
      const publicKey = Buffer.from(credential.publicKey).toString('base64url');
      return { publicKey, signCount: credential.counter };
    });
  },

  async asserted({ id, clientDataJSON, authenticatorData, signature }, publicKey, expected) {
    const { verifyAuthenticationResponse } = await load();
    return judged(async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...expectedOf(expected),
        response: {
          ...named(id),
          response: { clientDataJSON, authenticatorData, signature },
        },
        credential: { id, publicKey: bytesOf(publicKey), counter: 0 },
      });
      return verified ? { signCount: authenticationInfo.newCounter } : null;
    });
  },
};

function expectedOf({ challenge, party, verifiesUser }: ExpectedAnswer) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: verifiesUser,
  };
}

function named(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

/** The library throws at any fault, including malformed bytes. */
async function judged<Value>(judge: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await judge();
  } catch {
    return null;
  }
}
