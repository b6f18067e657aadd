/** The system's turns count for no party, and a gap in the log fails no call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyzeLog } from '../../../src/acw/analysis/analyze.ts';
import type { CallLog, Turn } from '../../../src/acw/call-log/call-log.ts';
import { conversationOf } from '../../../src/acw/evaluation/conversation.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { evaluateByRules } from '../../../src/acw/evaluation/evaluate.ts';
import type { Evaluation } from '../../../src/acw/evaluation/evaluation.ts';
import { RULE_METRICS, type Scorecard } from '../../../src/acw/evaluation/scorecard.ts';
import type { CallStatus } from '../../../src/core/call/status.ts';
import { ANNOUNCEMENTS, announced, CALLS } from '../any-call.ts';
import {
  givenCriterion,
  givenLog,
  givenPhrases,
  givenScorecard,
  type Said,
} from '../given-call.ts';

const SERVICE: Scorecard = { ...givenScorecard([]), ...DEFAULT_SCORECARD };

/** Each figure between bounds that some calls keep, and phrases in each window and of each kind. */
const WIDE: Scorecard = givenScorecard([
  ...RULE_METRICS.map((metric, index) =>
    givenCriterion(`figure-${index}`, {
      rule: {
        type: 'METRIC',
        metric,
        ...(metric.includes('Ms') ? { min: 1_500, max: 20_000 } : { min: 0.3, max: 150 }),
      },
    }),
  ),
  ...(['ANY', 'ALL', 'NONE'] as const).flatMap((match) =>
    ([null, 'FIRST', 'LAST'] as const).flatMap((edge) =>
      ([null, 'AGENT', 'CUSTOMER'] as const).map((speaker) =>
        givenCriterion(`${match}-${edge}-${speaker}`.toLowerCase(), {
          rule: givenPhrases(['hello', 'goodbye'], {
            match,
            speaker,
            within: edge === null ? null : { edge, seconds: 15 },
          }),
        }),
      ),
    ),
  ),
  givenCriterion('long-calls', {
    rule: givenPhrases(['refund']),
    appliesWhen: { type: 'METRIC', metric: 'durationMs', min: 30_000, max: null },
  }),
]);

function judged(
  log: CallLog,
  scorecard: Scorecard = SERVICE,
  status: CallStatus = 'COMPLETED',
): Evaluation {
  const analysis = analyzeLog({ log, direction: 'INBOUND', version: '1', detector: null });
  return evaluateByRules({ log, analysis, scorecard, version: '1', status });
}

function results({ criteria }: Evaluation): Readonly<Record<string, string>> {
  return Object.fromEntries(criteria.map(({ id, result }) => [id, result]));
}

const GOOD: readonly Said[] = [
  ['AGENT', 'Good morning, Northwind, my name is Anna. This call is recorded.', 1_000, 6_000],
  ['CUSTOMER', 'Hello. My parcel has not come, and I have waited for a week now.', 6_500, 20_000],
  ['AGENT', 'I am sorry. I look it up, one moment please.', 21_000, 25_000],
  ['CUSTOMER', 'Thank you so much, I can wait.', 26_000, 40_000],
  ['AGENT', 'It comes tomorrow. Is there anything else?', 41_000, 50_000],
  ['CUSTOMER', 'No, thank you.', 50_500, 66_000],
  ['AGENT', 'Have a nice day, goodbye!', 66_500, 70_000],
];

const EN = { language: 'en' };

function shifted(said: readonly Said[], ms: number): readonly Said[] {
  return said.map(([speaker, text, startMs, endMs]) => [speaker, text, startMs + ms, endMs + ms]);
}

test('a queue, a hold and a survey take nothing from a good call', () => {
  assert.equal(judged(givenLog(GOOD, EN)).score.percentage, 100);
  const queue: readonly Said[] = [
    ['SYSTEM', 'Welcome to Northwind. For orders press one.', 0, 4_000],
    ['CUSTOMER', 'One.', 5_000, 5_500],
    ['SYSTEM', 'All our agents are busy. Please hold.', 30_000, 34_000],
    ['SYSTEM', 'You are the next in the queue.', 120_000, 123_000],
  ];
  const hold: readonly Said[] = [
    ['SYSTEM', 'Please hold the line.', 226_000, 228_000],
    ['SYSTEM', 'Please hold the line.', 290_000, 292_000],
  ];
  const survey: readonly Said[] = [
    ['SYSTEM', 'How was your call? Press one to five.', 345_000, 352_000],
    ['CUSTOMER', 'Five.', 380_000, 381_000],
    ['SYSTEM', 'Thank you for calling Northwind.', 390_000, 393_000],
  ];
  const [before, after] = [GOOD.slice(0, 3), GOOD.slice(3)];
  const said = [
    ...queue,
    ...shifted(before, 200_000),
    ...hold,
    ...shifted(after, 270_000),
    ...survey,
  ];
  const log = givenLog(said, { ...EN, endedAt: '2026-11-20T11:23:53.000Z' });
  const evaluation = judged(log);
  assert.deepEqual(
    evaluation.criteria.filter(({ result }) => result !== 'PASS'),
    [],
  );
  assert.equal(evaluation.score.percentage, 100);
});

