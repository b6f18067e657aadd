/**
 * Records of another project: their ids in path, query and body are answered like ids that do not
 * exist, and no answer shows anything of them: no id, name, call, hint, count or cursor.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseId } from '../../src/core/id.ts';
import { cursorOf } from '../../src/http/reply/cursor.ts';
import { addForeignProject, FOREIGN_TOKEN } from '../http/foreign-project.ts';
import { type Answer, setup } from '../http/setup.ts';
import { type Ids, nameOf, REPORTING, ROUTES, type Route, requestOf } from './route-table.ts';
import { comparable, neverGiven, type Party, SHARED_CALL, twoProjects } from './two-projects.ts';

const GUARDED = ROUTES.filter(({ scope }) => scope !== null);
const NAMING = GUARDED.filter(({ foreign }) => foreign !== undefined);
const READING = GUARDED.filter(({ method }) => method === 'GET');
/** Routes whose answers are figures or facts and hold no rows of the project. */
const NO_LIST =
  /^\/v1\/(?:stream|search|onboarding|system|stats\/(?:calls|backlog|acw-runs|evaluations))$/;
/** Without `/v1/acw-results`, whose query names one result. */
const LISTS = READING.filter(
  ({ path }) => !path.includes('{') && path !== '/v1/acw-results' && !NO_LIST.test(path),
);
/** The one field that using a key changes. */
const LAST_USED = /"lastUsedAt":(?:null|"[^"]*")/g;

/** The answers of all routes with which a project reads its own data. */
async function everythingOf(party: Party, ids: Ids = party.ids): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const route of READING) {
    for (const callId of route.path.includes('callId') ? [ids.callId, SHARED_CALL] : [ids.callId]) {
      const { path } = requestOf(route, { ...ids, callId });
      const { status, text } = await party.ask('GET', path);
      assert.equal(status, 200, path);
      // Each request changes the figures of the process in this answer.
      if (path !== '/v1/system') texts.push(text.replaceAll(LAST_USED, ''));
    }
  }
  return texts;
}

/** Ids, key ids, public keys and the mark, which only this project has. */
function marksIn(texts: readonly string[], mark: string): ReadonlySet<string> {
  const all = texts.join('\n');
  const found = [
    ...all.matchAll(/\b(?:msg|dlv|att|ep|prj|key|src|aud|rpt|inb|run|acwr|sc)_[0-9A-Z]{19}\b/g),
    ...all.matchAll(/"kid":"([^"]+)"/g),
    ...all.matchAll(/\\n([A-Za-z0-9+/]{64})\\n/g),
  ].map(([whole, inside]) => inside ?? whole);
  assert.ok(all.includes(mark));
  return new Set([...found, mark]);
}

/** Marks in the answer that the request did not send itself. */
function leaksIn(answer: Answer, marks: ReadonlySet<string>, sent: string): string[] {
  const shown = [...answer.headers].flat().join('\n') + answer.text;
  return [...marks].filter((text) => !sent.includes(text) && shown.includes(text));
}

test("another project's ids are answered like ids that do not exist", async (t) => {
  const { one, two } = await twoProjects(t);
  const before = await everythingOf(one);
  for (const route of NAMING) {
    const [foreign, unknown] = await Promise.all(
      [one.ids, neverGiven(one.ids)].map(async (ids) => {
        const { path, body } = requestOf(route, ids);
        const answer = await two.ask(route.method, path, body);
        assert.equal(answer.status, route.foreign, `${nameOf(route)}: ${answer.text}`);
        if (answer.status === 404) assert.match(String(answer.at('/code')), /NOT_FOUND$/);
        return comparable(answer, ids);
      }),
    );
    assert.deepEqual(foreign, unknown, nameOf(route));
  }
  assert.deepEqual(await everythingOf(one), before);
});

test('an id that mixes the time and the key of two projects is 404', async (t) => {
  const { one, two } = await twoProjects(t);
  const crossed = (mine: Ids, theirs: Ids): Ids => {
    const cross = (id: string, other: string) => id.slice(0, -9) + other.slice(-9);
    return {
      ...neverGiven(theirs),
      endpoint: cross(mine.endpoint, theirs.endpoint),
      pulled: cross(mine.pulled, theirs.pulled),
      delivery: cross(mine.delivery, theirs.delivery),
      source: cross(mine.source, theirs.source),
      apiKey: cross(mine.apiKey, theirs.apiKey),
      inboxItem: cross(mine.inboxItem, theirs.inboxItem),
      bulkJob: cross(mine.bulkJob, theirs.bulkJob),
      erasure: cross(mine.erasure, theirs.erasure),
      fingerprint: `${cross(mine.endpoint, theirs.endpoint)}-503`,
      agent: cross(mine.agent, theirs.agent),
      run: cross(mine.run, theirs.run),
      result: cross(mine.result, theirs.result),
      scorecard: cross(mine.scorecard, theirs.scorecard),
      nextDefault: cross(mine.nextDefault, theirs.nextDefault),
    };
  };
  for (const ids of [crossed(two.ids, one.ids), crossed(one.ids, two.ids)]) {
    for (const route of NAMING.filter(({ foreign }) => foreign === 404)) {
      const { path, body } = requestOf(route, ids);
      assert.equal((await two.ask(route.method, path, body)).status, 404, nameOf(route));
    }
  }
});

