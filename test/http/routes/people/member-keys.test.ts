/** API keys and who made them: shown, and revoked with the membership or role of their maker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOwner, member, type Person } from '../../person/people.ts';
import { type Bundle, setup, TOKEN } from '../../setup.ts';

interface Scene {
  readonly bundle: Bundle;
  readonly kim: Person;
  readonly max: Person;
  /** A key that Max made, and a key that was made with it. */
  readonly tokens: readonly string[];
  readonly ids: readonly string[];
}

async function scene(t: Parameters<typeof setup>[0]): Promise<Scene> {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const max = await member(bundle, kim, 'admin', 'max');
  const body = { name: 'deploys', scopes: ['project:admin'] };
  const one = await max.ask('POST', '/v1/api-keys', body);
  const token = String(one.at('/token'));
  const heir = { name: 'heir', scopes: ['calls:read'] };
  const two = await bundle.call('POST', '/v1/api-keys', heir, { token });
  assert.deepEqual([one.status, two.status], [201, 201], two.text);
  assert.deepEqual(one.at('/madeBy'), {
    kind: 'member',
    id: max.id,
    name: 'max',
    state: 'active',
  });
  const tokens = [token, String(two.at('/token'))];
  return { bundle, kim, max, tokens, ids: [String(one.at('/id')), String(two.at('/id'))] };
}

async function statuses({ bundle, tokens }: Scene): Promise<readonly number[]> {
  const [one, two] = tokens;
  const ask = async (path: string, token = '') =>
    (await bundle.call('GET', path, undefined, { token })).status;
  return [await ask('/v1/api-keys', one), await ask('/v1/calls', two)];
}

async function states({ kim }: Scene, query = ''): Promise<unknown> {
  const rows: { madeBy: { kind: string; state: string } }[] = Object(
    (await kim.ask('GET', `/v1/api-keys${query}`)).at('/data'),
  );
  return rows.map(({ madeBy }) => `${madeBy.kind} ${madeBy.state}`);
}

test('keys name their maker, also one who was demoted or removed', async (t) => {
  const here = await scene(t);
  const { kim, max } = here;
  const all = (state: string) => ['system active', `member ${state}`, `api-key ${state}`];
  assert.deepEqual(await states(here), all('active'));
  await kim.ask('PATCH', `/v1/members/${max.id}`, { role: 'viewer' });
  assert.deepEqual(await states(here), all('demoted'));
  assert.equal((await kim.ask('DELETE', `/v1/members/${max.id}`)).status, 204);
  assert.deepEqual(await states(here), all('removed'));
  assert.deepEqual(await states(here, `?madeBy=${max.id}`), all('removed').slice(1));
  assert.deepEqual(await states(here, '?makerState=active'), ['system active']);
  assert.deepEqual(await states(here, `?madeBy=${kim.id}`), []);
  // No request asked to revoke the keys.
  assert.deepEqual(await statuses(here), [200, 200]);
});

for (const how of ['removal', 'role'] as const) {
  test(`a ${how} revokes the keys of the member, and those made with them, if asked`, async (t) => {
    const here = await scene(t);
    const { kim, max, ids, bundle } = here;
    assert.deepEqual(await statuses(here), [200, 200]);
    const done =
      how === 'role'
        ? await kim.ask('PATCH', `/v1/members/${max.id}`, { role: 'viewer', revokeKeys: true })
        : await kim.ask('DELETE', `/v1/members/${max.id}?revokeKeys=true`);
    assert.equal(done.status, how === 'role' ? 200 : 204, done.text);
    assert.deepEqual(await statuses(here), [401, 401]);
    const trail = await kim.ask('GET', '/v1/audit?action=api-key.revoked');
    const entries: { actor: string; target: string }[] = Object(trail.at('/data'));
    assert.deepEqual(
      entries.map(({ actor, target }) => [actor, target]),
      ids.toReversed().map((id) => [kim.id, id]),
    );
    const others = await bundle.call('GET', '/v1/calls', undefined, { token: TOKEN });
    assert.equal(others.status, 200);
  });
}

test('setting the same role again can revoke the keys of a demoted member', async (t) => {
  const here = await scene(t);
  const { kim, max } = here;
  await kim.ask('PATCH', `/v1/members/${max.id}`, { role: 'viewer' });
  assert.deepEqual(await statuses(here), [200, 200]);
  const body = { role: 'viewer', revokeKeys: true };
  assert.equal((await kim.ask('PATCH', `/v1/members/${max.id}`, body)).status, 200);
  assert.deepEqual(await statuses(here), [401, 401]);
});

test('the live stream of a revoked key ends', async (t) => {
  const { bundle, kim, max, tokens } = await scene(t);
  const headers = { authorization: `Bearer ${tokens[1]}`, accept: 'text/event-stream' };
  const stream = await fetch(`${bundle.url}/v1/stream`, { headers });
  assert.equal(stream.status, 200);
  assert.equal((await kim.ask('DELETE', `/v1/members/${max.id}?revokeKeys=true`)).status, 204);
  // If the stream stayed open, the test would not end.
  await stream.text();
});

test('the last owner stays and keeps the keys; a member who leaves revokes none', async (t) => {
  const here = await scene(t);
  const { kim, max } = here;
  const made = await kim.ask('POST', '/v1/api-keys', { name: 'own', scopes: ['calls:read'] });
  const refused = await kim.ask('DELETE', `/v1/members/${kim.id}?revokeKeys=true`);
  assert.equal(refused.status, 409);
  const kept = await kim.ask('GET', `/v1/api-keys/${made.at('/id')}`);
  assert.equal(kept.at('/revokedAt'), null);
  assert.equal((await max.ask('DELETE', '/v1/members/me?revokeKeys=true')).status, 400);
  assert.deepEqual(await statuses(here), [200, 200]);
});
