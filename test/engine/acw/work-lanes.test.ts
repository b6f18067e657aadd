/** Runs that wait for a model do not delay runs without one; shown on real sockets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineAnalyst } from '../../../src/analyst/inline-analyst.ts';
import { agentSettings } from '../../../src/core/endpoint/agent-rules.ts';
import type { BuiltIn } from '../../../src/engine/acw/built-in.ts';
import { ModelAway } from '../../../src/engine/acw/model-work.ts';
import { MODEL_AGAIN_MS, MODEL_WAIT_MS } from '../../../src/engine/acw/runner-limits.ts';
import { WorkLanes } from '../../../src/engine/acw/work-lanes.ts';
import type { RunEnd } from '../../../src/engine/ports/acw-store.ts';
import { givenModel } from '../../language-model/given.ts';
import { startModelServer } from '../../language-model/server.ts';
import { setup } from './setup.ts';

const HANGING = 24;

/** The real analyst, which counts its tasks. */
function countingAnalyst() {
  const analyst = inlineAnalyst(null);
  const counted = { tasks: 0 };
  const count =
    <Task, Result>(work: (task: Task) => Result) =>
    (task: Task) => {
      counted.tasks += 1;
      return work(task);
    };
  return {
    counted,
    analyst: {
      ...analyst,
      analyze: count(analyst.analyze),
      transcribe: count(analyst.transcribe),
      evaluate: (...of: Parameters<typeof analyst.evaluate>) => {
        counted.tasks += 1;
        return analyst.evaluate(...of);
      },
    },
  };
}

for (const kind of ['builtin-analyzer', 'builtin-evaluator'] as const) {
  test(`beside 24 runs that wait for a model, a ${kind} of METRICS works as alone`, async (t) => {
    const server = await startModelServer(t, () => {});
    const { model } = givenModel(t, server.baseUrl, {
      environment: { RINGPOST_LLM_CONCURRENCY: '8' },
    });
    const { analyst, counted } = countingAnalyst();
    const rig = await setup(t, { model, analyst });
    const settings = agentSettings(kind, null);
    assert.ok(settings !== null && 'engine' in settings);
    await rig.endpoint('builtin-analyzer', { triggers: ['CALL_LOG_CREATED'] });
    for (let number = 1; number <= HANGING; number += 1) {
      await rig.log(`hanging_${number}`);
      await rig.report(`hanging_${number}`, 'COMPLETED');
    }
    await server.asked(8);
    assert.equal(server.requests.length, 8);
    await rig.endpoint(kind, {
      triggers: ['OUTBOUND_CALL_COMPLETED'],
      agent: { ...settings, engine: 'METRICS' },
    });
    const before = counted.tasks;
    await rig.log('quick');
    await rig.report('quick', 'CALLING', 'COMPLETED');
    const [quick] = (await rig.allRuns()).filter(
      (run) => run.callId === 'quick' && run.trigger === 'OUTBOUND_CALL_COMPLETED',
    );
    assert.equal(quick?.state, 'SUCCEEDED');
    // Alone it is one task of the analyst; no other run waited before it.
    assert.ok(counted.tasks - before <= 2, `${counted.tasks - before} tasks`);
    assert.equal((await rig.states()).filter((state) => state === 'SUCCEEDED').length, 1);
    await model.close();
  });
}

const DONE: RunEnd = { isError: false, reason: null, errors: [], engine: 'test', result: '{}' };
type Task = Parameters<BuiltIn['work']>[0];

test('a run whose model is away is repeated within its time; its task says so', async (t) => {
  const tasks: Task[] = [];
  let isAway = true;
  const work = async (task: Task): Promise<RunEnd> => {
    tasks.push(task);
    if (isAway && task.mayRepeat === true) throw new ModelAway('It is away.');
    return DONE;
  };
  const rig = await setup(t, { builtIn: () => ({ work }) });
  await rig.endpoint('builtin-analyzer');
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG MODEL_FAILED']);
  const { giveUpAtMs } = await rig.onlyRun();
  assert.equal(giveUpAtMs, rig.clock.wallMs() + MODEL_WAIT_MS);
  await rig.crash();
  await rig.advance(MODEL_AGAIN_MS);
  assert.deepEqual(await rig.states(), ['WAITING_CALL_LOG MODEL_FAILED']);
  isAway = false;
  await rig.advance(MODEL_AGAIN_MS);
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
  assert.deepEqual(
    tasks.map(({ mayRepeat, wasAway }) => [mayRepeat, wasAway]),
    [
      [true, false],
      [true, true],
      [true, true],
    ],
  );
});

test('after its time a run ends without the model', async (t) => {
  const tasks: Task[] = [];
  const work = async (task: Task): Promise<RunEnd> => {
    tasks.push(task);
    if (task.mayRepeat === true) throw new ModelAway('It is away.');
    return DONE;
  };
  const rig = await setup(t, { builtIn: () => ({ work }) });
  await rig.endpoint('builtin-analyzer');
  await rig.log('call_1');
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(MODEL_WAIT_MS + MODEL_AGAIN_MS);
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
  assert.equal(tasks.at(-1)?.mayRepeat, false);
  const repeats = tasks.length - 1;
  assert.ok(repeats >= 15 && repeats <= MODEL_WAIT_MS / MODEL_AGAIN_MS, `${repeats} repeats`);
});

test('a run that asks the model leaves the lane of runs that read logs', () => {
  let freed = 0;
  const lanes = new WorkLanes({ log: 1, model: 1 }, () => {
    freed += 1;
  });
  const first = lanes.enter('log');
  assert.equal(lanes.hasRoom('log'), false);
  assert.deepEqual([first.enterModel(), first.enterModel()], [true, true]);
  assert.deepEqual([freed, lanes.hasRoom('log'), lanes.hasRoom('model')], [1, true, false]);
  const second = lanes.enter('log');
  assert.equal(second.enterModel(), false);
  first.leave();
  first.leave();
  assert.equal(second.enterModel(), true);
  second.leave();
  assert.deepEqual([lanes.hasRoom('log'), lanes.hasRoom('model')], [true, true]);
});