test("the system's time is cut out, the times of the log stay", () => {
  const { turns, figures } = conversationOf(
    givenLog([
      ['SYSTEM', 'Please hold.', 0, 60_000],
      ['AGENT', 'Good morning.', 100_000, 102_000],
      ['SYSTEM', 'This call may be recorded.', 103_000, 110_000],
      ['CUSTOMER', 'Hello, it is about my refund.', 111_000, 115_000],
      ['AGENT', 'I see.', 115_500, 116_000],
    ]),
  );
  assert.deepEqual(
    turns.map(({ startMs, atMs, untilMs }) => [startMs, atMs, untilMs]),
    [
      [0, 0, 60_000],
      [100_000, 100_000, 102_000],
      [103_000, 103_000, 103_000],
      [111_000, 104_000, 108_000],
      [115_500, 108_500, 109_000],
    ],
  );
  assert.deepEqual(figures.durationMs, { least: 9_000, most: 9_000 });
  assert.deepEqual(figures['silence.longestMs'], { least: 2_000, most: 2_000 });
});

test('a voicemail, an empty log and one side alone have no score, and do not fail', () => {
  const side = (speaker: 'AGENT' | 'CUSTOMER') =>
    judged(givenLog(GOOD.filter(([who]) => who === speaker)));
  const announced = judged(givenLog([['SYSTEM', 'Leave a message after the tone.', 0, 60_000]]));
  const cases: readonly (readonly [Evaluation, string, RegExp])[] = [
    [judged(givenLog(GOOD), SERVICE, 'VOICEMAIL_REACHED'), 'VOICEMAIL', /reached a voicemail/],
    [judged(givenLog([])), 'NOT_BOTH_HEARD', /Neither the agent nor the customer is heard/],
    [announced, 'NOT_BOTH_HEARD', /Neither the agent nor the customer is heard/],
    [side('AGENT'), 'NOT_BOTH_HEARD', /Only the agent is heard/],
    [side('CUSTOMER'), 'NOT_BOTH_HEARD', /Only the customer is heard/],
  ];
  for (const [{ criteria, score, warnings }, warning, why] of cases) {
    for (const { result, source, rationale } of criteria) {
      assert.deepEqual([result, source], ['UNKNOWN', 'RULE']);
      assert.match(rationale, why);
    }
    assert.deepEqual([score.percentage, score.passed], [null, null]);
    assert.ok((warnings as readonly string[]).includes(warning), warning);
  }
});

test('an empty call has no figures of interruptions and silence', () => {
  const log = givenLog([], { endedAt: '2026-11-20T11:18:00.000Z' });
  const { metrics } = analyzeLog({ log, direction: 'INBOUND', version: '1', detector: null });
  assert.equal(metrics.interruptions, null);
  assert.deepEqual(metrics.silence, {
    totalMs: null,
    ratio: null,
    longestMs: null,
    segments: [],
  });
});

test('a good call without end times is judged by its beginnings', () => {
  const { turns } = givenLog(GOOD);
  const { criteria, score } = judged({
    ...givenLog([], EN),
    turns: turns.map(({ endMs: _, ...turn }) => turn),
  });
  const of = (result: string) =>
    criteria.filter((one) => one.result === result).map(({ id }) => id);
  assert.deepEqual(of('UNKNOWN'), ['response-time', 'interruptions']);
  assert.deepEqual(of('FAIL'), []);
  assert.deepEqual([score.percentage, score.passed], [100, true]);
});

function logOf(turns: readonly Turn[]): CallLog {
  return { ...givenLog([]), language: 'en', turns };
}

test("any call: the system's turns before it and within it change no verdict", () => {
  fc.assert(
    fc.property(CALLS, ANNOUNCEMENTS, (turns, announcements) => {
      const more = announced(turns, announcements, true);
      for (const scorecard of [WIDE, SERVICE]) {
        const [before, after] = [judged(logOf(turns), scorecard), judged(logOf(more), scorecard)];
        assert.deepEqual(results(after), results(before));
        assert.deepEqual(after.score, before.score);
      }
    }),
    { numRuns: 400 },
  );
});

test("any call: the system's turns after it fail nothing", () => {
  fc.assert(
    fc.property(CALLS, ANNOUNCEMENTS, (turns, announcements) => {
      const before = judged(logOf(turns));
      const after = judged(logOf(announced(turns, announcements, false)));
      noMoreFailures(before, after);
    }),
    { numRuns: 200 },
  );
});

test('any call: without end times, one side or all turns, nothing more fails', () => {
  const lost = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(CALLS, lost, fc.constantFrom(WIDE, SERVICE), (turns, without, scorecard) => {
      const before = judged(logOf(turns), scorecard);
      const endless = turns.map((turn, place): Turn => {
        const { endMs: _, ...rest } = turn;
        return without[place] === true ? rest : turn;
      });
      failsNothing(before, judged(logOf(endless), scorecard));
      for (const kept of ['AGENT', 'CUSTOMER', 'SYSTEM'] as const) {
        const side = turns.filter(({ speaker }) => speaker === kept);
        const after = judged(logOf(side), scorecard);
        failsNothing(before, after);
        assert.equal(after.score.percentage, null);
      }
      failsNothing(before, judged(logOf(turns), scorecard, 'VOICEMAIL_REACHED'));
    }),
    { numRuns: 1_000 },
  );
});

function noMoreFailures(before: Evaluation, after: Evaluation): void {
  const then = results(before);
  for (const { id, result } of after.criteria) {
    if (result === 'FAIL') assert.equal(then[id], 'FAIL', id);
  }
}

/** And the call does not fail. */
function failsNothing(before: Evaluation, after: Evaluation): void {
  noMoreFailures(before, after);
  if (before.score.passed !== false) assert.notEqual(after.score.passed, false);
}
