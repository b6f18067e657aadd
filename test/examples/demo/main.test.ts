/** The demo as a reader runs it: it verifies itself, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STEPS } from '../../../examples/demo/journal.ts';
import { COLUMNS_MAX, frameOf, startDemo } from './started-demo.ts';

test('the demo tells every step in order, verifies itself and ends within a minute', async (t) => {
  const { ended, output, left } = startDemo(t);
  assert.equal(await ended, 0, output());
  const lines = output().split('\n');
  for (const [at, { name }] of STEPS.entries()) {
    assert.match(output(), new RegExp(`\\d s  ${at + 1} ${name} `));
  }
  assert.deepEqual(
    lines.filter((line) => line.length > COLUMNS_MAX),
    [],
  );
  const times = lines.flatMap((line) => /^ *(\d+\.\d+) s {2}/.exec(line)?.[1] ?? []).map(Number);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.equal(output().match(/ 503, attempt [23] in 1\.\d s\n/g)?.length, 2);
  assert.match(output(), / delivered at attempt 3, after \d\.\d s\n/);
  assert.match(output(), / the 20 other calls: 88 of 88 webhooks accepted within /);
  assert.match(output(), /\n {2}webhooks expected at "signed" +92 of 92 +ok\n/);
  assert.match(output(), /\n {2}duplicates +0 +ok\n/);
  for (const [kind, title] of [
    ['slack', 'Slack'],
    ['teams', 'Microsoft Teams'],
    ['email', 'Mail'],
  ] as const) {
    assert.match(output(), new RegExp(`\\n {2}messages seen in order at "${kind}" +4 of 4 +ok\\n`));
    const frame = frameOf(output(), title);
    assert.match(frame, /│ \[Ringpost\] OUTBOUND_CALL_ERROR\n/);
    assert.match(frame, /│ \[CALL_NOT_PERMITTED\] The call is not permitted\.\n/);
  }
  assert.match(output(), / s {2}run {2}evaluator SUCCEEDED, \d+\.\d s after the log, launched /);
  const analysis = frameOf(output(), 'Analysis');
  assert.match(analysis, /│ CUSTOMER: Hi, my parcel with order number NW-48213 /);
  assert.match(analysis, /│ Silence {6}21 % of the call, longest 8\.5 s at 0:15\n/);
  const evaluation = frameOf(output(), 'Evaluation');
  assert.match(evaluation, /│ 90 of 100 points, 90 %: passed \(from 70 % on\)\n/);
  assert.equal(evaluation.match(/│ PASS [1 ]\d\/1\d {2}/g)?.length, 8);
  assert.equal(evaluation.match(/│ FAIL {2}0\/10 {2}Was it said /g)?.length, 1);
  assert.match(output(), /\n {2}results announced and fetched +2 of 2 +ok\n/);
  assert.match(lines.at(-2) ?? '', /^ended; with --keep the service /);
  assert.doesNotMatch(output(), / FAIL\n|FAIL [a-z]/);
  assert.deepEqual(left(), []);
});
