/** Settings of a project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProjectService } from '../../../src/engine/manage/project-service.ts';
import { AUTHOR, auditOf, failure, setup } from './setup.ts';

test('the default project is made once', async (t) => {
  const { store, clock, project } = await setup(t);
  const service = createProjectService({ store, clock });
  const made = await service.ensureDefault();
  assert.equal(made.id, project.id);
  assert.equal((await service.byId(made.id)).name, 'default');
});

test('a patch changes what it names, keeps the rest and leaves one entry', async (t) => {
  const { store, clock, project } = await setup(t);
  const service = createProjectService({ store, clock });
  const patch = { serviceName: 'Acme Calls', stale: { outbound: true } };
  const updated = await service.update(project.key, patch, AUTHOR);
  assert.equal(updated.serviceName, 'Acme Calls');
  assert.deepEqual(updated.stale, { ...project.stale, outbound: true });
  assert.deepEqual(updated.retention, project.retention);
  assert.deepEqual(await service.update(project.key, patch, AUTHOR), updated);
  const entries = await auditOf(store, project.key);
  assert.deepEqual(
    entries.map((entry) => entry.action),
    ['project.updated'],
  );
});

test('two simultaneous changes are both kept', async (t) => {
  const { store, clock, project } = await setup(t);
  const service = createProjectService({ store, clock });
  await Promise.all([
    service.update(project.key, { name: 'one' }, AUTHOR),
    service.update(project.key, { serviceName: 'Two' }, AUTHOR),
  ]);
  const { name, serviceName } = await service.get(project.key);
  assert.deepEqual([name, serviceName], ['one', 'Two']);
});

test('settings outside their bounds are refused with every field', async (t) => {
  const { store, clock, project } = await setup(t);
  const service = createProjectService({ store, clock });
  const patch = { name: '', stale: { callingMs: 1 }, retention: { auditDays: 0 } };
  await assert.rejects(
    service.update(project.key, patch, AUTHOR),
    failure('INVALID_INPUT', ['/name', '/stale/callingMs', '/retention/auditDays']),
  );
});
