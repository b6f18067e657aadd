/** From a project's public id to the project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatId } from '../../../src/core/id.ts';
import { projectById } from '../../../src/engine/manage/project-by-id.ts';
import { failure, setup } from './setup.ts';

test('an id finds its project; with another time, key or prefix it finds none', async (t) => {
  const { store, project } = await setup(t);
  assert.equal((await projectById(store, project.id)).key, project.key);
  const { createdAtMs, key } = project;
  const wrong = [
    formatId('prj', createdAtMs + 1, key),
    formatId('prj', createdAtMs, 999),
    formatId('ep', createdAtMs, key),
    '',
    '../etc',
  ];
  for (const id of wrong) await assert.rejects(projectById(store, id), failure('NOT_FOUND'));
});
