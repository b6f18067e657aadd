/** Runs from their launch to their end, on a real store, by a clock that the test moves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runId } from '../../../src/acw/run/run.ts';
import { LOG_POLL_MS } from '../../../src/acw/run/run-step.ts';
import { formatId } from '../../../src/core/id.ts';
import { type AcwRig, AUTHOR, setup } from './setup.ts';

/** Longer than the wait after a start. */
const LATER_MS = 120_000;

async function resultOf(rig: AcwRig) {
  const { result } = await rig.onlyRun();
  assert.ok(result !== null);
  const stored = await rig.store.result({ projectKey: rig.project, key: result.key });
  assert.ok(stored !== null);
  return stored;
}

test('S9.19: the analyzer runs when its log is there, and ACW_COMPLETED follows', async (t) => {
  const rig = await setup(t);
  const agent = await rig.endpoint('builtin-analyzer');
  await rig.endpoint('custom', { triggers: ['CALL_LOG_CREATED', 'ACW_COMPLETED'] });
  await rig.log('call_1');
  await rig.report('call_1', 'CALLING', 'COMPLETED');
  const stored = await resultOf(rig);
  assert.equal(stored.run.state, 'SUCCEEDED');
  assert.equal(JSON.parse(stored.result ?? '').engine.mode, 'METRICS');
  const bodies = rig.receiver.sent.map(({ request }) => JSON.parse(request.body));
  assert.deepEqual(bodies[1].data, {
    callId: 'call_1',
    acwAgentId: agent.id,
    acwResultId: formatId('acwr', stored.createdAtMs, stored.key),
    isError: 'false',
  });
  assert.equal(bodies[1].errors, undefined);
  assert.deepEqual(rig.receiver.order(), ['call_1#1', 'call_1#2']);
});

test('the evaluator uses the default scorecard of the project, or its own', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('builtin-evaluator');
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  const { result } = await resultOf(rig);
  const { scorecard, score } = JSON.parse(result ?? '');
  assert.deepEqual([scorecard.revision, typeof score.passed], [1, 'boolean']);
});

test('S10.11: a run waits for its log and is woken by it', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('builtin-analyzer');
  await rig.report('call_1', 'CALLING', 'COMPLETED');
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG']);
  await rig.advance(45_000);
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG']);
  await rig.log('call_1');
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
});

test('a process that shares no store and has no open run asks for runs rarely', async (t) => {
  const rig = await setup(t, { shared: false });
  const before = rig.faulty.countOf('nextRunAtMs');
  await rig.advance(60_000);
  assert.equal(rig.faulty.countOf('nextRunAtMs') - before, 4);
  assert.equal(rig.faulty.countOf('openRuns'), 0);
});

test('a log that another process stored is found within a second', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('builtin-analyzer');
  await rig.report('call_1', 'COMPLETED');
  const log = { direction: 'OUTBOUND', body: '{"turns":[]}', bytes: 12, turns: 0, seen: null };
  const nowMs = rig.clock.wallMs();
  await rig.store.putCallLog({ projectKey: rig.project, callId: 'call_1', ...log, nowMs });
  await rig.advance(1_000);
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
});

test('S10.11: without a log it gives up after 600 s, or 60 s if unanswered', async (t) => {
  const rig = await setup(t);
  await rig.advance(LATER_MS);
  await rig.endpoint('builtin-analyzer');
  await rig.endpoint('custom', { triggers: ['ACW_COMPLETED'] });
  await rig.report('answered', 'CALLING', 'COMPLETED');
  await rig.report('busy', 'BUSY');
  await rig.advance(59_000);
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG', 'WAITING_CALL_LOG']);
  await rig.advance(2_000);
  const gaveUp = 'FAILED CALL_LOG_NOT_FOUND';
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG', gaveUp]);
  await rig.advance(537_000);
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG', gaveUp]);
  await rig.advance(3_000);
  assert.deepEqual(await rig.states(), [gaveUp, gaveUp]);
  const [first] = rig.receiver.sent.map(({ request }) => JSON.parse(request.body));
  assert.equal(first.data.isError, 'true');
  assert.equal(first.errors[0].code, 'ANALYZER_FAILED');
  assert.ok(rig.faulty.countOf('claimRuns') < 60, 'it is looked at every 30 s');
  assert.equal(LOG_POLL_MS, 30_000);
});

test('S9.12: a self-provided agent has until its deadline', async (t) => {
  const rig = await setup(t);
  await rig.advance(LATER_MS);
  const agent = await rig.endpoint('self-provided-agent');
  await rig.endpoint('custom', { triggers: ['ACW_COMPLETED'] });
  await rig.report('call_1', 'COMPLETED');
  const run = await rig.onlyRun();
  assert.equal(run.state, 'RUNNING');
  assert.equal(run.giveUpAtMs, rig.clock.wallMs() + 900_000);
  await rig.advance(899_000);
  assert.deepEqual(await rig.states(), ['RUNNING']);
  await rig.advance(2_000);
  assert.deepEqual(await rig.states(), ['FAILED DEADLINE_PASSED']);
  const { data } = JSON.parse(rig.receiver.sent.at(-1)?.request.body ?? '');
  assert.deepEqual([data.acwAgentId, data.isError], [agent.id, 'true']);
});

