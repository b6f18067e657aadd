/**
 * A sealed text that was moved to another record, for every kind of secret: it is refused, an event
 * says so, and the state of the system names it.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { TOLD_EVERY_MS } from '../../../src/engine/seal/seal-watch.ts';
import { NEW_ENDPOINT } from '../../authz/route-table.ts';
import { codeAt, withAuthenticator } from '../../http/person/authenticator.ts';
import { cookieOf, firstOwner, member, signIn } from '../../http/person/people.ts';
import { setup } from '../../http/setup.ts';

const SOURCE = { adapter: 'twilio', publicUrl: 'https://calls.example.com/twilio' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' };

test('a moved secret of a source is refused, noted, published and counted', async (t) => {
  const bundle = await setup(t);
  const { call, clock, events } = bundle;
  const ids: string[] = [];
  for (const name of ['one', 'two']) {
    const secret = `synthetic-auth-token-of-${name}`;
    ids.push(String((await call('POST', '/v1/sources', { ...SOURCE, name, secret })).at('/id')));
    clock.advance(5);
  }
  const [one = ''] = ids;
  const db = new DatabaseSync(join(bundle.directory, 'ringpost.db'));
  db.exec('update sources set secret = (select secret from sources order by key desc limit 1)');
  db.close();
  const posted = await call('POST', `/v1/ingest/twilio/${one}`, undefined, {
    token: null,
    raw: 'AccountSid=AC1&CallSid=CA1',
    headers: FORM,
  });
  assert.deepEqual([posted.status, posted.at('/code')], [403, 'SIGNATURE_INVALID']);
  clock.advance(10_000);
  const requests = await call('GET', `/v1/sources/${one}/requests`);
  assert.match(String(requests.at('/data/0/result')), /secret of this source does not open/);
  const told = () => events.filter(({ name }) => name === 'seal.refused');
  const [event] = told();
  assert.ok(event?.name === 'seal.refused');
  assert.deepEqual([event.kind, event.repeated], ['source-secret', false]);
  assert.match(event.reason, /altered, or is not the source-secret of this place/);
  await call('GET', '/v1/sources');
  assert.ok(
    told()
      .slice(1)
      .every((each) => each.name === 'seal.refused' && each.repeated),
  );
  clock.advance(TOLD_EVERY_MS);
  await call('GET', '/v1/sources');
  assert.equal(told().filter((each) => each.name === 'seal.refused' && !each.repeated).length, 2);
  const system = await call('GET', '/v1/system');
  assert.equal(system.at('/seals/lastKind'), 'source-secret');
  assert.equal(system.at('/seals/refused'), told().length);
});

test('a moved secret of each kind of endpoint and key is refused', async (t) => {
  const bundle = await setup(t);
  const { call, clock, events, project, service } = bundle;
  await service.signingKeys.ensure(project.key);
  const made: string[] = [];
  const slack = { kind: 'slack', name: 's', triggers: NEW_ENDPOINT.triggers };
  for (const at of [1, 2]) {
    for (const body of [
      { ...NEW_ENDPOINT, headers: [{ name: 'x-tenant', value: `value-of-a-header-${at}` }] },
      { ...NEW_ENDPOINT, auth: { method: 'hmac-sha256' } },
      { ...NEW_ENDPOINT, auth: { method: 'rsa-sha256' } },
      { ...slack, target: `https://hooks.slack.com/services/T${at}/B${at}/secret${at}` },
    ]) {
      const answer = await call('POST', '/v1/endpoints', body);
      assert.equal(answer.status, 201, answer.text);
      made.push(String(answer.at('/id')));
      clock.advance(5);
    }
  }
  const db = new DatabaseSync(join(bundle.directory, 'ringpost.db'));
  // The first four get the settings of the last four.
  db.exec(`update endpoints set settings = (select o.settings from endpoints o
    where o.key = endpoints.key + 4) where key <= 4`);
  db.exec("update signing_keys set private_key = 'rb2.' || substr(private_key, 5, 30) || 'AAAA'");
  db.close();
  for (const id of made.slice(0, 4)) await call('POST', `/v1/endpoints/${id}/test`);
  const kinds = events.flatMap((event) => (event.name === 'seal.refused' ? [event.kind] : []));
  assert.deepEqual(new Set(kinds), new Set(EXPECTED));
});

test('a Bearer token of another endpoint is refused, and a test of it says so', async (t) => {
  const bundle = await setup(t);
  const { call, clock, events, project } = bundle;
  const ids: string[] = [];
  for (const token of ['token-of-the-first', 'token-of-the-second']) {
    const body = { ...NEW_ENDPOINT, auth: { method: 'bearer', token } };
    ids.push(String((await call('POST', '/v1/endpoints', body)).at('/id')));
    clock.advance(5);
  }
  const [one = ''] = ids;
  const db = new DatabaseSync(join(bundle.directory, 'ringpost.db'));
  db.exec(`update endpoints set settings =
    (select settings from endpoints order by key desc limit 1)`);
  db.close();
  const tried = await call('POST', `/v1/endpoints/${one}/test`);
  assert.match(tried.text, /Bearer token cannot be opened/);
  assert.doesNotMatch(tried.text, /token-of-the/);
  const [told] = events.filter(({ name }) => name === 'seal.refused');
  assert.ok(told?.name === 'seal.refused');
  assert.equal(told.kind, 'endpoint-token');
  const system = await call('GET', '/v1/system');
  assert.equal(system.at('/seals/lastKind'), 'endpoint-token');
  assert.match(String(system.at('/seals/lastRecord')), new RegExp(`^${project.key}\\.\\d+$`));
});

test('an authenticator of another account is refused; the kind names no account', async (t) => {
  const bundle = await setup(t);
  const { call, clock, events } = bundle;
  const kim = await firstOwner(bundle);
  const lee = await member(bundle, kim, 'admin');
  await withAuthenticator(kim, clock.wallMs());
  const { secret } = await withAuthenticator(lee, clock.wallMs());
  const db = new DatabaseSync(join(bundle.directory, 'ringpost.db'));
  db.exec(`update authenticators set secret =
    (select secret from authenticators order by user_key desc limit 1)`);
  db.close();
  clock.advance(60_000);
  const headers = { cookie: cookieOf(await signIn(bundle, kim.email)) };
  const code = codeAt(secret, clock.wallMs());
  const entered = await call(
    'POST',
    '/v1/session/second-factor',
    { code },
    { token: null, headers },
  );
  assert.ok(entered.status >= 400, entered.text);
  const told = events.filter(({ name }) => name === 'seal.refused');
  assert.ok(told[0]?.name === 'seal.refused');
  assert.deepEqual([told[0].kind, told[0].record], ['authenticator', kim.id]);
});

/** A header is opened before the token beside it. */
const EXPECTED = ['endpoint-header', 'endpoint-secret', 'endpoint-target', 'signing-key'];

const MADE_UP = 'rb1.00000000.AAAA';
const ASSERTION = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
  userHandle: null,
};

test('a made-up text from a browser is not reported as a moved secret', async (t) => {
  const { call, events } = await setup(t, { publicUrl: 'https://calls.example.com' });
  const kept = ['step', 'passkey', 'oidc', 'device'].map(
    (each) => `__Host-ringpost-${each}=${MADE_UP}`,
  );
  const headers = { cookie: kept.join('; '), 'sec-fetch-site': 'same-origin' };
  const options = { token: null, headers };
  const step = await call('POST', '/v1/session/second-factor', { code: '123456' }, options);
  assert.equal(step.status, 401, step.text);
  const passkey = await call('POST', '/v1/session/passkey', ASSERTION, options);
  assert.deepEqual([passkey.status, passkey.at('/code')], [409, 'STATE_CONFLICT'], passkey.text);
  assert.deepEqual(
    events.filter(({ name }) => name === 'seal.refused'),
    [],
  );
});
