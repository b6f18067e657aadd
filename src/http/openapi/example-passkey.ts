/**
 * The hand-written texts of the OpenAPI document about passkeys: added, listed, removed, and used.
 * Part of `example-people.ts`.
 */
import type { Described } from './described.ts';

const AT = '2026-11-20T11:19:00.125Z';

const CREDENTIAL = {
  id: 'q83vEjRWeJCrze8SNFZ4kA',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
  attestationObject: 'o2NmbXRkbm9uZQ',
  transports: ['internal'],
};
const ASSERTION = {
  id: 'q83vEjRWeJCrze8SNFZ4kA',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuo',
  signature: 'MEUCIQDZ',
  userHandle: 'dXNyXzAxTTdXUlhTWUUwMDAwMDAwMDQ',
};

/** `session`: the example of a session. */
export function passkeyDescribed(session: object): Readonly<Record<string, Described>> {
  return {
    listPasskeys: { success: 'A page of your passkeys' },
    beginPasskey: { success: 'For `navigator.credentials.create`' },
    addPasskey: {
      success: 'The passkey, and the recovery codes if it is the first factor',
      request: { name: 'Laptop', credential: CREDENTIAL },
      answer: {
        passkey: {
          id: 'psk_01M7WRXSYE000000008',
          name: 'Laptop',
          createdAt: AT,
          lastUsedAt: null,
          signsIn: true,
        },
        recoveryCodes: new Array<string>(10).fill('ABCD-EFGH-IJKL-MNOP'),
      },
    },
    removePasskey: { success: 'Removed' },
    beginPasskeySignIn: { success: 'For `navigator.credentials.get`' },
    signInWithPasskey: {
      success: 'Who is signed in, by the cookie of this answer',
      request: ASSERTION,
      answer: session,
    },
    getSecondFactorMeans: { success: 'What is taken; `passkey` for `navigator.credentials.get`' },
    signInWithSecondPasskey: {
      success: 'Who is signed in, by the cookie of this answer',
      request: ASSERTION,
      answer: session,
    },
    beginPasskeyProof: { success: 'For `navigator.credentials.get`' },
    reauthenticateWithPasskey: {
      success: 'Who is signed in; `provenUntil` has moved on',
      request: ASSERTION,
      answer: session,
    },
  };
}
