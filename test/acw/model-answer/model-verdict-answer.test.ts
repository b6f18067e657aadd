/** Verdicts are validated: only the four words, only the ids that were asked about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CRITERION_RESULTS } from '../../../src/acw/evaluation/evaluation.ts';
import { readVerdicts } from '../../../src/acw/model-answer/model-verdict-answer.ts';
import { givenLog } from '../given-call.ts';

const IDS = ['empathy', 'close'];
const { turns: TURNS } = givenLog([
  ['AGENT', 'Good morning.', 0, 1_000],
  ['CUSTOMER', 'It is broken again.', 2_000, 3_000],
  ['AGENT', 'I see what you mean.', 4_000, 5_000],
]);

function verdict(id: string, changes: Record<string, unknown> = {}) {
  return { id, result: 'FAIL', rationale: 'Because.', evidence: [], ...changes };
}

function read(verdicts: unknown, isLast = false) {
  const asked = IDS.map((id) => ({ id, speaker: id === 'empathy' ? ('AGENT' as const) : null }));
  return readVerdicts(JSON.stringify({ verdicts }), asked, TURNS, isLast);
}

test('good verdicts are taken unchanged', () => {
  const evidence = [{ turn: 2, quote: 'I see what you mean' }];
  const given = [verdict('empathy', { result: 'PASS', evidence }), verdict('close')];
  assert.deepEqual(read(given), { kind: 'ok', value: given });
});

const WRONG: readonly (readonly [unknown, RegExp])[] = [
  ['all PASS', /verdicts must be a list/],
  [[], /the verdict on empathy is missing; the verdict on close is missing/],
  [[verdict('empathy')], /the verdict on close is missing/],
  [[verdict('empathy'), verdict('close'), verdict('x')], /an id that is no criterion/],
  [[verdict('empathy'), verdict('close'), verdict('close')], /one verdict on each id/],
  [[verdict('empathy', { result: 'pass' }), verdict('close')], /must be one of PASS, FAIL/],
  [
    [verdict('empathy', { evidence: 'I see' }), verdict('close')],
    /the evidence of empathy must be/,
  ],
  [
    [verdict('empathy', { evidence: [{ turn: 1, quote: 'I feel with you' }] }), verdict('close')],
    /"I feel with you" of empathy must be at least three words of the AGENT.*turn 1 says "It/,
  ],
  [
    [verdict('empathy', { evidence: [{ turn: 1, quote: 'It is broken' }] }), verdict('close')],
    /of the AGENT/,
  ],
  [
    [verdict('close', { evidence: [{ turn: 9, quote: 'broken again' }] }), verdict('empathy')],
    /"broken again" of close must be at least three words, or a whole turn.*turn 9 is not there/,
  ],
  [[verdict('empathy', { evidence: [{ turn: '3', quote: 'x' }] })], /a turn of empathy must be/],
  [[verdict('empathy', { evidence: [{ turn: 3, quote: 7 }] })], /a quote of empathy must be/],
  [[7], /a verdict must be an object/],
];
for (const [said, told] of WRONG) {
  test(`${JSON.stringify(said)} is a fault`, () => {
    const found = read(said);
    assert.ok(found.kind === 'invalid');
    assert.match(found.faults.join('; '), told);
  });
}

test('in the last try missing and unasked verdicts are skipped', () => {
  const found = read([verdict('empathy'), verdict('x')], true);
  assert.ok(found.kind === 'ok');
  assert.deepEqual(found.value, [verdict('empathy')]);
  assert.equal(read([verdict('x')], true).kind, 'invalid');
  assert.equal(read([verdict('empathy', { result: 'GOOD' })], true).kind, 'invalid');
});

test('in the last try a bad field is dropped, and the rest counts', () => {
  const quote = { turn: 2, quote: 'I see what you mean' };
  const found = read(
    [
      verdict('empathy', {
        result: 'PASS',
        rationale: 7,
        evidence: [quote, { turn: '3', quote: 'x' }, 'none'],
      }),
      verdict('close', { result: 'GOOD' }),
      'no verdict',
    ],
    true,
  );
  assert.ok(found.kind === 'ok');
  assert.deepEqual(found.value, [
    verdict('empathy', { result: 'PASS', rationale: '', evidence: [quote] }),
  ]);
});

test('any JSON is read without an exception, and only the four words come out', () => {
  const like = fc.array(
    fc.record({
      id: fc.oneof(fc.constantFrom(...IDS), fc.jsonValue()),
      result: fc.oneof(fc.constantFrom(...CRITERION_RESULTS), fc.jsonValue()),
      rationale: fc.jsonValue(),
      evidence: fc.jsonValue(),
    }),
  );
  fc.assert(
    fc.property(like, fc.boolean(), (said, isLast) => {
      const found = read(said, isLast);
      if (found.kind === 'invalid') return assert.ok(found.faults.length <= 10);
      for (const { id, result } of found.value) {
        assert.ok(IDS.includes(id) && CRITERION_RESULTS.includes(result));
      }
    }),
    { numRuns: 500 },
  );
});