test('no answer holds an id, a name, a hint or a text of another project', async (t) => {
  const { one, two } = await twoProjects(t);
  const marks = marksIn(await everythingOf(one), 'alpha');
  assert.ok(marks.size > 25, `${marks.size} marks`);
  const answers: { name: string; answer: Answer; sent: string }[] = [];
  const keep = async (route: Route, ids: Ids): Promise<void> => {
    const { path, body } = requestOf(route, ids);
    const answer = await two.ask(route.method, path, body);
    answers.push({ name: nameOf(route), answer, sent: path + JSON.stringify(body ?? null) });
  };
  // The other project's ids come first, while all its records exist; then the shared call and our
  // own ids. Reports come last, since they make a call of our own under the other id.
  const others = GUARDED.filter((route) => !REPORTING.includes(route));
  for (const route of others) await keep(route, one.ids);
  for (const route of [...READING, ...GUARDED])
    await keep(route, { ...two.ids, callId: SHARED_CALL });
  for (const route of GUARDED) await keep(route, two.ids);
  for (const route of READING) await keep(route, two.ids);
  for (const route of REPORTING) await keep(route, one.ids);
  for (const { name, answer, sent } of answers) {
    assert.deepEqual(leaksIn(answer, marks, sent), [], `${name}: ${answer.text}`);
  }
  // The control: the same lists have marks if their own project asks.
  for (const { path } of LISTS.filter(({ path: at }) => !/stats$|source-adapters/.test(at))) {
    assert.ok(leaksIn(await one.ask('GET', path), marks, '').length > 0, path);
  }
});

test('cursors of another project, or made from its keys, show our own rows only', async (t) => {
  const { one, two } = await twoProjects(t);
  const marks = marksIn(await everythingOf(one), 'alpha');
  const cursors = new Set([cursorOf(0), cursorOf(1), cursorOf(2 ** 45)]);
  for (const [, id = ''] of [...marks].map((text) => /^[a-z]+_([0-9A-Z]{19})$/.exec(text) ?? [])) {
    const key = parseId('ep', `ep_${id}`)?.key;
    if (key !== undefined) for (const near of [key - 1, key, key + 1]) cursors.add(cursorOf(near));
  }
  const paged = LISTS.filter(
    ({ path }) => !/stats|signing|boxes|triggers|source-adapters|project$/.test(path),
  );
  assert.equal(paged.length, 13);
  for (const { path } of paged) {
    const own = (await one.ask('GET', `${path}?limit=1`)).at('/nextCursor');
    for (const cursor of [...cursors, ...(own === null ? [] : [String(own)])]) {
      const answer = await two.ask('GET', `${path}?limit=200&cursor=${cursor}`);
      assert.equal(answer.status, 200, `${path} ${cursor}: ${answer.text}`);
      assert.deepEqual(leaksIn(answer, marks, ''), [], `${path} ${cursor}`);
      assert.equal(answer.at('/nextCursor'), null);
    }
  }
});

test('a new project has empty lists and zeros although another one is full', async (t) => {
  const full = await twoProjects(t);
  const made = await full.store.ensureProject({
    name: 'charlie',
    settings: full.project,
    nowMs: full.clock.wallMs(),
  });
  const token = 'rp_charlie_0123456789abcdefghijklmnopqrstu';
  await full.service.apiKeys.ensureKey(made.key, token);
  const ask = (path: string) => full.call('GET', path, undefined, { token });
  const lists = ['acw-runs', 'calls', 'deliveries', 'endpoints', 'inbox', 'sources'];
  for (const path of lists.map((name) => `/v1/${name}`)) {
    assert.deepEqual((await ask(path)).json, { data: [], nextCursor: null }, path);
  }
  assert.deepEqual((await ask('/v1/signing-keys')).at('/data'), []);
  assert.equal(Object((await ask('/v1/api-keys')).at('/data')).length, 1);
  const trail: { action: string }[] = Object((await ask('/v1/audit')).at('/data'));
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['api-key.created'],
  );
  const stats = await ask('/v1/stats');
  const { made: count, delivered, failed, attempts } = Object(stats.at('/total'));
  assert.deepEqual(
    { count, delivered, failed, attempts },
    {
      count: 0,
      delivered: 0,
      failed: 0,
      attempts: 0,
    },
  );
  assert.equal(stats.at('/backlog'), 0);
  assert.equal(stats.at('/oldestOpenAt'), null);
  assert.ok(Number((await full.one.ask('GET', '/v1/stats')).at('/backlog')) > 0);
});

