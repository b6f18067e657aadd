/** Runs while the store is away, and while the wall clock is set. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unavailable } from '../setup.ts';
import { setup } from './setup.ts';

const HOUR_MS = 3_600_000;
const STEPS = ['nextRunAtMs', 'claimRuns', 'moveRun', 'callLog', 'finishRun'] as const;

test('a store that is away for a minute delays a run, and never loses or repeats it', async (t) => {
  for (const step of STEPS) {
    const rig = await setup(t);
    await rig.endpoint('builtin-analyzer');
    await rig.log('call_1');
    rig.faulty.refuse(step, unavailable);
    await rig.report('call_1', 'COMPLETED');
    await rig.advance(60_000);
    assert.equal((await rig.onlyRun()).finishedAtMs, null, step);
    rig.faulty.repair();
    await rig.advance(40_000);
    assert.deepEqual(await rig.states(), ['SUCCEEDED'], step);
    assert.ok(rig.events.some(({ name }) => name === 'store.failed'));
    const fired = await rig.fired('call_1');
    assert.equal(fired.filter((trigger) => trigger === 'ACW_COMPLETED').length, 1, step);
  }
});

test('a clock that was days ahead makes no run wait for days', async (t) => {
  const rig = await setup(t);
  rig.clock.jump(48 * HOUR_MS);
  await rig.advance(120_000);
  await rig.endpoint('builtin-analyzer');
  await rig.endpoint('self-provided-agent');
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(5_000);
  rig.clock.jump(-48 * HOUR_MS);
  await rig.advance(500_000);
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG', 'RUNNING']);
  await rig.advance(105_000);
  assert.deepEqual(await rig.states(), ['FAILED CALL_LOG_NOT_FOUND', 'RUNNING']);
  await rig.advance(300_000);
  assert.deepEqual(await rig.states(), ['FAILED CALL_LOG_NOT_FOUND', 'FAILED DEADLINE_PASSED']);
});

test('a clock set back while no process ran makes no run wait for days', async (t) => {
  const rig = await setup(t);
  rig.clock.jump(48 * HOUR_MS);
  await rig.advance(120_000);
  await rig.endpoint('builtin-analyzer');
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(5_000);
  rig.die();
  rig.clock.jump(-48 * HOUR_MS);
  await rig.restart();
  await rig.advance(605_000);
  assert.deepEqual(await rig.states(), ['FAILED CALL_LOG_NOT_FOUND']);
});

test('after a sleep of the machine logs and results have a minute to come', async (t) => {
  const rig = await setup(t);
  await rig.advance(120_000);
  const agent = await rig.endpoint('self-provided-agent');
  await rig.endpoint('builtin-analyzer');
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(10_000);
  rig.clock.jump(HOUR_MS);
  await rig.advance(50_000);
  assert.deepEqual(await rig.states(), ['RUNNING', 'WAITING_CALL_LOG']);
  await rig.log('call_1');
  const nothing = { acwRunId: null, result: '{}', errors: [], engine: null };
  const input = { callId: 'call_1', acwAgentId: agent.id, isError: false, ...nothing };
  await rig.results.post(rig.project, input);
  assert.deepEqual(await rig.states(), ['SUCCEEDED', 'SUCCEEDED']);
});

test('after an hour without the service runs still wait a minute, then are given up', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('self-provided-agent');
  await rig.endpoint('builtin-analyzer');
  await rig.report('call_1', 'COMPLETED');
  rig.die();
  await rig.advance(HOUR_MS);
  await rig.restart();
  await rig.advance(55_000);
  assert.deepEqual(await rig.states(), ['RUNNING', 'WAITING_CALL_LOG']);
  await rig.advance(10_000);
  assert.deepEqual(await rig.states(), ['FAILED DEADLINE_PASSED', 'FAILED CALL_LOG_NOT_FOUND']);
});

test('the figures of open runs come from the store, and may be a little old', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('self-provided-agent');
  await rig.endpoint('builtin-analyzer');
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(16_000);
  assert.deepEqual(rig.runner.gauges(), { runsInWork: 0, runsWaiting: 1, runsRunning: 1 });
});
