/** The audit trail over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { setup } from '../setup.ts';

test('an entry says who changed what, when, and by which request', async (t) => {
  const { call, endpoint } = await setup(t);
  const id = await endpoint(['CALL_LOG_CREATED']);
  const changed = await call('PATCH', `/v1/endpoints/${id}`, { name: 'CRM 2' });
  const answer = await call('GET', '/v1/audit');
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(
    ['/action', '/target', '/before/name', '/after/name', '/requestId'].map((pointer) =>
      answer.at(`/data/0${pointer}`),
    ),
    ['endpoint.updated', id, 'orders', 'CRM 2', changed.headers.get('x-request-id')],
  );
  assert.match(String(answer.at('/data/0/id')), /^aud_[0-9A-Z]{19}$/);
  assert.match(String(answer.at('/data/0/actor')), /^key_/);
  assert.match(String(answer.at('/data/0/at')), /Z$/);
  assert.equal(answer.at('/data/1/action'), 'endpoint.created');
  assert.equal(answer.at('/data/1/before'), null);
});

test('the trail comes in pages, the newest first', async (t) => {
  const { call } = await setup(t);
  for (const name of ['one', 'two', 'three']) await call('PATCH', '/v1/project', { name });
  const first = await call('GET', '/v1/audit?limit=2');
  const second = await call('GET', `/v1/audit?limit=2&cursor=${first.at('/nextCursor')}`);
  assert.deepEqual(
    [
      first.at('/data/0/after/name'),
      first.at('/data/1/after/name'),
      second.at('/data/0/after/name'),
    ],
    ['three', 'two', 'one'],
  );
  assert.equal((await call('GET', '/v1/audit?cursor=x')).status, 400);
});

test('keys of other projects and scopes do not see the trail', async (t) => {
  const bundle = await setup(t);
  await addForeignProject(bundle);
  const { call, keyWith } = bundle;
  await call('PATCH', '/v1/project', { name: 'mine' });
  const other = await call('GET', '/v1/audit', undefined, { token: FOREIGN_TOKEN });
  assert.ok(!other.text.includes('mine'));
  const token = await keyWith(['endpoints:write', 'deliveries:write']);
  assert.equal((await call('GET', '/v1/audit', undefined, { token })).status, 403);
});

test('the trail is filtered by action, actor, target and time, also as a file', async (t) => {
  const { call, endpoint, clock } = await setup(t);
  const id = await endpoint(['CALL_LOG_CREATED']);
  clock.advance(1_000);
  const changed = await call('PATCH', `/v1/endpoints/${id}`, { name: 'CRM 2' });
  assert.equal(changed.status, 200, changed.text);
  const actionsOf = async (query: string): Promise<readonly string[]> => {
    const answer = await call('GET', `/v1/audit?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return Object(answer.at('/data')).map(({ action }: { action: string }) => action);
  };
  const whole = await call('GET', '/v1/audit');
  const actor = String(whole.at('/data/0/actor'));
  const since = String(whole.at('/data/0/at'));
  assert.deepEqual(await actionsOf('action=endpoint.updated'), ['endpoint.updated']);
  const both = ['endpoint.updated', 'endpoint.created'];
  assert.deepEqual(await actionsOf('action=endpoint.updated,endpoint.created'), both);
  assert.ok(!(await actionsOf('notAction=endpoint.updated')).includes('endpoint.updated'));
  assert.deepEqual(await actionsOf(`target=${id}`), both);
  assert.deepEqual(await actionsOf(`target=${id}&actor=system`), []);
  assert.deepEqual(await actionsOf(`target=${id}&actor=${actor}`), both);
  assert.deepEqual(await actionsOf(`from=${since}`), ['endpoint.updated']);
  assert.deepEqual(await actionsOf(`target=${id}&to=${since}`), ['endpoint.created']);
  const csv = { headers: { accept: 'text/csv' } };
  const file = await call('GET', `/v1/audit?target=${id}`, undefined, csv);
  assert.equal(file.text.split('\r\n').length, 2 + 2);
  for (const wrong of ['action=A', 'from=yesterday', `from=${since}&to=${since}`, 'actor=']) {
    assert.equal((await call('GET', `/v1/audit?${wrong}`)).status, 400, wrong);
  }
});
