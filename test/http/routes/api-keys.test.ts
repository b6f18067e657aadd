/** API keys over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { setup } from '../setup.ts';

const WANTED = { name: 'PBX', scopes: ['reports:write'] };

test('a new key is shown once, works, and is never shown again', async (t) => {
  const { call, logged } = await setup(t);
  const made = await call('POST', '/v1/api-keys', WANTED);
  assert.equal(made.status, 201, made.text);
  const token = String(made.at('/token'));
  assert.match(token, /^rp_[A-Za-z0-9_-]{43}$/);
  assert.equal(made.headers.get('location'), `/v1/api-keys/${made.at('/id')}`);
  assert.equal(made.at('/hint'), `••••${token.slice(-4)}`);
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  const reported = await call('POST', '/v1/calls/call_1/reports', report, { token });
  assert.equal(reported.status, 202, reported.text);
  const told = [
    (await call('GET', '/v1/api-keys')).text,
    (await call('GET', `/v1/api-keys/${made.at('/id')}`)).text,
    (await call('GET', '/v1/audit')).text,
    JSON.stringify(logged),
  ].join();
  assert.ok(!told.includes(token) && !told.includes('hash'));
});

test('a revoked key is refused at once', async (t) => {
  const { call } = await setup(t);
  const made = await call('POST', '/v1/api-keys', { ...WANTED, scopes: ['endpoints:read'] });
  const token = String(made.at('/token'));
  assert.equal((await call('GET', '/v1/endpoints', undefined, { token })).status, 200);
  assert.equal((await call('DELETE', `/v1/api-keys/${made.at('/id')}`)).status, 204);
  const refused = await call('GET', '/v1/endpoints', undefined, { token });
  assert.deepEqual([refused.status, refused.at('/code')], [401, 'UNAUTHENTICATED']);
  const list = await call('GET', '/v1/api-keys');
  assert.match(String(list.at('/data/1/revokedAt')), /Z$/);
});

test('a key cannot revoke itself', async (t) => {
  const { call } = await setup(t);
  const own = (await call('GET', '/v1/api-keys')).at('/data/0/id');
  const answer = await call('DELETE', `/v1/api-keys/${own}`);
  assert.deepEqual([answer.status, answer.at('/code')], [409, 'STATE_CONFLICT']);
});

test('a key is refused from its expiry on', async (t) => {
  const { call, clock } = await setup(t);
  const expiresAt = new Date(clock.wallMs() + 1_000).toISOString();
  const made = await call('POST', '/v1/api-keys', {
    name: 'Visitor',
    scopes: ['endpoints:read'],
    expiresAt,
  });
  assert.equal(made.at('/expiresAt'), expiresAt, made.text);
  const token = String(made.at('/token'));
  assert.equal((await call('GET', '/v1/endpoints', undefined, { token })).status, 200);
  clock.advance(1_000);
  assert.equal((await call('GET', '/v1/endpoints', undefined, { token })).status, 401);
});

test('unknown scopes, none, a past expiry and unknown keys are refused', async (t) => {
  const { call } = await setup(t);
  const wrong = [
    [{ ...WANTED, scopes: ['everything'] }, '/scopes/0'],
    [{ ...WANTED, scopes: [] }, '/scopes'],
    [{ ...WANTED, expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ ...WANTED, expiresAt: 'never' }, '/expiresAt'],
    [{ ...WANTED, admin: true }, '/admin'],
  ] as const;
  for (const [body, field] of wrong) {
    const answer = await call('POST', '/v1/api-keys', body);
    assert.deepEqual([answer.status, answer.at('/errors/0/field')], [422, field], answer.text);
  }
});

test('keys of another project are 404, and only project:admin may manage keys', async (t) => {
  const bundle = await setup(t);
  await addForeignProject(bundle);
  const { call, keyWith } = bundle;
  const made = await call('POST', '/v1/api-keys', WANTED);
  const path = `/v1/api-keys/${made.at('/id')}`;
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await call(method, path, undefined, { token: FOREIGN_TOKEN })).status, 404);
  }
  const token = await keyWith(['endpoints:write', 'deliveries:write']);
  for (const [method, at] of [
    ['GET', '/v1/api-keys'],
    ['GET', path],
    ['DELETE', path],
  ] as const) {
    assert.equal((await call(method, at, undefined, { token })).status, 403);
  }
  assert.equal((await call('POST', '/v1/api-keys', WANTED, { token })).status, 403);
});

test('the list comes in pages', async (t) => {
  const { call } = await setup(t);
  await call('POST', '/v1/api-keys', WANTED);
  const first = await call('GET', '/v1/api-keys?limit=1');
  const second = await call('GET', `/v1/api-keys?limit=1&cursor=${first.at('/nextCursor')}`);
  assert.deepEqual([second.at('/data/0/name'), second.at('/nextCursor')], ['PBX', null]);
});
