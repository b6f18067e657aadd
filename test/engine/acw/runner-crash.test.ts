/**
 * A run ends exactly once, whenever its process dies and however many processes share the store.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runId } from '../../../src/acw/run/run.ts';
import type { Store } from '../../../src/engine/ports/store.ts';
import { type AcwRig, setup } from './setup.ts';

/** The store's operations between the launch and the end of a run. */
const STEPS: readonly (keyof Store)[] = [
  ...([
    'accept',
    'runtime',
    'readyHeads',
    'settle',
    'nextRunAtMs',
    'claimRuns',
    'moveRun',
  ] as const),
  ...(['callLog', 'finishRun'] as const),
];

/** The shortest wait for a log that is allowed. */
const IMPATIENT = { engine: 'AUTO', callLogWaitMs: 10_000, scorecardId: null } as const;

interface Scenario {
  readonly name: string;
  /** Until the run has been launched, or could have been. */
  play(rig: AcwRig): Promise<void>;
  readonly ends: string;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a built-in agent whose log is there',
    play: async (rig) => {
      await rig.endpoint('builtin-analyzer');
      await rig.log('call_1');
      await reported(rig);
    },
    ends: 'SUCCEEDED',
  },
  {
    name: 'a built-in agent whose log never comes',
    play: async (rig) => {
      await rig.endpoint('builtin-evaluator', { agent: IMPATIENT });
      await reported(rig);
    },
    ends: 'FAILED CALL_LOG_NOT_FOUND',
  },
  {
    name: 'a self-provided agent that does not answer',
    play: async (rig) => {
      await rig.endpoint('self-provided-agent', { agent: { deadlineMs: 60_000 } });
      await reported(rig);
    },
    ends: 'FAILED DEADLINE_PASSED',
  },
];

/** A platform repeats a report until it is answered. */
async function reported(rig: AcwRig): Promise<void> {
  const before = rig.intake;
  void rig.report('call_1', 'COMPLETED').catch(() => {});
  await rig.settled();
  if (rig.intake !== before) await rig.report('call_1', 'COMPLETED');
}

/** Dies at the nth call of `name`: before it is done, or before its answer arrives. */
function dieAt(
  rig: AcwRig,
  name: keyof Store,
  nth: number,
  when: 'before' | 'after',
): () => boolean {
  let calls = 0;
  let died = false;
  rig.faulty.refuse(name, () => {
    calls += 1;
    if (calls !== nth || died) return null;
    died = true;
    rig.die();
    return when === 'before' ? new Error('it never came') : null;
  });
  return () => died;
}

for (const { name, play, ends } of SCENARIOS) {
  test(`${name}: killed between any two steps, its run ends once`, async (t) => {
    let deaths = 0;
    for (const step of STEPS) {
      for (const when of ['before', 'after'] as const) {
        for (let nth = 1; nth <= 2; nth += 1) {
          const rig = await setup(t);
          await rig.endpoint('custom', { triggers: ['CALL_LOG_CREATED', 'ACW_COMPLETED'] });
          const died = dieAt(rig, step, nth, when);
          await play(rig);
          for (let tries = 0; tries < 20 && !(await isOver(rig)); tries += 1) {
            await rig.advance(10_000);
            if (!rig.isDead) continue;
            await rig.restart();
            await rig.report('call_1', 'COMPLETED');
          }
          if (rig.isDead) await rig.restart();
          if (died()) deaths += 1;
          await assertEndedOnce(rig, ends, `${step} ${nth} ${when}`);
        }
      }
    }
    assert.ok(deaths >= 18, `${deaths} deaths`);
    t.diagnostic(`${deaths} deaths`);
  });
}

async function isOver(rig: AcwRig): Promise<boolean> {
  const [run] = await rig.allRuns();
  return run !== undefined && run.finishedAtMs !== null;
}

