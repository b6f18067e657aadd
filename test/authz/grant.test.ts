/** Which keys may make and revoke keys, so that a project always keeps one that can. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../src/core/key/scope.ts';
import { addForeignProject } from '../http/foreign-project.ts';
import { type Answer, type Bundle, setup, TOKEN } from '../http/setup.ts';

interface MadeKey {
  readonly id: string;
  readonly token: string;
}

async function makeKey({ call }: Bundle, scopes: readonly string[]): Promise<MadeKey> {
  const made = await call('POST', '/v1/api-keys', { name: 'made', scopes });
  assert.equal(made.status, 201, made.text);
  return { id: String(made.at('/id')), token: String(made.at('/token')) };
}

function idsOf(page: Answer): readonly string[] {
  const rows: { id: string }[] = Object(page.at('/data'));
  return rows.map(({ id }) => id);
}

test('only project:admin makes keys, whatever else a key has', async (t) => {
  const bundle = await setup(t);
  const all = await makeKey(
    bundle,
    SCOPES.filter((scope) => scope !== 'project:admin'),
  );
  for (const scope of SCOPES) {
    const body = { name: 'more', scopes: [scope] };
    const answer = await bundle.call('POST', '/v1/api-keys', body, { token: all.token });
    assert.deepEqual([answer.status, answer.at('/code')], [403, 'FORBIDDEN'], scope);
  }
});

test('project:admin may grant every scope, and has itself only project:admin', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const admin = await makeKey(bundle, ['project:admin']);
  const body = { name: 'all', scopes: SCOPES };
  const made = await call('POST', '/v1/api-keys', body, { token: admin.token });
  assert.deepEqual([made.status, made.at('/scopes')], [201, [...SCOPES]]);
  const read = (token: unknown) => call('GET', '/v1/calls', undefined, { token: String(token) });
  assert.equal((await read(admin.token)).status, 403);
  assert.equal((await read(made.at('/token'))).status, 200);
});

test('no request changes the scopes of a key', async (t) => {
  const bundle = await setup(t);
  const { id, token } = await makeKey(bundle, ['project:admin']);
  for (const method of ['PATCH', 'PUT', 'POST']) {
    const answer = await bundle.call(method, `/v1/api-keys/${id}`, { scopes: SCOPES }, { token });
    assert.equal(answer.status, 405, method);
  }
});

test('no key can revoke itself, neither the last nor a spare one', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const [last = ''] = idsOf(await call('GET', '/v1/api-keys'));
  const spare = await makeKey(bundle, ['project:admin']);
  for (const [id, token] of [
    [last, TOKEN],
    [spare.id, spare.token],
  ] as const) {
    const answer = await call('DELETE', `/v1/api-keys/${id}`, undefined, { token });
    assert.deepEqual([answer.status, answer.at('/code')], [409, 'STATE_CONFLICT']);
  }
});

test('keys that revoke each other at the same time leave one that works', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const first = { id: idsOf(await call('GET', '/v1/api-keys'))[0] ?? '', token: TOKEN };
  const keys = [first, ...(await Promise.all([1, 2, 3].map(() => makeKey(bundle, SCOPES))))];
  // All keys are cached, so that all requests are authenticated before the first revocation.
  for (const { token } of keys) await call('GET', '/v1/api-keys', undefined, { token });
  const attempts = keys.flatMap(({ token }) =>
    keys.filter((other) => other.token !== token).map(({ id }) => ({ token, id })),
  );
  const answers = await Promise.all(
    attempts.map(({ token, id }) => call('DELETE', `/v1/api-keys/${id}`, undefined, { token })),
  );
  for (const { status, text } of answers) assert.ok(status === 204 || status === 401, text);
  const statuses = await Promise.all(
    keys.map(async ({ token }) => (await call('GET', '/v1/audit', undefined, { token })).status),
  );
  assert.deepEqual(statuses.sort(), [200, 401, 401, 401]);
});

test('a key makes no other key after its revocation, also if both are asked at once', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const { id, token } = await makeKey(bundle, ['project:admin']);
  const body = { name: 'heir', scopes: SCOPES };
  for (const each of [TOKEN, token]) await call('GET', '/v1/api-keys', undefined, { token: each });
  const [revoked, ...heirs] = await Promise.all([
    call('DELETE', `/v1/api-keys/${id}`),
    ...[1, 2, 3, 4].map(() => call('POST', '/v1/api-keys', body, { token })),
  ]);
  assert.equal(revoked?.status, 204);
  for (const { status, text } of heirs) assert.ok(status === 201 || status === 401, text);
  // The trail has the order: no entry of the key comes after its revocation.
  const trail: { action: string; actor: string }[] = Object(
    (await call('GET', '/v1/audit')).at('/data'),
  );
  const end = trail.findIndex(({ action }) => action === 'api-key.revoked');
  assert.deepEqual(
    trail.slice(0, end).filter(({ actor }) => actor === id),
    [],
  );
});

test('a key of another project cannot be listed or revoked', async (t) => {
  const bundle = await setup(t);
  const foreign = await addForeignProject(bundle);
  const ours = idsOf(await bundle.call('GET', '/v1/api-keys'));
  const theirs = (await bundle.service.apiKeys.list(foreign.key)).map(({ id }) => id);
  assert.deepEqual([ours.length, theirs.length], [1, 1]);
  for (const id of theirs) {
    const answer = await bundle.call('DELETE', `/v1/api-keys/${id}`);
    assert.deepEqual([answer.status, answer.at('/code')], [404, 'NOT_FOUND']);
  }
});
