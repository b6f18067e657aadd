/** Signing in by an identity provider where the public address has a path. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOidcProvider } from '../../../../src/system/oidc-provider.ts';
import { CLIENT, startOidcServer } from '../../../system/oidc-server.ts';
import { cookieOf, firstOwner } from '../../person/people.ts';
import { setup } from '../../setup.ts';

const KIM = { email: 'kim@example.com', email_verified: true, name: 'Kim' };

test('every redirect stays below the path of the public address', async (t) => {
  const base = 'https://example.com/tools/calls';
  const server = await startOidcServer([`${base}/v1/oidc/callback`]);
  t.after(() => server.close());
  const rest = { clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'Acme Login' };
  const provider = createOidcProvider({ issuer: server.issuer, ...rest });
  const oidc = { provider, domains: [], role: 'viewer', onTrouble: () => undefined } as const;
  const bundle = await setup(t, { oidc, publicUrl: base });
  const open = (path: string, cookie = '') =>
    bundle.call('GET', path, undefined, { token: null, headers: { cookie } });
  await firstOwner(bundle);
  server.accounts.set('sub-kim', KIM);
  server.accounts.set('max', { ...KIM, email: 'max@example.com' });
  const seen = await bundle.call('GET', '/v1/setup', undefined, { token: null });
  const startUrl = String(seen.at('/oidc/startUrl'));
  assert.equal(startUrl, '/tools/calls/v1/oidc/start');
  const way = async (account: string, returnTo: string) => {
    const start = await open(`${startUrl}?returnTo=${encodeURIComponent(returnTo)}`);
    const back = await server.logIn(String(start.headers.get('location')), account);
    const end = await open(back.slice('https://example.com'.length), cookieOf(start));
    return end.headers.get('location');
  };
  assert.equal(await way('max', '/'), '/tools/calls/login?problem=oidc-not-invited');
  assert.equal(await way('sub-kim', '/'), '/tools/calls/');
  assert.equal(await way('sub-kim', '/p/x/calls'), '/tools/calls/p/x/calls');
  assert.equal(await way('sub-kim', '/tools/calls/p/x'), '/tools/calls/p/x');
  const lost = await open('/tools/calls/v1/oidc/callback?code=x');
  assert.match(String(lost.headers.get('location')), /^\/tools\/calls\/login\?problem=oidc-/);
  for (const path of ['/metrics', '/healthz', '/readyz']) {
    const direct = await bundle.call('GET', path, undefined, { token: null });
    const below = await bundle.call('GET', `/tools/calls${path}`, undefined, { token: null });
    assert.deepEqual([below.status, below.text.length > 0], [direct.status, true], path);
  }
});
