/** Opens an alert through the store, as the service's own check does: no route opens one. */
import assert from 'node:assert/strict';
import type { Condition } from '../../src/core/alert/alert.ts';
import type { ProjectKey } from '../../src/core/id.ts';
import type { Bundle } from './setup.ts';

/** Returns the id of the alert. */
export async function openAlert(
  { store, clock, project }: Bundle,
  changes: Partial<Condition> = {},
): Promise<string> {
  const nowMs = clock.wallMs();
  const holder = 'test';
  await store.takeAlertTurn({ holder, nowMs, untilMs: nowMs + 1, alone: true });
  const found: Condition = {
    projectKey: project.key,
    trigger: 'OPS_DISK_LOW',
    subject: '',
    name: 'Ringpost',
    endpoint: null,
    sinceMs: nowMs,
    value: 2 ** 29,
    waiting: 0,
    ...changes,
  };
  assert.ok(await store.stepAlerts({ holder, nowMs, opened: [found], changed: [] }));
  return newestAlert(store, found.projectKey);
}

async function newestAlert(store: Bundle['store'], projectKey: ProjectKey): Promise<string> {
  const filter = { open: true, endpoint: null, trigger: null };
  const [alert] = await store.alerts({ projectKey, filter, beforeKey: null, limit: 1 });
  return alert?.id ?? assert.fail('no alert');
}
