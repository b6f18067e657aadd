/** Runs whose launch was cancelled: each ends within a second, on a real store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { asKey, type DeliveryKey } from '../../../src/core/id.ts';
import type { CancelScope } from '../../../src/engine/ports/manage-store.ts';
import { type AcwRig, setup } from './setup.ts';

const OFF = { enabled: false, reason: 'operator' } as const;

/** A disabled agent whose launches are held, beside an endpoint subscribed to the end of runs. */
async function held(rig: AcwRig, ...callIds: readonly string[]) {
  const agent = await rig.endpoint('self-provided-agent');
  await rig.endpoint('custom', { triggers: ['ACW_COMPLETED'] });
  await rig.store.setEnabled({
    projectKey: rig.project,
    key: agent.key,
    state: OFF,
    audit: rig.audit(),
  });
  rig.dispatcher.invalidate(agent.key);
  for (const callId of callIds) await rig.report(callId, 'COMPLETED');
  return agent;
}

function cancelOpen(rig: AcwRig, agent: Pick<Endpoint, 'key'>) {
  return async (scope: CancelScope) => {
    await rig.store.cancelOpen({
      endpoint: agent.key,
      scope,
      nowMs: rig.clock.wallMs(),
      after: null,
      limit: 100,
    });
    await rig.advance(1_000);
  };
}

/** The notifications about ended runs: call, isError, error codes. */
function told(rig: AcwRig) {
  return rig.receiver.sent
    .filter(({ request }) => request.trigger === 'ACW_COMPLETED')
    .map(({ request }) => {
      const { data, errors = [] } = JSON.parse(request.body);
      return [data.callId, data.isError, ...errors.map(({ code }: { code: string }) => code)];
    });
}

async function stored(rig: AcwRig) {
  const { result } = await rig.onlyRun();
  return result === null
    ? null
    : await rig.store.result({ projectKey: rig.project, key: result.key });
}

test('a launch cancelled by hand ends its run CANCELLED, with one ACW_COMPLETED', async (t) => {
  const rig = await setup(t);
  await held(rig, 'call_1');
  const { key } = await rig.onlyRun();
  const launch = asKey<DeliveryKey>(key);
  await rig.store.cancelDelivery({
    projectKey: rig.project,
    key: launch,
    nowMs: rig.clock.wallMs(),
    audit: rig.audit(),
  });
  await rig.advance(1_000);
  assert.deepEqual(await rig.states(), ['CANCELLED LAUNCH_CANCELLED']);
  assert.deepEqual(told(rig), [['call_1', 'true', 'ANALYZER_FAILED']]);
  const result = await stored(rig);
  assert.equal(result?.isError, true);
  assert.deepEqual(
    [result?.reason, result?.errors.map(({ code }) => code)],
    ['LAUNCH_CANCELLED', ['ANALYZER_FAILED']],
  );
  assert.match(result?.errors[0]?.message ?? '', /cancelled/);
  assert.equal((await rig.onlyRun()).finishedAtMs, (await stored(rig))?.createdAtMs);
});

test('the run of a launch cancelled in this process ends at once, without a poll', async (t) => {
  const rig = await setup(t, { shared: false });
  const agent = await held(rig, 'call_1');
  await rig.advance(1_000);
  await rig.store.cancelDelivery({
    projectKey: rig.project,
    key: asKey<DeliveryKey>((await rig.onlyRun()).key),
    nowMs: rig.clock.wallMs(),
    audit: rig.audit(),
  });
  rig.dispatcher.invalidate(agent.key);
  await rig.settled();
  assert.deepEqual(await rig.states(), ['CANCELLED LAUNCH_CANCELLED']);
});

