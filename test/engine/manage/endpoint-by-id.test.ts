/** From an endpoint's id to the endpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatId } from '../../../src/core/id.ts';
import { endpointById } from '../../../src/engine/manage/endpoint-by-id.ts';
import { AUTHOR, failure, setup, wanted } from '../manage/setup.ts';

test('made-up ids, deleted endpoints and those of other projects are not found', async (t) => {
  const { store, endpoints, project, foreign } = await setup(t);
  const made = await endpoints.create(project.key, wanted(), AUTHOR);
  assert.equal((await endpointById(store, project.key, made.id)).key, made.key);
  const wrong = [
    endpointById(store, foreign.key, made.id),
    endpointById(store, project.key, formatId('ep', made.createdAtMs + 1, made.key)),
    endpointById(store, project.key, 'ep_nobody'),
  ];
  for (const ask of wrong) await assert.rejects(ask, failure('NOT_FOUND'));
  await endpoints.remove(project.key, made.id, AUTHOR);
  await assert.rejects(endpointById(store, project.key, made.id), failure('NOT_FOUND'));
});
