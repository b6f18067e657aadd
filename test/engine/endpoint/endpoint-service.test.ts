/** The whole life of an endpoint, through its service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTHOR, auditOf, setup, TOKEN, wanted } from '../manage/setup.ts';

test('every change leaves its audit entry, and no entry has a secret', async (t) => {
  const { endpoints, project, store } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  await endpoints.update(project.key, id, { timeoutMs: 2_000 }, AUTHOR);
  await endpoints.disable(project.key, id, AUTHOR);
  await endpoints.enable(project.key, id, 'drop', AUTHOR);
  await endpoints.test(project.key, id, 'CALL_LOG_CREATED', AUTHOR);
  await endpoints.recover(project.key, id, 0, AUTHOR);
  await endpoints.remove(project.key, id, AUTHOR);
  const entries = await auditOf(store, project.key);
  assert.deepEqual(
    entries.map(({ action }) => action),
    [
      'endpoint.created',
      'endpoint.updated',
      'endpoint.disabled',
      'endpoint.enabling',
      'endpoint.enabled',
      'endpoint.tested',
      'bulk.started',
      'bulk.ended',
      'endpoint.deleted',
      'endpoint.deliveries-cancelled',
    ],
  );
  assert.ok(entries.every(({ actor }) => actor === AUTHOR.actor));
  const own = entries.filter(({ action }) => action.startsWith('endpoint.'));
  assert.ok(own.every(({ target }) => target === id));
  assert.ok(!JSON.stringify(entries).includes(TOKEN));
});

test('simultaneous changes are made one after the other', async (t) => {
  const { endpoints, project, store } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  await Promise.all([
    endpoints.disable(project.key, id, AUTHOR),
    endpoints.enable(project.key, id, 'newest', AUTHOR),
    endpoints.update(project.key, id, { name: 'last' }, AUTHOR),
  ]);
  const actions = (await auditOf(store, project.key)).map(({ action }) => action);
  assert.deepEqual(
    actions.slice(1),
    ['disabled', 'enabling', 'enabled', 'updated'].map((what) => `endpoint.${what}`),
  );
});