test('an unticked trigger ends the runs of the launches that it cancels', async (t) => {
  const rig = await setup(t);
  const agent = await held(rig, 'call_1');
  const settings = { ...agent, triggers: ['OUTBOUND_CALL_COMPLETED'] as const };
  await rig.store.updateEndpoint({
    projectKey: rig.project,
    key: agent.key,
    settings,
    audit: rig.audit(),
  });
  await cancelOpen(rig, agent)({ kind: 'unticked' });
  assert.deepEqual(await rig.states(), ['CANCELLED TRIGGER_UNTICKED']);
  assert.deepEqual(told(rig), [['call_1', 'true', 'ANALYZER_FAILED']]);
});

test('held launches that are dropped end their runs, the newest of a call goes on', async (t) => {
  const rig = await setup(t);
  const dropped = await held(rig, 'call_1', 'call_2');
  await cancelOpen(rig, dropped)({ kind: 'all', whileDisabled: true });
  assert.deepEqual(await rig.states(), ['CANCELLED LAUNCH_DROPPED', 'CANCELLED LAUNCH_DROPPED']);
  assert.equal(told(rig).length, 2);

  const other = await setup(t);
  const agent = await held(other, 'call_1');
  const { key: run } = await other.onlyRun();
  const of = { callId: 'call_1', endpoint: agent.key, run };
  await other.store.launchAgain({
    projectKey: other.project,
    ...of,
    audit: other.audit(),
    nowMs: other.clock.wallMs(),
  });
  await cancelOpen(other, agent)({ kind: 'all-but-newest', whileDisabled: true });
  assert.deepEqual(await other.states(), ['CANCELLED LAUNCH_DROPPED', 'QUEUED']);
  await other.store.setEnabled({
    projectKey: other.project,
    key: agent.key,
    state: { enabled: true },
    audit: other.audit(),
  });
  other.dispatcher.invalidate(agent.key);
  await other.settled();
  assert.deepEqual(await other.states(), ['CANCELLED LAUNCH_DROPPED', 'RUNNING']);
});

test('a deleted agent ends its queued runs silently, and the run says why', async (t) => {
  const rig = await setup(t);
  const agent = await held(rig, 'call_1');
  await rig.store.deleteEndpoint({ projectKey: rig.project, key: agent.key, audit: rig.audit() });
  rig.dispatcher.invalidate(agent.key);
  await cancelOpen(rig, agent)({ kind: 'all' });
  assert.deepEqual(await rig.states(), ['CANCELLED ENDPOINT_DELETED']);
  assert.deepEqual([told(rig), await stored(rig)], [[], null]);
  assert.ok(!(await rig.fired('call_1')).includes('ACW_COMPLETED'));
});

test('a head that the dispatcher cancels because its agent is gone ends its run', async (t) => {
  const rig = await setup(t);
  const agent = await held(rig, 'call_1');
  // The process dies between the deletion and the cancellation of open deliveries.
  await rig.store.deleteEndpoint({ projectKey: rig.project, key: agent.key, audit: rig.audit() });
  await rig.crash();
  await rig.advance(5_000);
  assert.deepEqual(await rig.states(), ['CANCELLED ENDPOINT_DELETED']);
});

test('a cancelled launch that is retried before its run ends begins the run', async (t) => {
  const rig = await setup(t);
  const agent = await held(rig, 'call_1');
  await rig.runner.stop();
  const launch = asKey<DeliveryKey>((await rig.onlyRun()).key);
  await rig.store.cancelDelivery({
    projectKey: rig.project,
    key: launch,
    nowMs: rig.clock.wallMs(),
    audit: rig.audit(),
  });
  await rig.store.setEnabled({
    projectKey: rig.project,
    key: agent.key,
    state: { enabled: true },
    audit: rig.audit(),
  });
  await rig.store.retryDelivery({
    projectKey: rig.project,
    key: launch,
    nowMs: rig.clock.wallMs(),
    audit: rig.audit(),
  });
  assert.equal(await rig.store.nextRunAtMs(), null);
  rig.dispatcher.invalidate(agent.key);
  await rig.restart();
  await rig.settled();
  assert.deepEqual(await rig.states(), ['RUNNING']);
});
