/** The project's settings on the wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { NO_LIMITS } from '../../../src/core/project/project-limits.ts';
import { ProjectPatchBody, ProjectRecord, showProject } from '../../../src/http/schema/project.ts';

test('every setting is shown, and parts of nested settings can be patched', () => {
  const project = { key: asKey<ProjectKey>(1), id: 'prj_1', name: 'default' };
  const ofInstance = { externalId: null, madeBy: null, suspendedAtMs: null, counted: null };
  const shown = showProject({
    ...PROJECT_DEFAULTS,
    ...project,
    ...ofInstance,
    limits: NO_LIMITS,
    createdAtMs: 0,
    updatedAtMs: 0,
  });
  assert.deepEqual(Object.keys(shown).toSorted(), Object.keys(ProjectRecord.properties).toSorted());
  const { stale, retention } = ProjectPatchBody.properties;
  assert.deepEqual(Object.keys(stale.properties), Object.keys(PROJECT_DEFAULTS.stale));
  assert.deepEqual(Object.keys(retention.properties), Object.keys(PROJECT_DEFAULTS.retention));
});
