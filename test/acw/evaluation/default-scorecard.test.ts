/** The scorecard of a new project keeps its own rules and is fair in four languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Analysis } from '../../../src/acw/analysis/analysis.ts';
import { conversationOf } from '../../../src/acw/evaluation/conversation.ts';
import {
  DEFAULT_LANGUAGES,
  DEFAULT_SCORECARD,
} from '../../../src/acw/evaluation/default-scorecard.ts';
import { evaluateByRules } from '../../../src/acw/evaluation/evaluate.ts';
import type { Evaluation } from '../../../src/acw/evaluation/evaluation.ts';
import { exactFigures } from '../../../src/acw/evaluation/rule-figure.ts';
import { checkScorecard } from '../../../src/acw/evaluation/scorecard-rules.ts';
import { givenAnalysis, givenLog, givenScorecard, METRICS, type Said } from '../given-call.ts';

function judged(said: readonly Said[], analysis: Partial<Analysis>): Evaluation {
  const given = givenAnalysis(analysis);
  const log = givenLog(said);
  return evaluateByRules({
    log,
    conversation: { ...conversationOf(log), figures: exactFigures(given.metrics) },
    analysis: given,
    scorecard: { ...givenScorecard([]), ...DEFAULT_SCORECARD },
    version: '1.0.0',
  });
}

function ids(evaluation: Evaluation, result: string): readonly string[] {
  return evaluation.criteria.filter((one) => one.result === result).map(({ id }) => id);
}

/** A call of two minutes with the agent's first and last sentences. */
function call(opening: string, closing: string): readonly Said[] {
  return [
    ['AGENT', opening, 1_000, 9_000],
    ['CUSTOMER', '...42', 10_000, 80_000],
    ['AGENT', closing, 100_000, 120_000],
  ];
}

const GOOD: Readonly<Record<(typeof DEFAULT_LANGUAGES)[number], readonly Said[]>> = {
  en: call(
    'Thank you for calling Northwind, my name is Anna. This call may be recorded.',
    'Is there anything else I can do for you? Have a great day!',
  ),
  es: call(
    'Buenos días, le atiende Ana. Esta llamada será grabada.',
    '¿Puedo ayudarle en algo más? Hasta luego.',
  ),
  de: call(
    'Guten Tag, mein Name ist Anna Weiß. Dieses Gespräch wird aufgezeichnet.',
    'Haben Sie noch Fragen? Dann auf Wiederhören!',
  ),
  ja: call(
    'お電話ありがとうございます。北風サポートの山田と申します。この通話は録音させていただきます。',
    '他にご質問はございますか。それでは失礼いたします。',
  ),
};

test('the scorecard keeps its rules, has 100 points, and no criterion needs a model', () => {
  assert.deepEqual(checkScorecard(DEFAULT_SCORECARD), []);
  const { criteria } = DEFAULT_SCORECARD;
  assert.equal(
    criteria.reduce((sum, { points }) => sum + points, 0),
    100,
  );
  assert.ok(criteria.every(({ rule, guidance }) => rule !== null && guidance !== ''));
});

test('a good call has all points in each of the languages', () => {
  for (const language of DEFAULT_LANGUAGES) {
    const evaluation = judged(GOOD[language], { language });
    assert.deepEqual(ids(evaluation, 'FAIL'), [], language);
    assert.deepEqual(evaluation.score, {
      earned: 100,
      possible: 100,
      unknown: 0,
      percentage: 100,
      passMark: 70,
      passed: true,
      autoFailed: false,
      unknownCriteria: 'LEAVE_OUT',
    });
  }
});

test('a curt call fails the criteria that it left out', () => {
  const said = call('What do you want?', 'No.');
  const metrics = {
    ...METRICS,
    silence: { ...METRICS.silence, longestMs: 20_001 },
    interruptions: { AGENT: 4, CUSTOMER: 0, overlapMs: 900 },
    responseLatencyMs: { ...METRICS.responseLatencyMs, AGENT: { p50: 2_001, p95: 2_400 } },
  };
  const evaluation = judged(said, { metrics });
  assert.deepEqual(ids(evaluation, 'PASS'), ['respect']);
  assert.deepEqual([evaluation.score.percentage, evaluation.score.passed], [10, false]);
});

test('an insult by the agent fails the call, one by the customer does not', () => {
  const insulted = judged(call('Hello. Shut up!', 'Bye.'), {});
  assert.deepEqual([insulted.score.percentage, insulted.score.passed], [0, false]);
  const angry: readonly Said[] = [...GOOD.en, ['CUSTOMER', 'Shut up!', 110_000, 111_000]];
  assert.equal(judged(angry, {}).score.passed, true);
});

test('in a short call the recording and more help need not be mentioned', () => {
  const said: readonly Said[] = [
    ['AGENT', 'Hello, this is Anna.', 0, 2_000],
    ['CUSTOMER', 'Wrong number.', 2_000, 3_000],
    ['AGENT', 'No problem, bye.', 3_000, 5_000],
  ];
  const evaluation = judged(said, { metrics: { ...METRICS, durationMs: 5_000 } });
  assert.deepEqual(ids(evaluation, 'NOT_APPLICABLE'), ['recording-disclosure', 'more-help']);
  assert.deepEqual([evaluation.score.possible, evaluation.score.percentage], [80, 100]);
});

test('a call in a language without phrases is not failed for missing words', () => {
  const evaluation = judged(call('Bonjour, ici Anne.', 'Bonne journée.'), { language: 'fr' });
  assert.deepEqual(ids(evaluation, 'FAIL'), []);
  assert.deepEqual(ids(evaluation, 'PASS'), ['response-time', 'interruptions', 'dead-air']);
  assert.deepEqual(evaluation.warnings, ['CRITERIA_UNKNOWN']);
});
