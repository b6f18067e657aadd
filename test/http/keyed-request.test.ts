/**
 * `Idempotency-Key` on every POST of the served document: either a repeat leaves every row of the
 * store unchanged, or the list below says why the operation takes no key.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { PEOPLE_ROUTES } from '../authz/people-table.ts';
import { NEW_ENDPOINT, ROUTES, requestOf } from '../authz/route-table.ts';
import { twoProjects } from '../authz/two-projects.ts';
import { firstOwner, member, PASSWORD, personOf, signIn } from './person/people.ts';
import { type Answer, type Bundle, setup } from './setup.ts';

/** The operations that take no key, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'POST /v1/calls/{callId}/reports': 'its key is the report id, remembered for 7 days',
  'POST /v1/reports': 'each item has its report id; the header is refused with that sentence',
  'POST /v1/ingest/{adapter}/{sourceId}': 'providers name their repeats in their own way',
  'POST /v1/setup': 'its token works once',
  'POST /v1/session': 'signing in makes a session, which must not be handed out again',
  'POST /v1/session/second-factor': 'the same',
  'POST /v1/session/passkey': 'the same',
  'POST /v1/account/second-factor': 'its secret must not be shown again once it is in use',
  'POST /v1/session/passkey/options': 'makes a challenge, which is kept in a cookie',
  'POST /v1/session/second-factor/options': 'the same',
  'POST /v1/session/second-factor/passkey': 'signing in makes a session',
  'POST /v1/session/reauthentication/options': 'makes a challenge, which is kept in a cookie',
  'POST /v1/session/reauthentication/passkey': 'only who asks now has shown who they are',
  'POST /v1/account/passkeys/options': 'makes a challenge, which is kept in a cookie',
  'POST /v1/session/reauthentication': 'only who asks now has shown who they are',
  'POST /v1/invitations/preview': 'only looks',
  'POST /v1/invitations/accept': 'its token works once',
  'POST /v1/password-resets': 'public; a second letter within minutes is not sent anyway',
  'POST /v1/password-resets/preview': 'only looks',
  'POST /v1/password-resets/complete': 'its token works once',
  'POST /v1/endpoints/preview': 'only looks',
  'POST /v1/calls/{callId}/preview': 'only looks',
  'POST /v1/endpoints/probe': 'only looks',
  'POST /v1/endpoints/check': 'only looks',
  'POST /v1/endpoints/{id}/check': 'only looks',
  'POST /v1/scorecards/try': 'only looks',
  'POST /v1/sources/{id}/try': 'only looks',
  'POST /v1/bulk/preview': 'only looks',
};

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

async function keyedOperations({ call }: Pick<Bundle, 'call'>): Promise<ReadonlySet<string>> {
  const document = await call('GET', '/openapi.json', undefined, { token: null });
  const paths: Readonly<Record<string, { readonly post?: Operation }>> = Object(
    document.at('/paths'),
  );
  const keyed = new Set<string>();
  for (const [path, { post }] of Object.entries(paths)) {
    if (post === undefined) continue;
    const name = `POST ${path}`;
    const takes = post.parameters?.some((each) => each.name === 'idempotency-key') === true;
    // A single report takes the header as its report id.
    if (takes && path !== '/v1/calls/{callId}/reports') keyed.add(name);
    else assert.ok(name in WITHOUT, `${name} takes no Idempotency-Key and is not in the list`);
  }
  for (const name of Object.keys(WITHOUT)) assert.ok(!keyed.has(name), `${name} takes one`);
  return keyed;
}

/** Tables that every request writes to, or that hold the answers. */
const ASIDE = new Set(['keyed_requests', 'api_keys', 'sessions', 'meta', 'sign_in_tries']);

/** Every row of every table outside `ASIDE`. */
function rowsOf({ directory }: Pick<Bundle, 'directory'>): Readonly<Record<string, string>> {
  const db = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
    const names = tables.map(({ name }) => String(name)).filter((name) => !ASIDE.has(name));
    const keys = 'select key, name, revoked_at from api_keys';
    return Object.fromEntries([
      ['keys', JSON.stringify(db.prepare(keys).all())],
      ...names.map((name) => [name, dump(db, name)] as const),
    ]);
  } finally {
    db.close();
  }
}

function dump(db: DatabaseSync, table: string): string {
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const statement = db.prepare(`select * from "${table}"`);
  statement.setReadBigInts(true);
  return JSON.stringify(statement.all(), text);
}

interface Repeated {
  ask(headers: Readonly<Record<string, string>>): Promise<Answer>;
}

async function repeats(bundle: Bundle, name: string, { ask }: Repeated): Promise<void> {
  const headers = { 'idempotency-key': `key of ${name}` };
  const first = await ask(headers);
  assert.ok(first.status < 300, `${name}: ${first.text}`);
  assert.equal(first.headers.get('idempotent-replayed'), null, name);
  const before = rowsOf(bundle);
  const again = await ask(headers);
  assert.equal(again.status, first.status, `${name}: ${again.text}`);
  assert.equal(again.text, first.text, name);
  for (const kept of ['content-type', 'location', 'etag']) {
    assert.equal(again.headers.get(kept), first.headers.get(kept), `${name}: ${kept}`);
  }
  assert.equal(again.headers.get('idempotent-replayed'), 'true', name);
  assert.deepEqual(rowsOf(bundle), before, name);
}

