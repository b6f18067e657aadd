/** Verdicts are read anew: only the four words, only the ids that were asked about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CRITERION_RESULTS } from '../../../src/core/acw/evaluation.ts';
import { readVerdicts } from '../../../src/core/acw/model-verdict-answer.ts';

const IDS = ['empathy', 'close'];

function verdict(id: string, changes: Record<string, unknown> = {}) {
  return { id, result: 'FAIL', rationale: 'Because.', evidence: [], ...changes };
}

function read(verdicts: unknown, isLast = false) {
  return readVerdicts(JSON.stringify({ verdicts }), IDS, isLast);
}

test('good verdicts are taken as they are', () => {
  const evidence = [{ turn: 3, quote: 'I see.' }];
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

test('in the last try, what is missing or not asked for is passed over', () => {
  const found = read([verdict('empathy'), verdict('x')], true);
  assert.ok(found.kind === 'ok');
  assert.deepEqual(found.value, [verdict('empathy')]);
  assert.equal(read([verdict('x')], true).kind, 'invalid');
  assert.equal(read([verdict('empathy', { result: 'GOOD' })], true).kind, 'invalid');
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
