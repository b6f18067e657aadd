/** Enabling, disabling, recovering (S6.22 to S6.24, S6.29). */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { isoTime } from '../../../src/core/time.ts';
import type { HeldChoice } from '../../../src/engine/endpoint/endpoint-switch.ts';
import { epochOf } from '../../store/given.ts';
import {
  AUTHOR,
  auditOf,
  deliveriesOf,
  failure,
  reportCall,
  START_MS,
  setup,
  wanted,
} from '../manage/setup.ts';

async function withHeld(t: TestContext) {
  const parts = await setup(t);
  const { endpoints, project, store } = parts;
  const { id, key } = await endpoints.create(project.key, wanted(), AUTHOR);
  await endpoints.disable(project.key, id, AUTHOR);
  await reportCall(store, project.key, 'call_1', ['CALLING', 'COMPLETED']);
  await reportCall(store, project.key, 'call_2', ['CALLING']);
  return { ...parts, id, key };
}

test('deliveries made while an endpoint is disabled are held, never discarded', async (t) => {
  const { store, project } = await withHeld(t);
  const states = (await deliveriesOf(store, project.key)).map((row) => row.state);
  assert.deepEqual(states, ['due', 'waiting', 'waiting', 'due']);
});

const LEFT: Readonly<Record<HeldChoice, readonly string[]>> = {
  send: ['due', 'waiting', 'waiting', 'due'],
  newest: ['cancelled', 'cancelled', 'due', 'due'],
  drop: ['cancelled', 'cancelled', 'cancelled', 'cancelled'],
};

for (const held of ['send', 'newest', 'drop'] as const) {
  test(`enabling with ${held} leaves ${LEFT[held].join(', ')}`, async (t) => {
    const { store, endpoints, project, id, key, invalidated } = await withHeld(t);
    const enabled = await endpoints.enable(project.key, id, held, AUTHOR);
    assert.ok(enabled.endpoint.enabled);
    assert.equal(enabled.endpoint.disabledReason, null);
    const states = (await deliveriesOf(store, project.key)).map((row) => row.state);
    assert.deepEqual(states, LEFT[held]);
    const cancelled = LEFT[held].filter((state) => state === 'cancelled').length;
    assert.equal(enabled.cancelled, cancelled);
    assert.equal(invalidated.at(-1), key);
    const entry = (await auditOf(store, project.key)).at(-1);
    assert.deepEqual(
      [entry?.action, entry?.after],
      ['endpoint.enabled', { enabled: true, held, cancelled }],
    );
  });
}

test('enabling resets the health of the endpoint', async (t) => {
  const { store, endpoints, project, id, key } = await withHeld(t);
  const health = { ...HEALTHY, consecutiveFailures: 9, holdUntilMs: 5 };
  const [held] = await deliveriesOf(store, project.key);
  assert.ok(held);
  await store.settle({
    epoch: await epochOf(store),
    delivery: held.key,
    endpoint: key,
    call: held.callKey,
    projectKey: project.key,
    createdAtMs: held.createdAtMs,
    attempt: null,
    next: { state: 'cancelled', atMs: START_MS, failures: 0 },
    health,
    disable: null,
    revision: null,
  });
  assert.deepEqual((await store.runtime(key))?.health, health);
  await endpoints.enable(project.key, id, 'send', AUTHOR);
  assert.deepEqual((await store.runtime(key))?.health, HEALTHY);
});

test('newest and drop never touch the live deliveries of an enabled endpoint', async (t) => {
  const { store, endpoints, project, id } = await withHeld(t);
  await endpoints.enable(project.key, id, 'send', AUTHOR);
  for (const held of ['newest', 'drop'] as const) {
    const asking = endpoints.enable(project.key, id, held, AUTHOR);
    await assert.rejects(asking, failure('STATE_CONFLICT'));
  }
  const states = (await deliveriesOf(store, project.key)).map((row) => row.state);
  assert.deepEqual(states, LEFT.send);
});

test('disabling twice leaves one entry', async (t) => {
  const { store, endpoints, project, id } = await withHeld(t);
  await endpoints.disable(project.key, id, AUTHOR);
  const actions = (await auditOf(store, project.key)).map((entry) => entry.action);
  assert.deepEqual(actions, ['endpoint.created', 'endpoint.disabled']);
});

test('recovering a disabled endpoint says that it must be enabled first', async (t) => {
  const { endpoints, project, id } = await withHeld(t);
  const asking = endpoints.recover(project.key, id, 0, AUTHOR);
  await assert.rejects(asking, failure('ENDPOINT_DISABLED'));
});

test('recovering reopens and counts the deliveries given up since the time', async (t) => {
  const { store, endpoints, project, id, key, clock } = await withHeld(t);
  await endpoints.enable(project.key, id, 'send', AUTHOR);
  const epoch = await epochOf(store);
  const nowMs = clock.wallMs();
  const { heads } = await store.readyHeads({
    endpoint: key,
    nowMs,
    held: false,
    recoveredAtMs: null,
    limit: 10,
  });
  for (const head of heads) {
    await store.settle({
      epoch,
      delivery: head.delivery,
      endpoint: key,
      call: head.call,
      projectKey: head.projectKey,
      createdAtMs: head.createdAtMs,
      attempt: null,
      next: { state: 'rejected', atMs: nowMs, failures: 1 },
      health: null,
      disable: null,
      revision: null,
    });
  }
  assert.equal(heads.length, 2);
  const later = await endpoints.recover(project.key, id, nowMs + 1, AUTHOR);
  assert.deepEqual([later.reopened, later.more], [0, false]);
  const recovered = await endpoints.recover(project.key, id, nowMs, AUTHOR);
  assert.deepEqual([recovered.reopened, recovered.more], [2, false]);
  const states = (await deliveriesOf(store, project.key)).map((row) => row.state);
  assert.deepEqual(states, LEFT.send, 'every lane has its old order');
  const [started, ended] = (await auditOf(store, project.key)).slice(-2);
  const asked = { endpointId: [id], from: isoTime(nowMs) };
  assert.deepEqual(
    [started?.action, started?.target, started?.actor, started?.after],
    [
      'bulk.started',
      recovered.jobId,
      AUTHOR.actor,
      { action: 'recover', reason: null, asked, ids: null },
    ],
  );
  const outcome = { action: 'recover', state: 'done', done: 2, skipped: 0, failed: 0 };
  assert.deepEqual(
    [ended?.action, ended?.target, ended?.actor, ended?.after],
    ['bulk.ended', recovered.jobId, AUTHOR.actor, outcome],
  );
});

test('an endpoint of another project is neither switched nor recovered', async (t) => {
  const { endpoints, foreign, id } = await withHeld(t);
  const asks = [
    endpoints.enable(foreign.key, id, 'send', AUTHOR),
    endpoints.disable(foreign.key, id, AUTHOR),
    endpoints.recover(foreign.key, id, 0, AUTHOR),
  ];
  for (const ask of asks) await assert.rejects(ask, failure('NOT_FOUND'));
});
