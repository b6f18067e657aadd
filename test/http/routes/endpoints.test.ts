/** Endpoints over HTTP: made, read, changed, removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, setup } from '../setup.ts';

const SECRET = 'very-secret-token-9f3c';
const WANTED = {
  name: 'CRM',
  kind: 'custom',
  target: 'https://hooks.example.com/calls',
  triggers: ['CALL_LOG_CREATED', 'OUTBOUND_CALL_CALLING'],
  auth: { method: 'bearer', token: SECRET },
};

function isProblem(answer: Answer, status: number, code: string, fields?: readonly string[]): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.at('/code'), code);
  if (fields === undefined) return;
  const errors = answer.at('/errors');
  assert.ok(Array.isArray(errors), answer.text);
  assert.deepEqual(
    errors.map((error) => error.field),
    fields,
  );
}

test('a new endpoint is answered with its record, its Location and a masked token', async (t) => {
  const { call, project } = await setup(t);
  const made = await call('POST', '/v1/endpoints', {
    ...WANTED,
    headers: [{ name: 'X-Tenant', value: 'tenant-secret-77aa' }],
  });
  assert.equal(made.status, 201, made.text);
  const id = String(made.at('/id'));
  assert.equal(made.headers.get('location'), `/v1/endpoints/${id}`);
  assert.deepEqual(made.json, {
    id,
    projectId: project.id,
    name: 'CRM',
    kind: 'custom',
    target: 'https://hooks.example.com/calls',
    warnings: [],
    triggers: ['OUTBOUND_CALL_CALLING', 'CALL_LOG_CREATED'],
    filter: null,
    opsTriggers: [],
    auth: { method: 'bearer', token: '••••9f3c' },
    contentKey: 'message',
    payloadVersion: 1,
    signatureFormat: 'webhook-signature',
    headers: [{ name: 'x-tenant', value: '••••77aa' }],
    timeoutMs: 10_000,
    retryScheduleMs: [5_000, 15_000, 45_000, 135_000, 405_000, 1_215_000],
    retryOther4xx: false,
    pacing: { ratePerS: null, burst: 20, concurrency: 20 },
    agent: null,
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    health: {
      state: 'healthy',
      holdUntil: null,
      consecutiveFailures: 0,
      lastSuccessAt: null,
      attentionSince: null,
    },
    createdAt: made.at('/createdAt'),
    updatedAt: made.at('/createdAt'),
    revision: 1,
  });
  assert.deepEqual((await call('GET', `/v1/endpoints/${id}`)).json, made.json);
  assert.deepEqual((await call('GET', '/v1/endpoints')).at('/data/0'), made.json);
});

test('a change without auth keeps the token, and no answer or entry holds a secret', async (t) => {
  const { call, endpoint, logged } = await setup(t);
  const id = await endpoint(['CALL_LOG_CREATED'], { auth: WANTED.auth });
  const patched = await call('PATCH', `/v1/endpoints/${id}`, { name: 'CRM 2' });
  assert.equal(patched.status, 200, patched.text);
  assert.deepEqual(patched.at('/auth'), { method: 'bearer', token: '••••9f3c' });
  assert.equal(patched.at('/revision'), 2);
  const told = [patched.text, (await call('GET', '/v1/audit')).text, JSON.stringify(logged)];
  assert.ok(!told.join().includes(SECRET));
});

test('a change of the kind, an unknown key or a wrong type is refused', async (t) => {
  const { call, endpoint } = await setup(t);
  const path = `/v1/endpoints/${await endpoint(['CALL_LOG_CREATED'])}`;
  isProblem(await call('PATCH', path, { kind: 'slack' }), 422, 'INVALID_INPUT', ['/kind']);
  isProblem(await call('PATCH', path, { nmae: 'x' }), 422, 'INVALID_INPUT', ['/nmae']);
  const wrong = await call('PATCH', path, { timeoutMs: '5000' });
  assert.equal(wrong.status, 422, wrong.text);
  assert.match(wrong.text, /\/timeoutMs/);
  const flag = await call('POST', '/v1/endpoints', { ...WANTED, enabled: 'true' });
  isProblem(flag, 422, 'INVALID_INPUT', ['/enabled']);
});

test('changing the target to another origin does not send the secret there', async (t) => {
  const { call } = await setup(t);
  const headers = [{ name: 'x-tenant', value: 'tenant-secret-77aa' }];
  const made = await call('POST', '/v1/endpoints', { ...WANTED, headers });
  assert.equal(made.status, 201, made.text);
  const path = `/v1/endpoints/${made.at('/id')}`;
  const target = 'https://evil.example/collect';
  const fields = ['/auth/token', '/headers/0/value'];
  isProblem(await call('PATCH', path, { target }), 422, 'INVALID_INPUT', fields);
  assert.equal((await call('GET', path)).at('/target'), made.at('/target'));
  const auth = { method: 'bearer', token: SECRET };
  assert.equal((await call('PATCH', path, { target, auth, headers })).status, 200);
});

test('a token stays for another path if the caller says so, never for an origin', async (t) => {
  const { call } = await setup(t);
  const made = await call('POST', '/v1/endpoints', WANTED);
  const path = `/v1/endpoints/${made.at('/id')}`;
  const target = `${new URL(String(made.at('/target'))).origin}/elsewhere`;
  const refused = await call('PATCH', path, { target });
  isProblem(refused, 422, 'INVALID_INPUT', ['/auth/token']);
  assert.match(String(refused.at('/errors/0/message')), /again, or keepSecrets: true/);
  const checked = await call('POST', `${path}/check`, { target });
  assert.equal(checked.at('/errors/0/field'), '/auth/token');
  const moved = await call('PATCH', path, { target, keepSecrets: true });
  assert.deepEqual([moved.status, moved.at('/target')], [200, target], moved.text);
  assert.equal(moved.at('/keepSecrets'), undefined);
  const evil = { target: 'https://evil.example/', keepSecrets: true };
  isProblem(await call('PATCH', path, evil), 422, 'INVALID_INPUT', ['/auth/token']);
});

test('a token beside rsa-sha256 is refused', async (t) => {
  const { call } = await setup(t);
  const auth = { method: 'rsa-sha256', token: 'abc' };
  const answer = await call('POST', '/v1/endpoints', { ...WANTED, auth });
  isProblem(answer, 422, 'INVALID_INPUT', ['/auth/token']);
});

test('a target that is private, an address or not https is refused with a sentence', async (t) => {
  const { call } = await setup(t);
  const refused = {
    'https://10.0.0.1/calls': 'TARGET_REFUSED',
    'https://169.254.169.254/latest': 'TARGET_REFUSED',
    'https://[::1]/calls': 'TARGET_REFUSED',
    'https://2130706433/calls': 'TARGET_REFUSED',
    'https://0x7f.1/calls': 'TARGET_REFUSED',
    'ftp://hooks.example.com/calls': 'INVALID_INPUT',
    'https://user:pass@hooks.example.com/': 'INVALID_INPUT',
    'https://hooks.example.com/#part': 'INVALID_INPUT',
    'hooks.example.com': 'INVALID_INPUT',
  };
  for (const [target, code] of Object.entries(refused)) {
    const answer = await call('POST', '/v1/endpoints', { ...WANTED, target });
    isProblem(answer, 422, code, ['/target']);
    assert.match(String(answer.at('/errors/0/message')), /^[A-Z].*\.$/, target);
  }
});

test('header lines cannot be injected through names, values or the token', async (t) => {
  const { call } = await setup(t);
  const headers = [
    { name: 'x-a', value: 'one\r\nauthorization: Bearer x' },
    { name: 'x-b\r\nhost', value: 'two' },
    { name: 'Authorization', value: 'Bearer x' },
  ];
  isProblem(await call('POST', '/v1/endpoints', { ...WANTED, headers }), 422, 'INVALID_INPUT', [
    '/headers/0/value',
    '/headers/1/name',
    '/headers/2/name',
  ]);
  const auth = { method: 'bearer', token: 'abc\r\nx-evil: 1' };
  const answer = await call('POST', '/v1/endpoints', { ...WANTED, auth });
  isProblem(answer, 422, 'INVALID_INPUT', ['/auth/token']);
});

test('a kind that this server cannot send to is refused; the answer lists others', async (t) => {
  const { call } = await setup(t);
  const { auth: _, ...mail } = { ...WANTED, kind: 'email', target: 'ops@example.com' };
  const answer = await call('POST', '/v1/endpoints', mail);
  isProblem(answer, 422, 'INVALID_INPUT', ['/kind']);
  assert.match(
    String(answer.at('/errors/0/message')),
    /use custom, slack, teams, builtin-analyzer, /,
  );
});

test('a removed endpoint is 404', async (t) => {
  const { call, endpoint } = await setup(t);
  const path = `/v1/endpoints/${await endpoint(['CALL_LOG_CREATED'])}`;
  const removed = await call('DELETE', path);
  assert.deepEqual([removed.status, removed.text], [204, '']);
  isProblem(await call('GET', path), 404, 'NOT_FOUND');
  isProblem(await call('DELETE', path), 404, 'NOT_FOUND');
  assert.deepEqual((await call('GET', '/v1/endpoints')).json, { data: [], nextCursor: null });
});

test('a list comes in pages', async (t) => {
  const { call, endpoint } = await setup(t);
  for (const name of ['a', 'b', 'c']) await endpoint(['CALL_LOG_CREATED'], { name });
  const first = await call('GET', '/v1/endpoints?limit=2');
  assert.deepEqual([first.at('/data/0/name'), first.at('/data/1/name')], ['a', 'b']);
  const cursor = String(first.at('/nextCursor'));
  const second = await call('GET', `/v1/endpoints?limit=2&cursor=${cursor}`);
  assert.deepEqual([second.at('/data/0/name'), second.at('/nextCursor')], ['c', null]);
});

test('reading needs endpoints:read, changing endpoints:write', async (t) => {
  const { call, keyWith, endpoint } = await setup(t);
  const path = `/v1/endpoints/${await endpoint(['CALL_LOG_CREATED'])}`;
  const token = await keyWith(['endpoints:read']);
  assert.equal((await call('GET', path, undefined, { token })).status, 200);
  isProblem(await call('POST', '/v1/endpoints', WANTED, { token }), 403, 'FORBIDDEN');
  isProblem(await call('PATCH', path, { name: 'x' }, { token }), 403, 'FORBIDDEN');
  isProblem(await call('DELETE', path, undefined, { token }), 403, 'FORBIDDEN');
  isProblem(await call('GET', path, undefined, { token: null }), 401, 'UNAUTHENTICATED');
});

test('a value that an older version accepted stays and blocks no other change', async (t) => {
  const { call, endpoint, project, store } = await setup(t);
  const id = await endpoint(['CALL_LOG_CREATED']);
  const [present] = await store.endpoints({ projectKey: project.key, afterKey: null, limit: 1 });
  assert.ok(present !== undefined);
  const audit = {
    atMs: present.createdAtMs,
    actor: 'test',
    action: 'endpoint.updated',
    target: id,
    before: null,
    after: null,
    requestId: null,
  };
  await store.updateEndpoint({
    projectKey: project.key,
    key: present.key,
    settings: { ...present, contentKey: 'callId' },
    audit,
  });
  const path = `/v1/endpoints/${id}`;
  const renamed = await call('PATCH', path, { name: 'renamed', timeoutMs: 5_000 });
  assert.deepEqual([renamed.status, renamed.at('/contentKey')], [200, 'callId'], renamed.text);
  assert.deepEqual((await call('POST', `${path}/check`, { name: 'x' })).at('/errors'), []);
  isProblem(await call('PATCH', path, { contentKey: 'callSid' }), 422, 'INVALID_INPUT', [
    '/contentKey',
  ]);
  const mended = await call('PATCH', path, { contentKey: 'text' });
  assert.deepEqual([mended.status, mended.at('/contentKey')], [200, 'text']);
  isProblem(await call('PATCH', path, { contentKey: 'callId' }), 422, 'INVALID_INPUT');
});
