/** A found project is looked up once; an unknown name is looked up each time and not kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProjectMemory } from '../../src/inbox/project-memory.ts';

test('only found projects are remembered', async () => {
  const asked: string[] = [];
  const isProject = createProjectMemory(async (projectId) => {
    asked.push(projectId);
    if (projectId.startsWith('bad')) throw new Error('there is none');
  });
  for (const name of ['a', 'a', 'bad', 'bad', 'a']) {
    assert.equal(await isProject(name), name === 'a');
  }
  assert.deepEqual(asked, ['a', 'bad', 'bad']);
});

test('beyond a thousand projects all are forgotten', async () => {
  let asked = 0;
  const isProject = createProjectMemory(async () => {
    asked += 1;
  });
  for (let count = 0; count <= 1_000; count += 1) await isProject(`p${count}`);
  await isProject('p1000');
  assert.equal(asked, 1_001);
  await isProject('p0');
  assert.equal(asked, 1_002);
});
