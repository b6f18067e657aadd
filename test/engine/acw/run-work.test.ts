/** The work on runs: its time limit, and workers that die, stop or have no room. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runId } from '../../../src/acw/run/run.ts';
import { DEATHS_MAX } from '../../../src/acw/run/run-step.ts';
import type { RunEnd } from '../../../src/engine/ports/acw-store.ts';
import { WORK_MS_MAX } from '../../../src/engine/ports/language-model.ts';
import { setup } from './setup.ts';

const DONE: RunEnd = { isError: false, reason: null, errors: [], engine: 'test', result: '{}' };
/** Longer than the wait after a start. */
const LATER_MS = 120_000;

test('a run that takes too long is ended, and no other worker takes it meanwhile', async (t) => {
  const rig = await setup(t, { builtIn: () => ({ work: () => new Promise(() => {}) }) });
  const other = rig.another();
  other.start();
  t.after(() => other.stop());
  await rig.endpoint('builtin-analyzer');
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(WORK_MS_MAX - 1_000);
  assert.equal((await rig.onlyRun()).state, 'RUNNING');
  assert.equal(rig.runner.gauges().runsInWork + other.gauges().runsInWork, 1);
  await rig.advance(2_000);
  assert.deepEqual(await rig.states(), ['FAILED TIME_LIMIT']);
});

test('an unexpected error ends the run, and is reported', async (t) => {
  const work = () => Promise.reject(new Error('a fault'));
  const rig = await setup(t, { builtIn: () => ({ work }) });
  await rig.endpoint('builtin-analyzer');
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  assert.deepEqual(await rig.states(), ['FAILED INTERNAL']);
  const { key, createdAtMs } = await rig.onlyRun();
  assert.deepEqual(
    rig.events.filter(({ name }) => name === 'run.faulted'),
    [{ name: 'run.faulted', runId: runId(createdAtMs, key), error: 'a fault' }],
  );
});

test('a run that kills its worker three times is given up', async (t) => {
  let begun = 0;
  const builtIn = () => ({
    work: () => {
      begun += 1;
      return new Promise<RunEnd>(() => {});
    },
  });
  const rig = await setup(t, { builtIn });
  await rig.endpoint('builtin-analyzer');
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  for (let deaths = 0; deaths < DEATHS_MAX; deaths += 1) {
    assert.equal((await rig.onlyRun()).state, 'RUNNING');
    await rig.crash();
    await rig.advance(31_000);
  }
  assert.equal(begun, DEATHS_MAX);
  assert.deepEqual(await rig.states(), ['FAILED INTERNAL']);
});

test('runs without room are put back, and deadlines go on meanwhile', async (t) => {
  const gate = Promise.withResolvers<RunEnd>();
  const builtIn = () => ({ work: () => gate.promise });
  const rig = await setup(t, { builtIn, inWorkMax: 2 });
  await rig.advance(LATER_MS);
  await rig.endpoint('builtin-analyzer', { triggers: ['OUTBOUND_CALL_COMPLETED'] });
  const self = { triggers: ['OUTBOUND_CALL_VOICEMAIL_REACHED'] } as const;
  await rig.endpoint('self-provided-agent', { ...self, agent: { deadlineMs: 60_000 } });
  await rig.report('late', 'VOICEMAIL_REACHED');
  for (let call = 0; call < 40; call += 1) {
    await rig.log(`call_${call}`);
    await rig.report(`call_${call}`, 'COMPLETED');
  }
  assert.equal(rig.runner.gauges().runsInWork, 2);
  await rig.advance(62_000);
  const [late, ...others] = await rig.states();
  assert.equal(late, 'FAILED DEADLINE_PASSED');
  assert.ok(others.every((state) => !state.startsWith('FAILED')));
  gate.resolve(DONE);
  await rig.advance(40_000);
  assert.deepEqual([...new Set((await rig.states()).slice(1))], ['SUCCEEDED']);
});

test('a worker that stops gives back unfinished runs, and another goes on at once', async (t) => {
  const rig = await setup(t, {
    builtIn: (real) => ({
      work: (task, untilMs) => (isStuck ? new Promise(() => {}) : real.work(task, untilMs)),
    }),
  });
  let isStuck = true;
  await rig.endpoint('builtin-analyzer');
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  const stopped = rig.runner.stop();
  await rig.advance(10_000);
  await stopped;
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG']);
  isStuck = false;
  const other = rig.another();
  other.start();
  await rig.settled();
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
  await other.stop();
});

test('a worker that stops waits for runs that end in time', async (t) => {
  const gate = Promise.withResolvers<RunEnd>();
  const rig = await setup(t, { builtIn: () => ({ work: () => gate.promise }) });
  await rig.endpoint('builtin-analyzer');
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  const stopped = rig.runner.stop();
  await rig.advance(5_000);
  gate.resolve(DONE);
  await stopped;
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
});
