/** A service with a real identity provider, and the requests of a browser that signs in. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Letters } from '../../../../src/engine/ports/letters.ts';
import { createOidcProvider } from '../../../../src/system/oidc-provider.ts';
import { CLIENT, type OidcServer, startOidcServer } from '../../../system/oidc-server.ts';
import { cookieOf } from '../../person/people.ts';
import { type Answer, type Bundle, setup } from '../../setup.ts';

export const PUBLIC_URL = 'https://calls.example.com';
const CALLBACK = `${PUBLIC_URL}/v1/oidc/callback`;
export const KIM = { email: 'kim@example.com', email_verified: true, name: 'Kim' };

export interface Rig {
  readonly bundle: Bundle;
  readonly server: OidcServer;
  readonly troubles: string[];
  /** Replaces `auth_time` by a time of the test's clock; null: the provider does not say. */
  readonly told: { shownAtS: number | null };
  /** The real `auth_time` of each answer, by the provider's clock. */
  readonly said: (number | null)[];
}

export async function rigOf(
  t: TestContext,
  domains: readonly string[] = [],
  letters: Letters | null = null,
): Promise<Rig> {
  const server = await startOidcServer([CALLBACK]);
  t.after(() => server.close());
  const rest = { clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'Acme Login' };
  const real = createOidcProvider({ issuer: server.issuer, ...rest });
  const told: Rig['told'] = { shownAtS: null };
  const said: Rig['said'] = [];
  const provider = {
    ...real,
    finish: async (...asked: Parameters<typeof real.finish>) => {
      const identity = await real.finish(...asked);
      said.push(identity.shownAtMs);
      const { shownAtS } = told;
      return { ...identity, shownAtMs: shownAtS === null ? null : shownAtS * 1_000 };
    },
  };
  const troubles: string[] = [];
  const onTrouble = (message: string): void => {
    troubles.push(message);
  };
  const oidc = { provider, domains, role: 'viewer', onTrouble } as const;
  const bundle = await setup(t, { oidc, letters, publicUrl: PUBLIC_URL });
  return { bundle, server, troubles, told, said };
}

/** Signs in: our start, the provider's pages, our callback. `device`: one more cookie. */
export async function enter(
  { bundle, server }: Rig,
  account: string,
  returnTo = '/',
  device = '',
): Promise<Answer> {
  const start = await open(bundle, `/v1/oidc/start?returnTo=${encodeURIComponent(returnTo)}`);
  assert.equal(start.status, 302, start.text);
  const back = await server.logIn(String(start.headers.get('location')), account);
  assert.ok(back.startsWith(CALLBACK), back);
  const cookie = device === '' ? cookieOf(start) : `${cookieOf(start)}; ${device}`;
  return open(bundle, back.slice(PUBLIC_URL.length), cookie);
}

export function open({ call }: Bundle, path: string, cookie = ''): Promise<Answer> {
  return call('GET', path, undefined, { token: null, headers: cookie === '' ? {} : { cookie } });
}

/** The session of an answer, which also clears the cookie of the way to the provider. */
export function sessionOf(bundle: Bundle, answer: Answer) {
  const set = answer.headers.getSetCookie().find((each) => each.startsWith('__Host-ringpost='));
  const cookie = String(set).split(';')[0] ?? '';
  const headers = { cookie, 'ringpost-project': bundle.project.id };
  return {
    cookie,
    ask: (path: string) => bundle.call('GET', path, undefined, { token: null, headers }),
  };
}
