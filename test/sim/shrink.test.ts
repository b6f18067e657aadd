/** Shrinking, with a plain function as the run: which steps it keeps, and that it ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Violation } from '../../sim/history.ts';
import { scriptOf } from '../../sim/script/generate.ts';
import { withSteps } from '../../sim/script/keep.ts';
import type { Script, Step } from '../../sim/script/script.ts';
import { shrink } from '../../sim/shrink.ts';

const LONG = longest();

test('only the steps that matter are kept, and they still show the violation', async () => {
  const needed = [3, 17, 30].map((index) => LONG.steps[index]);
  const run = async (script: Script) =>
    needed.every((step) => script.steps.some((other) => other === step)) ? [violation()] : [];
  const { kept, runs } = await shrink(LONG, violation(), run);
  assert.deepEqual(kept, [3, 17, 30]);
  assert.equal((await run(withSteps(LONG, kept))).length, 1);
  assert.ok(runs < 100, `${runs} runs for ${LONG.steps.length} steps`);
});

test('a step that is needless once another is gone is left out as well', async () => {
  const [first, second] = [LONG.steps[5], LONG.steps[6]];
  // The first is needed only while the second is there.
  const run = async ({ steps }: Script) =>
    has(steps, second) && !has(steps, first) ? [] : [violation()];
  const { kept } = await shrink(LONG, violation(), run);
  assert.deepEqual(kept, []);
});

test('a violation of another checker does not count as the same', async () => {
  const run = async ({ steps }: Script) => [
    violation(steps.length < LONG.steps.length ? 'other' : 'lane-order'),
  ];
  const { kept } = await shrink(LONG, violation(), run);
  assert.equal(kept.length, LONG.steps.length);
});

test('all steps after the violation are left out with the first run', async () => {
  const at = LONG.steps[10]?.atMs ?? 0;
  const lengths: number[] = [];
  await shrink(LONG, violation('lane-order', at), async ({ steps }) => {
    lengths.push(steps.length);
    return [violation('lane-order', at)];
  });
  assert.equal(lengths[0], LONG.steps.filter(({ atMs }) => atMs <= at).length);
});

test('the number of runs is bounded, and the shortest script so far is the result', async () => {
  let runs = 0;
  const answer = await shrink(
    LONG,
    violation(),
    async ({ steps }) => {
      runs += 1;
      return steps.length > LONG.steps.length / 2 ? [violation()] : [];
    },
    5,
  );
  assert.equal(runs, 5);
  assert.equal(answer.runs, 5);
  assert.ok(answer.kept.length <= LONG.steps.length);
});

test('the result has the violation of the shortened script, not that of the long one', async () => {
  const run = async ({ steps }: Script) => [{ ...violation(), callId: `call-${steps.length}` }];
  const answer = await shrink(LONG, violation(), run);
  assert.equal(answer.violation.callId, 'call-0');
});

function violation(checker = 'lane-order', ms = Number.MAX_SAFE_INTEGER): Violation {
  return { checker, says: 'came too early', ms, endpoint: null, callId: null };
}

function has(steps: readonly Step[], step: Step | undefined): boolean {
  return steps.some((other) => other === step);
}

function longest(): Script {
  const scripts = Array.from({ length: 50 }, (_, seed) => scriptOf(seed));
  return scripts.reduce((long, script) =>
    script.steps.length > long.steps.length ? script : long,
  );
}