async function assertEndedOnce(rig: AcwRig, ends: string, what: string): Promise<void> {
  await rig.advance(5_000);
  assert.deepEqual(await rig.states(), [ends], what);
  const fired = await rig.fired('call_1');
  assert.equal(fired.filter((trigger) => trigger === 'ACW_COMPLETED').length, 1, what);
  const results = await rig.store.results({
    projectKey: rig.project,
    callId: 'call_1',
    beforeKey: null,
    limit: 10,
  });
  assert.equal(results.length, 1, what);
  // At least once and in order, as for every delivery.
  const order = rig.receiver.sent.filter(({ request }) => request.endpoint.kind === 'custom');
  const triggers = order.map(({ request }) => request.trigger);
  assert.deepEqual([...new Set(triggers)], ['CALL_LOG_CREATED', 'ACW_COMPLETED'], what);
  const ids = new Set(order.map(({ request }) => `${request.trigger} ${request.webhookId}`));
  assert.equal(ids.size, 2, what);
}

test('several workers on one store: every run ends once', async (t) => {
  const rig = await setup(t);
  const others = [rig.another(), rig.another()];
  for (const other of others) other.start();
  await rig.endpoint('builtin-analyzer', { triggers: ['OUTBOUND_CALL_COMPLETED'] });
  const self = { triggers: ['OUTBOUND_CALL_COMPLETED'], agent: { deadlineMs: 60_000 } } as const;
  await rig.endpoint('self-provided-agent', self);
  for (let call = 0; call < 20; call += 1) {
    await rig.log(`call_${call}`);
    await rig.report(`call_${call}`, 'COMPLETED');
  }
  await rig.advance(180_000);
  const states = await rig.states();
  assert.equal(states.length, 40);
  assert.deepEqual([...new Set(states)].toSorted(), ['FAILED DEADLINE_PASSED', 'SUCCEEDED']);
  for (let call = 0; call < 20; call += 1) {
    const fired = await rig.fired(`call_${call}`);
    assert.equal(fired.filter((trigger) => trigger === 'ACW_COMPLETED').length, 2);
  }
  const stopped = Promise.all(others.map((other) => other.stop()));
  await rig.advance(11_000);
  await stopped;
});

test('a run ends once if its deadline and its result come at the same moment', async (t) => {
  const rig = await setup(t);
  const agent = await rig.endpoint('self-provided-agent', { agent: { deadlineMs: 60_000 } });
  await rig.report('call_1', 'COMPLETED');
  await rig.advance(59_999);
  const letGo = rig.faulty.holdBack('finishRun');
  await rig.advance(60_000);
  const { createdAtMs, key } = await rig.onlyRun();
  const of = { callId: 'call_1', acwAgentId: agent.id, acwRunId: runId(createdAtMs, key) };
  const input = { ...of, isError: false, result: null, errors: [], engine: null };
  await assert.rejects(rig.results.post(rig.project, input), { code: 'ACW_RUN_CLOSED' });
  letGo();
  await rig.settled();
  assert.deepEqual(await rig.states(), ['FAILED DEADLINE_PASSED']);
  assert.equal(
    (
      await rig.store.results({
        projectKey: rig.project,
        callId: 'call_1',
        beforeKey: null,
        limit: 10,
      })
    ).length,
    1,
  );
  await assert.rejects(rig.results.post(rig.project, { ...input, isError: true }), {
    code: 'ACW_RUN_CLOSED',
  });
});

test('a replayed launch runs nothing twice', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('builtin-analyzer');
  await rig.log('call_1');
  // The launch is delivered, and the process dies before it knows that this is stored.
  rig.faulty.holdBack('settle');
  await rig.report('call_1', 'COMPLETED');
  await rig.crash();
  await rig.settled();
  await rig.advance(40_000);
  assert.deepEqual(await rig.states(), ['SUCCEEDED']);
  assert.equal((await rig.fired('call_1')).filter((name) => name === 'ACW_COMPLETED').length, 1);
});