test('a repeated POST with an API key changes nothing and gets the same answer', async (t) => {
  const bundle = await twoProjects(t);
  const keyed = await keyedOperations(bundle);
  const { one } = bundle;
  const tried = new Set<string>();
  for (const route of ROUTES) {
    const name = `${route.method} ${route.path}`;
    if (!keyed.has(name) || route.good >= 300) continue;
    const { path, body } = requestOf(route, one.ids);
    const ask: Repeated['ask'] = (headers) => bundle.call('POST', path, body, { headers });
    await repeats(bundle, name, { ask });
    tried.add(name);
  }
  const { token } = await bundle.service.instanceKeys.create('of a test');
  const making = 'POST /v1/instance/projects';
  await repeats(bundle, making, {
    ask: (headers) =>
      bundle.call('POST', '/v1/instance/projects', { name: 'Acme' }, { token, headers }),
  });
  tried.add(making);
  const people = PEOPLE_ROUTES.map(({ method, path }) => `${method} ${namedId(path)}`);
  // A test below repeats this POST: it needs an endpoint with a secret.
  const elsewhere = [...people, 'POST /v1/endpoints/{id}/rotate-secret'];
  const left = [...keyed].filter((name) => !tried.has(name) && !elsewhere.includes(name));
  assert.deepEqual(left, []);
});

test('a repeated POST of a person changes nothing and gets the same answer', async (t) => {
  const bundle = await setup(t);
  const keyed = await keyedOperations(bundle);
  const owner = await firstOwner(bundle);
  const other = await member(bundle, owner, 'viewer', 'other');
  const wanted = { email: 'others-new@example.com', currentPassword: PASSWORD };
  assert.equal((await other.ask('PATCH', '/v1/account', wanted)).status, 200);
  const person = personOf(bundle, await signIn(bundle, owner.email));
  const ids: Readonly<Record<string, string>> = { member: other.id };
  for (const route of PEOPLE_ROUTES) {
    const name = `${route.method} ${namedId(route.path)}`;
    if (!keyed.has(name) || route.good >= 300) continue;
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? '');
    const body = route.body?.({ member: other.id, invitation: '', session: '' });
    await repeats(bundle, name, { ask: (headers) => person.ask('POST', path, body, headers) });
  }
});

test('a repeat shows a new API key again for a day, to the same caller alone', async (t) => {
  const bundle = await setup(t);
  const { call, clock } = bundle;
  const body = { name: 'reporter', scopes: ['reports:write'] };
  const headers = { 'idempotency-key': 'k1' };
  const make = (token?: string) =>
    call('POST', '/v1/api-keys', body, { headers, ...(token === undefined ? {} : { token }) });
  const [mine, again] = [await make(), await make()];
  assert.deepEqual([mine.status, again.status], [201, 201], mine.text);
  assert.match(String(again.at('/token')), /^rp_/);
  assert.equal(again.at('/token'), mine.at('/token'));
  // The same Idempotency-Key of another caller makes another API key.
  const other = await bundle.keyWith(['project:admin', 'reports:write']);
  const theirs = await make(other);
  assert.equal(theirs.status, 201, theirs.text);
  assert.notEqual(theirs.at('/token'), mine.at('/token'));
  clock.advance(24 * 3_600_000 + 1);
  assert.notEqual((await make()).at('/token'), mine.at('/token'));
});

test('a repeated rotation changes no secret and shows the new one again', async (t) => {
  const { call } = await setup(t);
  const auth = { method: 'hmac-sha256' };
  const made = await call('POST', '/v1/endpoints', { ...NEW_ENDPOINT, auth });
  const path = `/v1/endpoints/${made.at('/id')}/rotate-secret`;
  const headers = { 'idempotency-key': 'k1' };
  const [first, again] = [
    await call('POST', path, undefined, { headers }),
    await call('POST', path, undefined, { headers }),
  ];
  assert.equal(first.status, 200, first.text);
  assert.match(first.text, /whsec_/);
  assert.equal(again.text, first.text);
});

test('stored answers are sealed, and their Idempotency-Key is not stored', async (t) => {
  const bundle = await setup(t);
  const body = { name: 'reporter', scopes: ['reports:write'] };
  const headers = { 'idempotency-key': 'a key that may be anything' };
  const made = await bundle.call('POST', '/v1/api-keys', body, { headers });
  const db = new DatabaseSync(join(bundle.directory, 'ringpost.db'), { readOnly: true });
  const stored = dump(db, 'keyed_requests');
  db.close();
  assert.match(stored, /rb2\./);
  assert.ok(!stored.includes(String(made.at('/token'))));
  assert.ok(!stored.includes('a key that may'), 'nor the key');
});

