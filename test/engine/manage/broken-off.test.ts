/**
 * A change of several commits, and a process that ends between two of them: the audit trail says
 * that the change began, and not that it ended (S12.30).
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { createBulkRunner } from '../../../src/engine/delivery/bulk-runner.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { epochOf } from '../../store/given.ts';
import { migratedDirectory } from '../../support/migrated-directory.ts';
import {
  AUTHOR,
  auditOf,
  endpointsOf,
  manualClock,
  reportCall,
  START_MS,
  wanted,
} from './setup.ts';

/** More than one step of a bulk job, and more than one batch of a cancellation. */
const CALLS = 501;

type Store = Awaited<ReturnType<typeof openSqliteStore>>;

async function setup(t: TestContext) {
  const clock = manualClock();
  const directory = migratedDirectory('ringpost-broken-off-');
  t.after(() => rmSync(directory, { recursive: true }));
  const open = () => openSqliteStore({ directory, threads: false });
  const store = await open();
  const { key } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  const secrets = createSecretBox(new Uint8Array(32).fill(7));
  const { endpoints } = endpointsOf(store, secrets, clock);
  const endpoint = await endpoints.create(
    key,
    wanted({ triggers: ['OUTBOUND_CALL_CALLING'] }),
    AUTHOR,
  );
  for (let call = 0; call < CALLS; call += 1) {
    await reportCall(store, key, `call_${call}`, ['CALLING']);
  }
  /** The store after a restart. */
  const again = async () => {
    await store.close();
    const restarted = await open();
    t.after(() => restarted.close());
    return restarted;
  };
  return { again, clock, endpoint, endpoints, project: key, store };
}

/** After so many commits of this operation the process makes no more. */
function endAfter(
  t: TestContext,
  store: Store,
  operation: 'stepBulk' | 'cancelOpen',
  most: number,
) {
  const real = store[operation].bind(store) as (asked: unknown) => Promise<unknown>;
  let commits = 0;
  t.mock.method(store, operation, async (asked: unknown) => {
    if (commits >= most) throw new Error('the process has ended');
    commits += 1;
    return real(asked);
  });
}

async function entriesOf(store: Store, project: Parameters<typeof auditOf>[1]) {
  const entries = await auditOf(store, project);
  return entries.map(({ action }) => action).slice(1);
}

test('S12.30: an interrupted recovery has begun, and ends after the restart', async (t) => {
  const { again, clock, endpoint, endpoints, project, store } = await setup(t);
  const epoch = await epochOf(store);
  const { heads } = await store.readyHeads({
    endpoint: endpoint.key,
    nowMs: START_MS,
    held: false,
    recoveredAtMs: null,
    limit: CALLS,
  });
  for (const head of heads) {
    await store.settle({
      epoch,
      delivery: head.delivery,
      endpoint: head.endpoint,
      call: head.call,
      projectKey: head.projectKey,
      createdAtMs: head.createdAtMs,
      attempt: null,
      next: { state: 'rejected', atMs: START_MS, failures: 1 },
      health: null,
      disable: null,
      revision: null,
    });
  }
  endAfter(t, store, 'stepBulk', 1);
  const { jobId, ...answer } = await endpoints.recover(project, endpoint.id, 0, AUTHOR);
  assert.deepEqual(answer, { reopened: 200, more: true });
  const restarted = await again();
  assert.deepEqual(await entriesOf(restarted, project), ['bulk.started']);
  const runner = createBulkRunner({
    store: restarted,
    clock,
    inbox: { kind: 'off', reason: '' },
    emit: () => {},
    dispatcher: { invalidate() {} },
    note: () => {},
    leads: () => true,
    shared: false,
  });
  runner.start();
  await runner.idle();
  await runner.stop();
  const [started, ended] = (await auditOf(restarted, project)).slice(1);
  assert.deepEqual([started?.target, ended?.action, ended?.target], [jobId, 'bulk.ended', jobId]);
  const outcome = { action: 'recover', state: 'done', done: CALLS, skipped: 0, failed: 0 };
  assert.deepEqual(ended?.after, outcome);
});

test('S12.30: dropping by enabling has its audit entry before the first batch', async (t) => {
  const { again, endpoint, endpoints, project, store } = await setup(t);
  await endpoints.disable(project, endpoint.id, AUTHOR);
  endAfter(t, store, 'cancelOpen', 1);
  await assert.rejects(endpoints.enable(project, endpoint.id, 'drop', AUTHOR), /has ended/);
  const restarted = await again();
  const actions = await entriesOf(restarted, project);
  assert.deepEqual(actions, ['endpoint.disabled', 'endpoint.enabling']);
  const begun = (await auditOf(restarted, project)).at(-1);
  assert.deepEqual([begun?.target, begun?.after], [endpoint.id, { held: 'drop' }]);
});

test('S12.30: the end of the cancellations has an entry after the deletion', async (t) => {
  const { again, endpoint, endpoints, project } = await setup(t);
  await endpoints.remove(project, endpoint.id, AUTHOR);
  const restarted = await again();
  const actions = await entriesOf(restarted, project);
  assert.deepEqual(actions, ['endpoint.deleted', 'endpoint.deliveries-cancelled']);
  const ended = (await auditOf(restarted, project)).at(-1);
  const after = { because: 'endpoint.deleted', cancelled: CALLS };
  assert.deepEqual([ended?.target, ended?.actor, ended?.after], [endpoint.id, AUTHOR.actor, after]);
});

test('S12.30: an interrupted deletion has no entry of its end', async (t) => {
  const { again, endpoint, endpoints, project, store } = await setup(t);
  endAfter(t, store, 'cancelOpen', 1);
  await assert.rejects(endpoints.remove(project, endpoint.id, AUTHOR), /has ended/);
  assert.deepEqual(await entriesOf(await again(), project), ['endpoint.deleted']);
});

test('S12.30: the end of the cancellations has an entry after the unticking', async (t) => {
  const { again, endpoint, endpoints, project } = await setup(t);
  const triggers = ['CALL_LOG_CREATED'] as const;
  await endpoints.update(project, endpoint.id, { triggers }, AUTHOR);
  const restarted = await again();
  const actions = await entriesOf(restarted, project);
  assert.deepEqual(actions, ['endpoint.updated', 'endpoint.deliveries-cancelled']);
  const ended = (await auditOf(restarted, project)).at(-1);
  assert.deepEqual(ended?.after, { because: 'endpoint.updated', cancelled: CALLS });
});