test('S9.9: a launch that is given up fails the run', async (t) => {
  for (const status of [422, 410, 500]) {
    const rig = await setup(t);
    rig.receiver.answer = () => status;
    await rig.endpoint('self-provided-agent', { retryScheduleMs: [1_000] });
    await rig.report('call_1', 'COMPLETED');
    await rig.advance(5_000);
    assert.deepEqual(await rig.states(), ['FAILED LAUNCH_FAILED'], String(status));
    assert.deepEqual(await rig.fired('call_1'), [
      'OUTBOUND_CALL_COMPLETED',
      'CALL_LOG_CREATED',
      'ACW_COMPLETED',
    ]);
  }
});

test('S3.9: an agent that ticks both triggers of a call runs twice', async (t) => {
  const rig = await setup(t);
  const triggers = ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] as const;
  await rig.endpoint('builtin-analyzer', { triggers });
  await rig.endpoint('custom', { triggers: [...triggers, 'ACW_COMPLETED'] });
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  assert.deepEqual(await rig.states(), ['SUCCEEDED', 'SUCCEEDED']);
  const sent = rig.receiver.sent.map(({ request }) => request.trigger);
  assert.deepEqual(sent, [...triggers, 'ACW_COMPLETED', 'ACW_COMPLETED']);
});

test('ACW_COMPLETED comes last in the lane of its call', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('builtin-analyzer', { triggers: ['OUTBOUND_CALL_CLOSING'] });
  const triggers = ['OUTBOUND_CALL_CLOSING', 'OUTBOUND_CALL_COMPLETED', 'ACW_COMPLETED'] as const;
  await rig.endpoint('custom', { triggers });
  rig.receiver.answer = ({ attempt }) => (attempt === 1 ? 503 : 200);
  await rig.report('call_1', 'CALLING', 'CLOSING', 'COMPLETED');
  await rig.log('call_1');
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
  await rig.advance(60_000);
  const delivered = rig.receiver.sent.filter(({ request }) => request.attempt === 2);
  assert.deepEqual(
    delivered.map(({ request }) => request.trigger),
    triggers,
  );
});

test('the runs of a deleted agent fail, those of a disabled one go on', async (t) => {
  const rig = await setup(t);
  const deleted = await rig.endpoint('builtin-analyzer');
  const disabled = await rig.endpoint('builtin-evaluator');
  await rig.report('call_1', 'COMPLETED');
  await rig.store.deleteEndpoint({ projectKey: rig.project, key: deleted.key, audit: rig.audit() });
  const off = { enabled: false, reason: 'operator' } as const;
  await rig.store.setEnabled({
    projectKey: rig.project,
    key: disabled.key,
    state: off,
    audit: rig.audit(),
  });
  await rig.advance(31_000);
  assert.deepEqual(await rig.states(), ['FAILED ENDPOINT_DELETED', 'WAITING_CALL_LOG']);
  await rig.log('call_1');
  assert.deepEqual(await rig.states(), ['FAILED ENDPOINT_DELETED', 'SUCCEEDED']);
});

test('a launch is held while its agent is disabled, and its run waits with it', async (t) => {
  const rig = await setup(t);
  const agent = await rig.endpoint('builtin-analyzer');
  const off = { enabled: false, reason: 'operator' } as const;
  await rig.store.setEnabled({
    projectKey: rig.project,
    key: agent.key,
    state: off,
    audit: rig.audit(),
  });
  rig.dispatcher.invalidate(agent.key);
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(700_000);
  assert.deepEqual(await rig.states(), ['QUEUED']);
  await rig.store.setEnabled({
    projectKey: rig.project,
    key: agent.key,
    state: { enabled: true },
    audit: rig.audit(),
  });
  rig.dispatcher.invalidate(agent.key);
  await rig.settled();
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
});

test('a launch by hand makes a new run, also without a subscription to the call', async (t) => {
  const rig = await setup(t);
  const agent = await rig.endpoint('builtin-analyzer', { triggers: ['INBOUND_CALL_COMPLETED'] });
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  assert.deepEqual(await rig.states(), []);
  const first = await rig.runs.launch(rig.project, 'call_1', agent.id, AUTHOR);
  await rig.settled();
  await rig.runs.again(rig.project, runId(first.createdAtMs, first.key), AUTHOR);
  await rig.settled();
  assert.deepEqual(await rig.states(), ['SUCCEEDED', 'SUCCEEDED']);
});

test('the event of an ended run has its kind and its duration', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('builtin-analyzer');
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(7_000);
  await rig.log('call_1');
  const run = await rig.onlyRun();
  assert.deepEqual(
    rig.events.filter(({ name }) => name === 'run.ended'),
    [
      {
        name: 'run.ended',
        runId: runId(run.createdAtMs, run.key),
        callId: 'call_1',
        kind: 'builtin-analyzer',
        state: 'SUCCEEDED',
        reason: null,
        durationMs: 7_000,
      },
    ],
  );
});
