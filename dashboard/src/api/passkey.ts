/**
 * Asks an authenticator through the browser, and sends its answer to the service. A challenge works
 * only once, so every try needs a new one. The library is loaded on first use.
 */
import type { Client } from './client.ts';
import type { PathOf } from './path.ts';
import type { PasskeyAdded, PasskeyCreation, PasskeyRequest } from './record.ts';

/** Browsers offer passkeys by https and on localhost only, and for names, never for an address. */
export function knowsPasskeys(): boolean {
  const isName = /^[^[]*[a-z]/i.test(location.hostname);
  return isName && isSecureContext && 'PublicKeyCredential' in window;
}

/** Rejects with an `ApiFailure`, or with what the browser says when its dialog is closed. */
export async function addPasskey(client: Client, name: string): Promise<PasskeyAdded> {
  const asked = await client.post<PasskeyCreation>('v1/account/passkeys/options');
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({ optionsJSON: creationOf(asked) });
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  const credential = { id: made.id, clientDataJSON, attestationObject, transports };
  return client.post<PasskeyAdded>('v1/account/passkeys', { name, credential });
}

/** Sends the authenticator's answer to the challenge in `asked` to `path`. */
export async function showPasskey<Answer>(
  client: Client,
  path: PathOf<'POST'>,
  asked: PasskeyRequest,
): Promise<Answer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, response } = await startAuthentication({ optionsJSON: requestOf(asked) });
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  const assertion = { id, clientDataJSON, authenticatorData, signature, userHandle };
  return client.post<Answer>(path, assertion);
}

type CreationOptions = Parameters<
  typeof import('@simplewebauthn/browser').startRegistration
>[0]['optionsJSON'];
type RequestOptions = Parameters<
  typeof import('@simplewebauthn/browser').startAuthentication
>[0]['optionsJSON'];

// Our schema names these as text; the service sends only what WebAuthn knows.
function creationOf(asked: PasskeyCreation): CreationOptions {
  return asked as CreationOptions;
}

function requestOf(asked: PasskeyRequest): RequestOptions {
  return asked as RequestOptions;
}
