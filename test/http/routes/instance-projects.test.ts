/**
 * An instance key makes projects for customers, with keys, endpoints and limits, and may do nothing
 * else.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../../src/core/time.ts';
import { nameOf, ROUTES, requestOf } from '../../authz/route-table.ts';
import { twoProjects } from '../../authz/two-projects.ts';
import { type Bundle, setup } from '../setup.ts';

const NEW_ENDPOINT = {
  name: 'orders',
  kind: 'custom',
  target: 'https://hooks.example.com/a',
  triggers: ['OUTBOUND_CALL_CALLING'],
  auth: { method: 'bearer', token: 'abcdefghijkl' },
} as const;
const REPORT = { status: 'CALLING', direction: 'OUTBOUND' } as const;

/** Asks with an instance key; `within` names the project in the header. */
async function platform(bundle: Bundle) {
  const { id, token } = await bundle.service.instanceKeys.create('billing');
  const ask = (method: string, path: string, body?: object, headers = {}) =>
    bundle.call(method, path, body, { token, headers });
  const within = (project: string) => (method: string, path: string, body?: object) =>
    ask(method, path, body, { 'ringpost-project': project });
  const customer = async (externalId: string, more: object = {}) => {
    const made = await ask('POST', '/v1/instance/projects', {
      externalId,
      name: `Customer ${externalId}`,
      ...more,
    });
    assert.equal(made.status, 201, made.text);
    const project = String(made.at('/id'));
    const scopes = ['reports:write', 'calls:read', 'endpoints:write'];
    const key = await within(project)('POST', '/v1/api-keys', { name: 'pbx', scopes });
    assert.equal(key.status, 201, key.text);
    const own = { token: String(key.at('/token')) };
    const asCustomer = (method: string, path: string, body?: object) =>
      bundle.call(method, path, body, own);
    return { project, keyId: String(key.at('/id')), ask: asCustomer };
  };
  return { id, token, ask, within, customer };
}

test('S12.39: a project is made once for each reference, with a signing key', async (t) => {
  const bundle = await setup(t);
  const { ask, within } = await platform(bundle);
  const body = { externalId: 'c-1', name: 'Acme', serviceName: 'Acme Calls' };
  const made = await ask('POST', '/v1/instance/projects', body);
  assert.equal(made.status, 201, made.text);
  const id = String(made.at('/id'));
  assert.equal(made.headers.get('location'), `/v1/instance/projects/${id}`);
  assert.deepEqual(made.at('/limits'), {
    endpointsMax: null,
    reportsPerSecond: null,
    callsMax: null,
  });
  assert.deepEqual(made.at('/usage'), { calls: null, countedAt: null });
  const again = await ask('POST', '/v1/instance/projects', { ...body, name: 'Other' });
  assert.deepEqual([again.status, again.json], [200, made.json]);
  const named = await ask('POST', '/v1/instance/projects', { name: 'Acme', externalId: 'c-2' });
  assert.deepEqual([named.status, named.at('/code')], [409, 'STATE_CONFLICT']);
  assert.equal((await ask('GET', `/v1/instance/projects/${id}`)).text, made.text);
  const jwks = await bundle.call('GET', `/v1/projects/${id}/.well-known/jwks.json`);
  assert.equal(Object(jwks.at('/keys')).length, 1);
  const scoped = await within(id)('POST', '/v1/api-keys', {
    name: 'r',
    scopes: ['endpoints:read'],
  });
  const cards = await bundle.call('GET', '/v1/scorecards', undefined, {
    token: String(scoped.at('/token')),
  });
  assert.equal(Object(cards.at('/data')).length, 1, cards.text);
});

test('S12.32: a repeat with the same Idempotency-Key makes no second project', async (t) => {
  const { ask } = await platform(await setup(t));
  const key = { 'idempotency-key': 'one' };
  const first = await ask('POST', '/v1/instance/projects', { name: 'Acme' }, key);
  const second = await ask('POST', '/v1/instance/projects', { name: 'Acme' }, key);
  assert.deepEqual([second.status, second.text], [201, first.text]);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  const other = await ask('POST', '/v1/instance/projects', { name: 'Bell' }, key);
  assert.deepEqual([other.status, other.at('/code')], [422, 'IDEMPOTENCY_KEY_REUSED']);
  assert.equal(Object((await ask('GET', '/v1/instance/projects')).at('/data')).length, 1);
});

