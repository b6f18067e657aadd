/** The answers about all windows make one analysis; measured figures stay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalysisAnswer } from '../../../src/acw/model-answer/model-analysis-answer.ts';
import {
  quartersOf,
  quarterTimes,
  type ReadWindow,
  withModelAnalysis,
} from '../../../src/acw/model-answer/model-analysis-merge.ts';
import { givenAnalysis, givenLog, METRICS, type Said } from '../given-call.ts';

const ENGINE = { name: 'ringpost-analyzer', version: '1', mode: 'LLM', model: 'm' } as const;
/** Four turns, one in each quarter of 120 s. */
const SAID: readonly Said[] = [
  ['AGENT', 'Hello.', 0, 5_000],
  ['CUSTOMER', 'Hi.', 35_000, 36_000],
  ['CUSTOMER', 'It broke.', 65_000, 66_000],
  ['CUSTOMER', 'Thanks.', 95_000, 96_000],
];
const { turns } = givenLog(SAID);

function answer(changes: Partial<AnalysisAnswer> = {}): AnalysisAnswer {
  return {
    summary: 'Part.',
    sentiment: { AGENT: null, CUSTOMER: null, quarters: [null, null, null, null] },
    topics: [],
    actionItems: [],
    outcome: null,
    warnings: [],
    ...changes,
  };
}

function merged(read: readonly ReadWindow[], isCut = false, summary: string | null = 'Whole.') {
  const transcript = { windows: read.map(({ window }) => window), turns, isCut };
  const whole = { summary, outcome: null, warnings: [] };
  const quarters = quartersOf(0, METRICS.durationMs);
  return withModelAnalysis(givenAnalysis(), {
    read,
    merged: whole,
    transcript,
    quarters,
    engine: ENGINE,
  });
}

test("figures stay, and a model's additions are marked", () => {
  const found = merged([{ window: { from: 0, to: 4, text: '' }, answer: answer() }], true);
  assert.deepEqual(found.metrics, METRICS);
  assert.deepEqual(found.engine, ENGINE);
  assert.deepEqual(found.summary, { text: 'Whole.', method: 'LLM' });
  assert.equal(found.sentiment, null);
  assert.deepEqual([found.topics, found.actionItems], [[], []]);
  assert.deepEqual(found.warnings, ['TRANSCRIPT_CUT']);
});

test('windows with a dropped list are left out; if all dropped it, the list is null', () => {
  const part = (from: number, changes: Partial<AnalysisAnswer>): ReadWindow => ({
    window: { from, to: from + 2, text: '' },
    answer: answer(changes),
  });
  const lost = { topics: null, actionItems: null, warnings: ['FIELDS_DROPPED'] as const };
  const topics = [{ name: 'Refund', turns: [2] }];
  const some = merged([part(0, lost), part(2, { topics })], false, null);
  assert.deepEqual([some.topics, some.actionItems], [topics, []]);
  assert.deepEqual([some.summary, some.warnings], [givenAnalysis().summary, ['FIELDS_DROPPED']]);
  const none = merged([part(0, lost), part(2, lost)]);
  assert.deepEqual([none.topics, none.actionItems], [null, null]);
});

test('moods are weighed by the turns that they were read from', () => {
  const sentiment = (CUSTOMER: number, AGENT: number | null) => ({
    AGENT,
    CUSTOMER,
    quarters: [1, CUSTOMER, CUSTOMER, CUSTOMER],
  });
  const { sentiment: found } = merged([
    { window: { from: 0, to: 2, text: '' }, answer: answer({ sentiment: sentiment(-4, 2) }) },
    { window: { from: 2, to: 4, text: '' }, answer: answer({ sentiment: sentiment(2, -5) }) },
  ]);
  // The customer: one turn at -4 and two at 2. The agent said nothing in the second window.
  assert.deepEqual(found?.bySpeaker, { AGENT: 2, CUSTOMER: 0 });
  assert.equal(found?.overall, 0.5);
  assert.deepEqual(
    found?.quarters.map(({ quarter, score }) => [quarter, score]),
    [
      [1, 1],
      [2, -4],
      [3, 2],
      [4, 2],
    ],
  );
  assert.deepEqual([found?.quarters[1]?.startMs, found?.quarters[1]?.endMs], [30_000, 60_000]);
});

test('a mood of a quarter without speech is not taken', () => {
  const quarters = [null, 3, null, null];
  const { sentiment } = merged([
    {
      window: { from: 0, to: 1, text: '' },
      answer: answer({ sentiment: { AGENT: 1, CUSTOMER: 4, quarters } }),
    },
  ]);
  assert.deepEqual(sentiment?.quarters, []);
  assert.deepEqual(sentiment?.bySpeaker, { AGENT: 1 });
});

test('a topic of two windows is one topic, and lists are joined', () => {
  const item = (text: string, turn: number) => ({ text, turn });
  const found = merged([
    {
      window: { from: 0, to: 2, text: '' },
      answer: answer({
        topics: [{ name: 'Refund', turns: [0, 1] }],
        actionItems: [item('a', 0)],
        warnings: ['EVIDENCE_DROPPED'],
      }),
    },
    {
      window: { from: 2, to: 4, text: '' },
      answer: answer({ topics: [{ name: 'refund', turns: [3] }], actionItems: [item('b', 3)] }),
    },
  ]);
  assert.deepEqual(found.topics, [{ name: 'Refund', turns: [0, 1, 3] }]);
  assert.deepEqual(found.actionItems, [item('a', 0), item('b', 3)]);
  assert.deepEqual(found.warnings, ['EVIDENCE_DROPPED']);
});

test('quarters are shown as times', () => {
  assert.deepEqual(quarterTimes(quartersOf(0, 120_000))[3], '01:30 to 02:00');
});

test('quarters begin with the conversation, however long it rang', () => {
  const quarters = quartersOf(61_000, 60_001);
  assert.deepEqual(
    quarters.map(({ startMs, endMs }) => [startMs, endMs]),
    [
      [61_000, 76_000],
      [76_000, 91_001],
      [91_001, 106_001],
      [106_001, 121_001],
    ],
  );
});