test('calls with one id in two projects do not affect each other', async (t) => {
  const { one, two } = await twoProjects(t);
  const path = `/v1/calls/${SHARED_CALL}`;
  const before = (await one.ask('GET', path)).text;
  // A report id of the other project is no duplicate here, and its direction does not bind.
  const again = await two.ask('POST', `${path}/reports`, {
    errors: [{ code: 'INTERNAL_ERROR' }],
    reportId: 'only-once',
  });
  assert.deepEqual([again.status, again.at('/applied')], [202, true], again.text);
  const mixed = 'call_of_two_directions';
  for (const [party, direction] of [
    [one, 'OUTBOUND'],
    [two, 'INBOUND'],
  ] as const) {
    const body = { status: 'CALLING', direction, reportId: 'same' };
    const answer = await party.ask('POST', `/v1/calls/${mixed}/reports`, body);
    assert.deepEqual([answer.status, answer.at('/applied')], [202, true], answer.text);
  }
  assert.equal((await one.ask('GET', `/v1/calls/${mixed}`)).at('/direction'), 'OUTBOUND');
  assert.equal((await two.ask('GET', `/v1/calls/${mixed}`)).at('/direction'), 'INBOUND');
  assert.equal((await one.ask('GET', path)).text, before);
  // A retry of all failed deliveries of a call opens only those of its own project.
  const filter = { filter: { callId: SHARED_CALL } };
  assert.equal((await two.ask('POST', '/v1/deliveries/retry', filter)).at('/retried'), 0);
  assert.equal((await one.ask('GET', path)).text, before);
  assert.equal((await one.ask('POST', '/v1/deliveries/retry', filter)).at('/retried'), 1);
});

test('a filter with ids of another project finds nothing, alone or beside our own', async (t) => {
  const { one, two } = await twoProjects(t);
  const { endpoint, callId } = one.ids;
  const before = await everythingOf(one);
  for (const filter of [
    `endpointId=${endpoint}`,
    `callId=${callId}`,
    `endpointId=${endpoint}&callId=${SHARED_CALL}`,
    `endpointId=${two.ids.endpoint}&callId=${callId}`,
    `endpointId=${endpoint}&state=due,waiting,held`,
    `endpointId=${endpoint}&state=exhausted,rejected`,
  ]) {
    const list = await two.ask('GET', `/v1/deliveries?${filter}`);
    assert.deepEqual(list.json, { data: [], nextCursor: null }, filter);
    const own = await one.ask('GET', `/v1/deliveries?${filter}`);
    const isOurs = filter.includes(two.ids.endpoint);
    assert.equal(Object(own.at('/data')).length > 0, !isOurs, filter);
  }
  const retried = [];
  for (const filter of [{ endpointId: endpoint }, { callId }, { state: ['exhausted'] }, {}]) {
    const answer = await two.ask('POST', '/v1/deliveries/retry', { filter });
    retried.push([answer.status, answer.at('/retried') ?? null]);
  }
  assert.deepEqual(retried, [
    [404, null],
    [200, 0],
    [200, 0],
    [200, 0],
  ]);
  const stats = await two.ask('GET', `/v1/stats?endpointId=${endpoint}`);
  assert.deepEqual([stats.at('/total/made'), stats.at('/backlog')], [0, 0]);
  assert.deepEqual(await everythingOf(one), before);
});

test('a public key is published under its own project only', async (t) => {
  const { call, one, two } = await twoProjects(t);
  const pem = (project: string, kid: string) =>
    call('GET', `/v1/projects/${project}/signing-keys/${kid}.pem`, undefined, { token: null });
  assert.equal((await pem(one.ids.project, one.ids.kid)).status, 200);
  assert.equal((await pem(two.ids.project, one.ids.kid)).status, 404);
  assert.equal((await pem(one.ids.project, two.ids.kid)).status, 404);
  const jwks = await call('GET', `/v1/projects/${two.ids.project}/.well-known/jwks.json`);
  assert.ok(jwks.text.includes(two.ids.kid) && !jwks.text.includes(one.ids.kid));
});

test('a key works in its own project only, whatever a request says', async (t) => {
  const bundle = await setup(t);
  const foreign = await addForeignProject(bundle);
  const headers = { 'ringpost-project': bundle.project.id };
  const options = { token: FOREIGN_TOKEN, headers };
  const answer = await bundle.call('GET', '/v1/project', undefined, options);
  assert.equal(answer.at('/id'), foreign.id);
  const inBody = await bundle.call('PATCH', '/v1/project', { id: bundle.project.id }, options);
  assert.equal(inBody.status, 422);
});