test('a repeat is judged by the rights of now: a caller who lost them is refused', async (t) => {
  const bundle = await setup(t);
  const owner = await firstOwner(bundle);
  const admin = await member(bundle, owner, 'admin');
  const body = { name: 'reporter', scopes: ['reports:write'] };
  const headers = { 'idempotency-key': 'k1' };
  const make = () => admin.ask('POST', '/v1/api-keys', body, headers);
  assert.equal((await make()).status, 201);
  bundle.clock.advance(10 * 60_000 + 1);
  const unproven = await make();
  assert.deepEqual([unproven.status, unproven.at('/code')], [403, 'REAUTHENTICATION_REQUIRED']);
  const demote = await signInAgain(bundle, owner.email);
  await demote.ask('PATCH', `/v1/members/${admin.id}`, { role: 'operator' });
  assert.equal((await make()).at('/code'), 'FORBIDDEN');
});

test('a key is refused for another body or path, while it runs, and after a crash', async (t) => {
  const bundle = await setup(t);
  const { call, service, clock } = bundle;
  const headers = { 'idempotency-key': 'k1' };
  const scorecard = (name: string) => ({
    name,
    passMark: 80,
    criteria: [{ id: 'greeting', question: 'Did the agent greet?', points: 10 }],
  });
  const made = await call('POST', '/v1/scorecards', scorecard('a'), { headers });
  assert.equal(made.status, 201, made.text);
  // The order of the keys of a body does not matter.
  const turned = Object.fromEntries(Object.entries(scorecard('a')).toReversed());
  const same = await call('POST', '/v1/scorecards', turned, { headers });
  assert.equal(same.headers.get('idempotent-replayed'), 'true', same.text);
  for (const [path, body] of [
    ['/v1/scorecards', scorecard('b')],
    [`/v1/scorecards/${made.at('/id')}/default`, undefined],
  ] as const) {
    const other = await call('POST', path, body, { headers });
    assert.deepEqual([other.status, other.at('/code')], [422, 'IDEMPOTENCY_KEY_REUSED']);
  }
  const { keyedRequests } = service;
  const token = await bundle.keyWith(['endpoints:write']);
  const actor = await service.apiKeys.authenticate(token);
  assert.ok(actor.kind === 'ok');
  const who = `${actor.actor.projectKey} ${actor.actor.id}`;
  const body = scorecard('c');
  const begun = await keyedRequests.begin(who, 'k2', ['POST', '/v1/scorecards', body]);
  assert.equal(begun.kind, 'begun');
  const options = { token, headers: { 'idempotency-key': 'k2' } };
  const early = await call('POST', '/v1/scorecards', body, options);
  assert.deepEqual([early.status, early.at('/code')], [409, 'IDEMPOTENCY_KEY_RUNNING']);
  assert.equal(early.headers.get('retry-after'), '1');
  // The state after a crash between the effect and its answer.
  clock.advance(120_000);
  const lost = await call('POST', '/v1/scorecards', body, options);
  assert.deepEqual([lost.status, lost.at('/code')], [409, 'IDEMPOTENCY_KEY_LOST']);
  assert.match(String(lost.at('/detail')), /Look whether it took effect/);
});

test('of 20 requests at once with one key, one takes effect', async (t) => {
  const bundle = await setup(t);
  const body = { name: 'at once', scopes: ['reports:write'] };
  const headers = { 'idempotency-key': 'k1' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => bundle.call('POST', '/v1/api-keys', body, { headers })),
  );
  for (const { status, text } of answers) assert.ok(status === 201 || status === 409, text);
  const keys = Object(await bundle.call('GET', '/v1/api-keys')).at('/data');
  const named = keys.filter(({ name }: { name: string }) => name === 'at once');
  assert.equal(named.length, 1);
});

test('a refused or failed request leaves its key free; a malformed key is refused', async (t) => {
  const bundle = await setup(t);
  const { call, service } = bundle;
  const headers = { 'idempotency-key': 'k1' };
  const body = { name: 'x', scopes: ['reports:write'], expiresAt: '2001-01-01T00:00:00Z' };
  assert.equal((await call('POST', '/v1/api-keys', body, { headers })).status, 422);
  const mended = { name: 'x', scopes: ['reports:write'] };
  t.mock.method(service.apiKeys, 'create', async () => {
    throw new Error('of our own');
  });
  assert.equal((await call('POST', '/v1/api-keys', mended, { headers })).status, 500);
  t.mock.restoreAll();
  const made = await call('POST', '/v1/api-keys', mended, { headers });
  assert.deepEqual([made.status, made.headers.get('idempotent-replayed')], [201, null], made.text);
  for (const key of ['', ' ', 'x'.repeat(257), 'é']) {
    const bad = await call('POST', '/v1/api-keys', mended, { headers: { 'idempotency-key': key } });
    assert.deepEqual([bad.status, bad.at('/errors/0/field')], [400, 'header.idempotency-key'], key);
  }
});

async function signInAgain(bundle: Bundle, email: string) {
  return personOf(bundle, await signIn(bundle, email));
}

/** The path as in the OpenAPI document, which names these parameters `id`. */
function namedId(path: string): string {
  return path.replaceAll(/\{(?:member|invitation|session)\}/g, '{id}');
}
