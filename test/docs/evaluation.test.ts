/** The example and the tables of docs/reference/evaluation.md are what the evaluator does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { analyzeLog } from '../../src/acw/analysis/analyze.ts';
import type { CallLog } from '../../src/acw/call-log/call-log.ts';
import { callLogFaults } from '../../src/acw/call-log/call-log-rules.ts';
import { DEFAULT_SCORECARD } from '../../src/acw/evaluation/default-scorecard.ts';
import { evaluateByRules } from '../../src/acw/evaluation/evaluate.ts';
import type { Evaluation } from '../../src/acw/evaluation/evaluation.ts';
import { RULE_METRICS, type ScorecardSettings } from '../../src/acw/evaluation/scorecard.ts';
import { checkScorecard } from '../../src/acw/evaluation/scorecard-rules.ts';
import { withVerdicts } from '../../src/acw/evaluation/verdict.ts';
import { settingsOf } from '../../src/http/schema/scorecard.ts';
import { blocksOf } from './shell-block.ts';

const PAGE = 'docs/reference/evaluation.md';
const TEXT = readFileSync(new URL(`../../${PAGE}`, import.meta.url), 'utf8');
const [SETTINGS, LOG, SHOWN] = blocksOf(PAGE, 'json').map((block) => JSON.parse(block));

function evaluated(log: CallLog): Evaluation {
  const settings: ScorecardSettings = settingsOf(SETTINGS);
  assert.deepEqual(checkScorecard(settings), []);
  assert.deepEqual(callLogFaults(log), []);
  const analysis = analyzeLog({ log, direction: 'INBOUND', version: '1.0.0', detector: null });
  const scorecard = { id: 'sc_01KA9Z00000000000001', revision: 1, ...settings };
  return evaluateByRules({ log, analysis, scorecard, version: '1.0.0' });
}

test('the example has the evaluation that the page shows', () => {
  const { score, criteria, warnings } = evaluated(LOG);
  assert.deepEqual({ score, criteria, warnings }, SHOWN);
  assert.equal(
    JSON.stringify({ score, criteria, warnings }, null, 2),
    blocksOf(PAGE, 'json')[2]?.trim(),
  );
});

test('the sums of the example are right', () => {
  const { earned, possible, percentage, passMark } = evaluated(LOG).score;
  assert.deepEqual([earned, possible, percentage, passMark], [20 + 10, 20 + 30 + 10, 50, 40]);
  assert.match(TEXT, /20 \+ 10 = 30, so the percentage is 30 \/ 60 = 50, and the call passes/);
  assert.match(TEXT, /20 \+ 30 \+ 10 = 60 points. The conversation lasted 49.5 s/);
});

test('the example with a forbidden word, and with a model, is as on the page', () => {
  const log: CallLog = LOG;
  const turns = log.turns.map((turn, place) =>
    place === 3 ? { ...turn, text: `${turn.text} Guaranteed.` } : turn,
  );
  const { earned, percentage, passed } = evaluated({ ...log, turns }).score;
  assert.deepEqual([earned, percentage, passed], [20, 0, false]);
  const verdict = { id: 'empathy', result: 'PASS', rationale: 'Kind.', evidence: [] } as const;
  const engine = { name: 'ringpost-evaluator', version: '1.0.0', mode: 'LLM', model: 'm' } as const;
  const { score } = withVerdicts(evaluated(log), { verdicts: [verdict], turns, engine });
  assert.deepEqual([score.earned, score.possible, score.percentage], [45, 75, 60]);
});

test('the page names every figure that a rule can use', () => {
  for (const metric of RULE_METRICS) assert.ok(TEXT.includes(`\`${metric}\``), metric);
});

test('the table of the default scorecard is the default scorecard', () => {
  const rows = [...TEXT.matchAll(/^\| `([a-z-]+)` \| (\d+) \| (.+) \|$/gm)];
  assert.deepEqual(
    rows.map(([, id, points, text]) => [id, Number(points), /^[^?]+\?/.exec(text ?? '')?.[0]]),
    DEFAULT_SCORECARD.criteria.map(({ id, points, question }) => [id, points, question]),
  );
  for (const { id, autoFail, appliesWhen } of DEFAULT_SCORECARD.criteria) {
    const row = rows.find(([, named]) => named === id)?.[0] ?? '';
    assert.equal(row.includes('autoFail'), autoFail, id);
    const seconds = appliesWhen?.type === 'METRIC' ? (appliesWhen.min ?? 0) / 1_000 : null;
    assert.equal(row.includes(`Calls of ${seconds} s or longer.`), seconds !== null, id);
  }
});
