/** Secrets of endpoints with hmac-sha256 over HTTP: made, shown once, rotated, refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReceiver } from '../../journey/receiver.ts';
import { setup } from '../setup.ts';

const WHSEC = /^whsec_[A-Za-z0-9+/]{43}=$/;
const OWN = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const WANTED = {
  name: 'CRM',
  kind: 'custom',
  target: 'https://receiver.example/hook',
  triggers: ['OUTBOUND_CALL_CALLING'],
};
const HMAC = { method: 'hmac-sha256' };

test('a secret is made, shown once, and masked from then on', async (t) => {
  const { call } = await setup(t);
  const made = await call('POST', '/v1/endpoints', { ...WANTED, auth: HMAC });
  assert.equal(made.status, 201);
  const secret = String(made.at('/newSecret'));
  assert.match(secret, WHSEC);
  const masked = `••••${secret.slice(-4)}`;
  assert.deepEqual(made.at('/auth'), { ...HMAC, secret: masked, retiring: [] });
  const path = `/v1/endpoints/${made.at('/id')}`;
  const changed = await call('PATCH', path, { name: 'CRM 2', auth: HMAC });
  assert.equal(changed.status, 200);
  assert.equal(changed.at('/auth/secret'), masked);
  for (const asked of [path, '/v1/endpoints', '/v1/audit']) {
    const { text, status } = await call('GET', asked);
    assert.equal(status, 200);
    assert.ok(!text.includes(secret.slice(6)), asked);
    assert.ok(!text.includes('newSecret'), asked);
  }
});

test('a secret that the caller sends is accepted and not shown', async (t) => {
  const { call } = await setup(t);
  const made = await call('POST', '/v1/endpoints', { ...WANTED, auth: { ...HMAC, secret: OWN } });
  assert.equal(made.status, 201);
  assert.ok(!made.text.includes(OWN));
});

test('a change to hmac-sha256 makes a secret, a change back removes it', async (t) => {
  const { call } = await setup(t);
  const rsa = { ...WANTED, auth: { method: 'rsa-sha256' } };
  const made = await call('POST', '/v1/endpoints', rsa);
  assert.equal(made.at('/newSecret'), undefined);
  const path = `/v1/endpoints/${made.at('/id')}`;
  const turned = await call('PATCH', path, { auth: HMAC });
  assert.match(String(turned.at('/newSecret')), WHSEC);
  const back = await call('PATCH', path, { auth: { method: 'rsa-sha256' } });
  assert.deepEqual(
    [back.at('/auth'), back.at('/newSecret')],
    [{ method: 'rsa-sha256' }, undefined],
  );
  assert.equal((await call('POST', `${path}/rotate-secret`)).at('/code'), 'STATE_CONFLICT');
});

test('a rotation keeps old secrets for an overlap, at most two, or ends them now', async (t) => {
  const { call, clock } = await setup(t);
  const made = await call('POST', '/v1/endpoints', { ...WANTED, auth: HMAC });
  const path = `/v1/endpoints/${made.at('/id')}`;
  const first = String(made.at('/auth/secret'));
  const rotated = await call('POST', `${path}/rotate-secret`);
  assert.equal(rotated.status, 200);
  assert.match(String(rotated.at('/newSecret')), WHSEC);
  assert.notEqual(rotated.at('/newSecret'), made.at('/newSecret'));
  const until = new Date(clock.wallMs() + 24 * 3_600_000).toISOString();
  assert.deepEqual(rotated.at('/auth/retiring'), [{ secret: first, until }]);
  assert.equal((await call('POST', `${path}/rotate-secret`, { overlapHours: 1 })).status, 200);
  const third = await call('POST', `${path}/rotate-secret`, { overlapHours: 1 });
  assert.deepEqual([third.status, third.at('/code')], [409, 'STATE_CONFLICT']);
  clock.advance(3_600_001);
  assert.equal(Object((await call('GET', path)).at('/auth/retiring')).length, 1);
  const ended = await call('POST', `${path}/rotate-secret`, { overlapHours: 0, secret: OWN });
  assert.deepEqual([ended.at('/auth/retiring'), ended.at('/newSecret')], [[], undefined]);
  const actions = (await call('GET', '/v1/audit')).text.match(/endpoint\.secret-rotated/g);
  assert.equal(actions?.length, 3);
});

test('a setting that does not fit the method is refused with its field', async (t) => {
  const { call } = await setup(t);
  const refused = async (more: object) => {
    const { status, text } = await call('POST', '/v1/endpoints', { ...WANTED, ...more });
    assert.equal(status, 422, JSON.stringify(more));
    return JSON.parse(text).errors.map(({ field }: { field: string }) => field);
  };
  for (const secret of ['whsec_', 'whsec_AAAA', 'secret', `${OWN}=`, OWN.replace('whsec_', '')]) {
    assert.deepEqual(await refused({ auth: { ...HMAC, secret } }), ['/auth/secret']);
  }
  assert.deepEqual(await refused({ auth: { ...HMAC, token: 'abc' } }), ['/auth/token']);
  const rsa = { method: 'rsa-sha256', secret: OWN };
  assert.deepEqual(await refused({ auth: rsa }), ['/auth/secret']);
  const rfc = { auth: HMAC, signatureFormat: 'rfc9421' };
  assert.deepEqual(await refused(rfc), ['/signatureFormat']);
  const made = await call('POST', '/v1/endpoints', { ...WANTED, auth: HMAC });
  const rotate = `/v1/endpoints/${made.at('/id')}/rotate-secret`;
  for (const body of [
    { overlapHours: -1 },
    { overlapHours: 169 },
    { secret: 'whsec_' },
    { x: 1 },
  ]) {
    assert.equal((await call('POST', rotate, body)).status, 422, JSON.stringify(body));
  }
});

test('a test send is signed with the secret, after a rotation with both', async (t) => {
  const { call } = await setup(t);
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const wanted = { ...WANTED, target: `${receiver.url}/hook`, auth: HMAC };
  const made = await call('POST', '/v1/endpoints', wanted);
  const path = `/v1/endpoints/${made.at('/id')}`;
  assert.equal((await call('POST', `${path}/test`)).at('/outcome'), 'delivered');
  await call('POST', `${path}/rotate-secret`);
  assert.equal((await call('POST', `${path}/test`)).at('/outcome'), 'delivered');
  const counts = receiver.received.map(
    ({ headers }) => String(headers['webhook-signature']).split(' ').length,
  );
  assert.deepEqual(counts, [1, 2]);
});
