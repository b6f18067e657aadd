/**
 * Sends the document's examples of routes for passkeys, with the bytes of an authenticator in place
 * of the example's. The requests go to localhost, where passkeys need no public address.
 */
import { caller } from '../caller.ts';
import { authenticator } from '../person/passkey.ts';
import { cookieOf, member, type Person, signIn } from '../person/people.ts';
import type { Answer, Bundle } from '../setup.ts';

interface Sent {
  readonly operationId: string;
  readonly path: string;
  readonly example: unknown;
}

const SECOND = '/v1/session/second-factor/options';

export async function passkeyExample(bundle: Bundle, sent: Sent, owner: Person): Promise<Answer> {
  const { operationId, path, example } = sent;
  const origin = bundle.url.replace('127.0.0.1', 'localhost');
  const here = { origin, rpId: 'localhost' };
  const call = caller(origin);
  const post = (to: string, body: unknown, cookie: string): Promise<Answer> =>
    call('POST', to, body, { token: null, headers: { cookie, origin } });

  const lia = await member(bundle, owner, 'owner', operationId.toLowerCase());
  const key = authenticator();
  const asked = await post('/v1/account/passkeys/options', undefined, lia.cookie);
  const credential = key.make(asked, here);
  const made = { name: 'Laptop', credential };
  const cookies = `${lia.cookie}; ${cookieOf(asked)}`;
  const added = await post('/v1/account/passkeys', made, cookies);
  if (added.status !== 201 || operationId === 'addPasskey') return added;

  const isStep = operationId === 'signInWithSecondPasskey';
  const isProof = operationId === 'reauthenticateWithPasskey';
  const first = isStep ? cookieOf(await signIn(bundle, lia.email)) : isProof ? lia.cookie : '';
  const options = await post(isStep ? SECOND : optionsOf(path), undefined, first);
  const challenge = options.at('/challenge') ?? options.at('/passkey/challenge');
  const shown = { ...Object(example), ...key.show(challenge, here) };
  return post(path, shown, `${first}; ${cookieOf(options)}`);
}

function optionsOf(path: string): string {
  return path.endsWith('/session/passkey')
    ? `${path}/options`
    : path.replace(/passkey$/, 'options');
}
