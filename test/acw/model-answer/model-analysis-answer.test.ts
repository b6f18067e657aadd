/** A model's analysis is validated: wrong types are faults, turns not shown are dropped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAnalysis, readMerge } from '../../../src/acw/model-answer/model-analysis-answer.ts';

const WINDOW = { from: 10, to: 20, text: '' };
const GOOD = {
  summary: 'A refund was asked for.',
  sentiment: { agent: 1, customer: -2.5, quarters: [{ quarter: 1, score: -3 }] },
  topics: [{ name: 'Refund', turns: [10, 12] }],
  actionItems: [{ text: 'Refund 20 euros', owner: 'Agent', due: null, turn: 19 }],
  outcome: { label: 'refund promised', success: true, rationale: 'The agent says so.' },
};

function answer(changes: Record<string, unknown>): string {
  return JSON.stringify({ ...GOOD, ...changes });
}

function value(changes: Record<string, unknown> = {}) {
  const read = readAnalysis(answer(changes), WINDOW);
  assert.ok(read.kind === 'ok', JSON.stringify(read));
  return read.value;
}

test('a good answer is taken unchanged', () => {
  assert.deepEqual(value(), {
    summary: 'A refund was asked for.',
    sentiment: { AGENT: 1, CUSTOMER: -2.5, quarters: [-3, null, null, null] },
    topics: [{ name: 'Refund', turns: [10, 12] }],
    actionItems: [{ text: 'Refund 20 euros', owner: 'Agent', turn: 19 }],
    outcome: { label: 'refund promised', success: true, rationale: 'The agent says so.' },
    warnings: [],
  });
});

test('unknown fields may be null', () => {
  const none = { agent: null, customer: null, quarters: [] };
  const read = value({ sentiment: none, topics: [], actionItems: [], outcome: null });
  assert.deepEqual([read.sentiment.AGENT, read.outcome, read.warnings], [null, null, []]);
});

test('turns that were not shown are no evidence', () => {
  const read = value({
    topics: [
      { name: 'Refund', turns: [9, 10, 20, 12.5, '11', -1] },
      { name: 'Weather', turns: [99] },
    ],
    actionItems: [{ text: 'x', owner: null, due: null, turn: 9 }],
  });
  assert.deepEqual(read.topics, [{ name: 'Refund', turns: [10] }]);
  assert.deepEqual(read.actionItems, []);
  assert.deepEqual(read.warnings, ['EVIDENCE_DROPPED']);
});

test('too long texts and lists are cut, with a warning', () => {
  const read = value({
    summary: `${'s'.repeat(3_000)}`,
    topics: Array.from({ length: 30 }, (_, index) => ({ name: `t${index}`, turns: [10] })),
  });
  assert.equal(read.summary?.length, 2_000);
  assert.equal(read.topics?.length, 10);
  assert.deepEqual(read.warnings, ['LISTS_CUT']);
});

const WRONG: readonly (readonly [Record<string, unknown>, RegExp])[] = [
  [{ summary: 7 }, /summary must be a string/],
  [{ summary: ' ' }, /summary must not be empty/],
  [{ sentiment: { agent: 9, customer: 0, quarters: [] } }, /a score must be a number from -5 to 5/],
  [{ sentiment: { agent: '1', customer: 0, quarters: [] } }, /a score must be a number/],
  [{ sentiment: { agent: 1, customer: 0, quarters: [{ quarter: 5, score: 1 }] } }, /quarter must/],
  [{ sentiment: [] }, /sentiment must be an object/],
  [{ topics: {} }, /topics must be a list/],
  [{ topics: [{ name: 7, turns: [] }] }, /the name of a topic must be a string/],
  [{ actionItems: null }, /actionItems must be a list/],
  [{ outcome: { label: 'x', success: 'yes', rationale: '' } }, /outcome.success must be true/],
];
for (const [changes, told] of WRONG) {
  test(`${JSON.stringify(changes)} is a fault`, () => {
    const read = readAnalysis(answer(changes), WINDOW);
    assert.ok(read.kind === 'invalid');
    assert.match(read.faults.join('; '), told);
  });
}

test('in the last try a bad field is dropped alone, with a warning', () => {
  const last = (changes: Record<string, unknown>) => {
    const read = readAnalysis(answer(changes), WINDOW, true);
    assert.ok(read.kind === 'ok', JSON.stringify(read));
    assert.deepEqual(read.value.warnings, ['FIELDS_DROPPED']);
    const { warnings: _, ...left } = read.value;
    return left;
  };
  const { warnings: _, ...good } = value();
  const { sentiment } = good;
  assert.deepEqual(last({ summary: 7 }), { ...good, summary: null });
  assert.deepEqual(last({ summary: ' ' }), { ...good, summary: null });
  assert.deepEqual(last({ topics: {} }), { ...good, topics: null });
  assert.deepEqual(last({ actionItems: 'none' }), { ...good, actionItems: null });
  assert.deepEqual(last({ outcome: 'good' }), { ...good, outcome: null });
  const happy = { ...GOOD.outcome, success: 'yes' };
  assert.deepEqual(last({ outcome: happy }).outcome, { ...good.outcome, success: null });
  const mood = { ...GOOD.sentiment, agent: 9 };
  assert.deepEqual(last({ sentiment: mood }).sentiment, { ...sentiment, AGENT: null });
  const quarters = [
    { quarter: 5, score: 1 },
    { quarter: 2, score: 'x' },
    { quarter: 1, score: -3 },
  ];
  assert.deepEqual(last({ sentiment: { ...GOOD.sentiment, quarters } }).sentiment, sentiment);
  const topics = [{ name: 7, turns: [10] }, 'x', ...GOOD.topics];
  assert.deepEqual(last({ topics }), good);
  const [item] = GOOD.actionItems;
  const late = { ...item, due: 7 };
  assert.deepEqual(last({ actionItems: [{ ...item, text: 7 }, late] }), good);
});

test('an answer without a usable field is refused in the last try too', () => {
  for (const text of ['{}', '{"summary":7,"topics":{},"actionItems":[{"text":1}]}', '[]', 'x']) {
    assert.equal(readAnalysis(text, WINDOW, true).kind, 'invalid', text);
    assert.equal(readMerge(text, true).kind, 'invalid', text);
  }
  const merged = readMerge(JSON.stringify({ summary: 7, outcome: GOOD.outcome }), true);
  assert.ok(merged.kind === 'ok');
  assert.deepEqual(merged.value, {
    summary: null,
    outcome: GOOD.outcome,
    warnings: ['FIELDS_DROPPED'],
  });
});

test('invisible characters are removed', () => {
  assert.equal(value({ summary: 'a\u202eb\u0007c' }).summary, 'a b c');
});

test('any JSON is read without an exception, and the result keeps its bounds', () => {
  const like = fc.record({
    summary: fc.oneof(fc.string(), fc.jsonValue()),
    sentiment: fc.oneof(fc.constant(GOOD.sentiment), fc.jsonValue()),
    topics: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
    actionItems: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
    outcome: fc.jsonValue(),
  });
  fc.assert(
    fc.property(like, (said) => {
      const read = readAnalysis(JSON.stringify(said), WINDOW);
      if (read.kind === 'invalid') assert.ok(read.faults.length <= 10);
      else assert.ok(JSON.stringify(read.value).length < 60_000);
      const last = readAnalysis(JSON.stringify(said), WINDOW, true);
      if (read.kind === 'ok') assert.deepEqual(last, read);
      else if (last.kind === 'ok') assert.ok(last.value.warnings.includes('FIELDS_DROPPED'));
      assert.ok(['ok', 'invalid'].includes(readMerge(JSON.stringify(said)).kind));
    }),
    { numRuns: 500 },
  );
});