test('S12.39: the list has pages, a filter by reference, and no project of people', async (t) => {
  const { ask, customer } = await platform(await setup(t));
  const projects = [];
  for (const name of ['c-1', 'c-2', 'c-3']) projects.push((await customer(name)).project);
  const found: unknown[] = [];
  let cursor = '';
  do {
    const page = await ask('GET', `/v1/instance/projects?limit=2${cursor}`);
    found.push(...Object(page.at('/data')).map(({ id }: { id: string }) => id));
    const next = page.at('/nextCursor');
    cursor = next === null ? '' : `&cursor=${String(next)}`;
  } while (cursor !== '');
  assert.deepEqual(found, projects);
  const one = await ask('GET', '/v1/instance/projects?externalId=c-2');
  assert.deepEqual(Object(one.at('/data')).length, 1);
  assert.equal(one.at('/data/0/id'), projects[1]);
  assert.deepEqual((await ask('GET', '/v1/instance/projects?externalId=c-9')).at('/data'), []);
});

test('S12.39: a patch renames, limits, suspends; what it leaves out stays', async (t) => {
  const bundle = await setup(t);
  const { ask, customer, id: keyId } = await platform(bundle);
  const { project } = await customer('c-1', { limits: { callsMax: 7 } });
  const path = `/v1/instance/projects/${project}`;
  const patch = async (body: object) => {
    const answer = await ask('PATCH', path, body);
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const limited = await patch({ name: 'Acme', limits: { endpointsMax: 3 } });
  assert.deepEqual(limited.at('/limits'), { endpointsMax: 3, reportsPerSecond: null, callsMax: 7 });
  assert.deepEqual([limited.at('/name'), limited.at('/externalId')], ['Acme', 'c-1']);
  const free = await patch({ limits: null, externalId: null, suspended: true });
  assert.deepEqual(free.at('/limits/callsMax'), null);
  assert.equal(typeof free.at('/suspendedAt'), 'string');
  assert.equal((await patch({ suspended: false })).at('/suspendedAt'), null);
  const wrong = await ask('PATCH', path, { limits: { endpointsMax: 0 }, externalId: 'a\nb' });
  assert.deepEqual([wrong.status, wrong.at('/code')], [422, 'INVALID_INPUT']);
  assert.deepEqual(
    Object(wrong.at('/errors')).map(({ field }: { field: string }) => field),
    ['/externalId', '/limits/endpointsMax'],
  );
  const projectKey = (await bundle.service.projects.byId(project)).key;
  const trail = await bundle.store.audit({ projectKey, beforeKey: null, limit: 20 });
  const ours = trail.filter(({ actor }) => actor === keyId).map(({ action }) => action);
  assert.deepEqual(ours, [
    'project.updated',
    'project.updated',
    'project.updated',
    'api-key.created',
    'project.created',
  ]);
});

test('S12.38: the trail and the list of keys name the instance key', async (t) => {
  const bundle = await setup(t);
  const { customer, within, id } = await platform(bundle);
  const { project, keyId } = await customer('c-1');
  const shown = await within(project)('GET', `/v1/api-keys/${keyId}`);
  assert.deepEqual(shown.at('/madeBy'), {
    kind: 'instance-key',
    id,
    name: 'billing',
    state: 'active',
  });
  const admin = await within(project)('POST', '/v1/api-keys', {
    name: 'admin',
    scopes: ['project:admin'],
  });
  const trail = await bundle.call('GET', '/v1/audit?action=project.created', undefined, {
    token: String(admin.at('/token')),
  });
  assert.deepEqual([trail.at('/data/0/actor'), trail.at('/data/0/actorName')], [id, 'billing']);
  const first = await bundle.call('GET', '/v1/audit?action=instance-key.created');
  assert.deepEqual([first.at('/data/0/target'), first.at('/data/0/actor')], [id, 'system']);
});

test('S12.38: an instance key may use only the keys and endpoints of its projects', async (t) => {
  const bundle = await twoProjects(t);
  const { ask, within, customer } = await platform(bundle);
  const { project } = await customer('c-1');
  const refused: string[] = [];
  for (const route of ROUTES.filter(({ scope }) => scope !== null)) {
    const { path, body } = requestOf(route, bundle.one.ids);
    const none = await ask(route.method, path, body);
    if (route.instance === true) {
      // First without a project, then with one that no instance key made.
      assert.deepEqual([none.status, none.at('/code')], [400, 'INVALID_PARAMETER'], path);
      const foreign = await within(bundle.one.ids.project)(route.method, path, body);
      assert.deepEqual([foreign.status, foreign.at('/code')], [404, 'NOT_FOUND'], path);
      continue;
    }
    refused.push(nameOf(route));
    const named = await within(project)(route.method, path, body);
    for (const answer of [none, named]) {
      assert.deepEqual([answer.status, answer.at('/code')], [403, 'FORBIDDEN'], nameOf(route));
    }
  }
  assert.ok(refused.length > 70, `${refused.length} routes`);
  assert.equal((await ask('GET', '/v1/projects')).status, 403);
  for (const id of [bundle.one.ids.project, bundle.two.ids.project, 'prj_1']) {
    assert.equal((await ask('GET', `/v1/instance/projects/${id}`)).status, 404, id);
    assert.equal((await ask('PATCH', `/v1/instance/projects/${id}`, {})).status, 404, id);
  }
});

test('S12.38: other credentials and a revoked instance key are refused', async (t) => {
  const bundle = await setup(t);
  const { call, store, clock } = bundle;
  const { id, ask } = await platform(bundle);
  const withKey = await call('GET', '/v1/instance/projects');
  assert.deepEqual([withKey.status, withKey.at('/code')], [403, 'FORBIDDEN']);
  const none = await call('GET', '/v1/instance/projects', undefined, { token: null });
  assert.equal(none.status, 401);
  assert.equal((await ask('GET', '/v1/instance/projects')).status, 200);
  const change = { before: null, after: null, requestId: null };
  const audit = { atMs: clock.wallMs(), actor: 'system', action: 'x', target: id, ...change };
  assert.equal(await store.revokeInstanceKey({ id, audit }), true);
  const ended = await ask('GET', '/v1/instance/projects');
  assert.deepEqual([ended.status, ended.at('/code')], [401, 'UNAUTHENTICATED']);
});

test('S12.24: wrong instance keys are counted with wrong API keys', async (t) => {
  const { call } = await setup(t);
  const token = `rpi_${'x'.repeat(43)}`;
  const statuses = new Set<number>();
  for (let n = 0; n < 31; n += 1) {
    statuses.add((await call('GET', '/v1/instance/projects', undefined, { token })).status);
  }
  assert.deepEqual([...statuses], [401, 429]);
});

test('S12.40: a report beyond the rate of the project is 429 and not kept', async (t) => {
  const bundle = await setup(t);
  const { customer, ask } = await platform(bundle);
  const { ask: report, project } = await customer('c-1', { limits: { reportsPerSecond: 2 } });
  const send = (callId: string) => report('POST', `/v1/calls/${callId}/reports`, REPORT);
  assert.equal((await send('call-1')).status, 202);
  assert.equal((await send('call-2')).status, 202);
  const refused = await send('call-3');
  assert.deepEqual([refused.status, refused.at('/code')], [429, 'RATE_LIMITED']);
  assert.equal(refused.headers.get('retry-after'), '1');
  const batch = { reports: [{ ...REPORT, callId: 'call-4' }] };
  assert.equal((await report('POST', '/v1/reports', batch)).status, 429);
  for (const callId of ['call-3', 'call-4']) {
    assert.equal((await report('GET', `/v1/calls/${callId}`)).status, 404);
  }
  bundle.clock.advance(1_000);
  assert.equal((await send('call-3')).status, 202);
  await ask('PATCH', `/v1/instance/projects/${project}`, { limits: { reportsPerSecond: null } });
  for (let n = 0; n < 9; n += 1) assert.equal((await send('call-3')).status, 202);
  const counted = bundle.events.filter(({ name }) => name === 'project.limited');
  assert.equal(counted.length, 2);
});

test('S12.40: the answer beyond a limit of endpoints or calls says what to do', async (t) => {
  const bundle = await setup(t);
  const { customer, ask, within } = await platform(bundle);
  const limits = { endpointsMax: 1, callsMax: 2 };
  const { ask: report, project } = await customer('c-1', { limits });
  assert.equal((await report('POST', '/v1/endpoints', NEW_ENDPOINT)).status, 201);
  for (const make of [report, within(project)]) {
    const beyond = await make('POST', '/v1/endpoints', NEW_ENDPOINT);
    assert.deepEqual([beyond.status, beyond.at('/code')], [409, 'PROJECT_LIMIT_REACHED']);
    assert.match(String(beyond.at('/detail')), /at most 1 endpoint\. Remove one, or ask/);
  }
  const send = (callId: string, status = 'CALLING') =>
    report('POST', `/v1/calls/${callId}/reports`, { ...REPORT, status });
  for (const callId of ['call-1', 'call-2']) assert.equal((await send(callId)).status, 202);
  // Setting a limit counts the calls at once, so that the test needs no sweep.
  const path = `/v1/instance/projects/${project}`;
  await ask('PATCH', path, { limits: { callsMax: 1 } });
  const full = await send('call-3');
  assert.deepEqual([full.status, full.at('/code')], [409, 'PROJECT_LIMIT_REACHED']);
  assert.match(String(full.at('/detail')), /takes reports of these only/);
  assert.equal((await send('call-2', 'COMPLETED')).status, 202);
  const batch = await report('POST', '/v1/reports', {
    reports: [
      { ...REPORT, callId: 'call-3' },
      { status: 'COMPLETED', callId: 'call-1' },
    ],
  });
  assert.deepEqual([batch.at('/results/0/status'), batch.at('/results/1/status')], [409, 202]);
  assert.deepEqual((await ask('GET', path)).at('/usage/calls'), 1);
  await ask('PATCH', path, { limits: { callsMax: 9 } });
  assert.equal((await send('call-3')).status, 202);
  const of = (limit: string) =>
    bundle.events.filter((each) => each.name === 'project.limited' && each.limit === limit).length;
  assert.deepEqual([of('endpoints'), of('calls')], [2, 2]);
  const counted = bundle.events.filter(({ name }) => name === 'project.counted');
  assert.deepEqual(
    counted.map((each) => each.name === 'project.counted' && each.full),
    [true, false],
  );
});

test('S12.39: a suspended project refuses reports and can be read', async (t) => {
  const bundle = await setup(t);
  const { customer, ask } = await platform(bundle);
  const { ask: report, project } = await customer('c-1');
  const send = () => report('POST', '/v1/calls/call-1/reports', REPORT);
  assert.equal((await send()).status, 202);
  await ask('PATCH', `/v1/instance/projects/${project}`, { suspended: true });
  const refused = await send();
  assert.deepEqual([refused.status, refused.at('/code')], [403, 'PROJECT_SUSPENDED']);
  assert.equal((await report('GET', '/v1/calls/call-1')).status, 200);
  bundle.clock.advance(MINUTE_MS);
  await ask('PATCH', `/v1/instance/projects/${project}`, { suspended: false });
  assert.equal((await send()).status, 202);
});

test('S12.38: the key of a customer is refused after the platform has revoked it', async (t) => {
  const { customer, within } = await platform(await setup(t));
  const { ask, project, keyId } = await customer('c-1');
  assert.equal((await ask('GET', '/v1/calls')).status, 200);
  const revoked = await within(project)('DELETE', `/v1/api-keys/${keyId}`);
  assert.equal(revoked.status, 204, revoked.text);
  assert.equal((await ask('GET', '/v1/calls')).status, 401);
});
