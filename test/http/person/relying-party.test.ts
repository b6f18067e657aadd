/** Passkeys work over https with a host name, or on localhost; elsewhere the service says why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caller } from '../caller.ts';
import { setup } from '../setup.ts';
import { authenticator } from './passkey.ts';
import { cookieOf, firstOwner } from './people.ts';

test('passkeys are refused with the reason elsewhere; localhost needs no public URL', async (t) => {
  const cases = [
    [{}, 'an address'],
    [{ publicUrl: 'http://calls.example.com' }, 'plain http'],
    [{ publicUrl: 'https://192.0.2.7' }, 'an address by https'],
  ] as const;
  for (const [options, what] of cases) {
    const bundle = await setup(t, options);
    const kim = await firstOwner(bundle);
    const refused = await kim.ask('POST', '/v1/account/passkeys/options');
    assert.deepEqual([refused.status, refused.at('/code')], [409, 'PASSKEYS_UNAVAILABLE'], what);
    assert.match(String(refused.at('/detail')), /https and a host name, or localhost/);
    const state = await kim.ask('GET', '/v1/account/second-factor');
    assert.equal(state.at('/passkeysUsable'), false);
  }
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const origin = bundle.url.replace('127.0.0.1', 'localhost');
  const call = caller(origin);
  const ask = (path: string, body: unknown, cookie: string, from = origin) =>
    call('POST', path, body, {
      token: null,
      headers: { cookie, origin: from, 'sec-fetch-site': 'same-origin' },
    });
  const asked = await ask('/v1/account/passkeys/options', undefined, kim.cookie);
  assert.deepEqual([asked.status, asked.at('/rp/id')], [200, 'localhost'], asked.text);
  const credential = authenticator().make(asked, { origin, rpId: 'localhost' });
  const cookies = `${kim.cookie}; ${cookieOf(asked)}`;
  const added = await ask('/v1/account/passkeys', { name: 'x', credential }, cookies);
  assert.equal(added.status, 201, added.text);
  const away = await ask('/v1/account/passkeys/options', undefined, kim.cookie, bundle.url);
  assert.match(String(away.at('/detail')), /belong to http:\/\/localhost/);
});
