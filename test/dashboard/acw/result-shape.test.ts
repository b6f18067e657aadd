/** How a result is read: ours by its shape, any other as its own text; null stays null. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { wholeResult } from '../../../dashboard/src/page/acw/acw-api.ts';
import { autoFailed, excluded, resultShape } from '../../../dashboard/src/page/acw/result-shape.ts';

const GOLDEN = new URL('../../golden/call-log/', import.meta.url);

function golden(name: string): string {
  return readFileSync(new URL(`${name}.analysis.json`, GOLDEN), 'utf8');
}

function analysisOf(text: string) {
  const shape = resultShape(text);
  assert.ok(shape.kind === 'analysis');
  return shape.analysis;
}

test('every recorded analysis is read, with its quotes and turns', () => {
  const analysis = analysisOf(golden('answered-english'));
  assert.equal(analysis.party.AGENT.p50, 600);
  assert.deepEqual(analysis.silence.segments, [{ startMs: 28_000, endMs: 40_000 }]);
  assert.deepEqual(analysis.phrases[0]?.turn, 0);
  assert.equal(analysis.entities[0]?.text, 'NB-48213');
  for (const name of ['answered-japanese', 'voicemail', 'overlapping', 'harper-valley']) {
    assert.ok(analysisOf(golden(name)).durationMs > 0, name);
  }
});

test('a figure that was not computed is null, never 0', () => {
  const analysis = analysisOf(golden('skewed-clocks'));
  assert.equal(analysis.party.AGENT.p50, null);
  assert.equal(analysis.party.AGENT.interruptions, null);
  assert.equal(analysis.overlapMs, null);
  assert.deepEqual([analysis.topics, analysis.outcome, analysis.actionItems], [null, null, null]);
});

const CRITERION = {
  id: 'polite',
  question: 'Polite?',
  result: 'FAIL',
  points: 0,
  maxPoints: 10,
  autoFail: true,
  source: 'RULE',
  rationale: 'No.',
  evidence: [{ turn: 2, quote: 'shut up', startMs: 4 }, { turn: -1, quote: 'nowhere' }, null],
};

test('an evaluation is read, and malformed entries are left out', () => {
  const shape = resultShape(
    JSON.stringify({
      schemaVersion: '1',
      scorecard: { id: 'sc_1', revision: 3, name: 'Ours' },
      score: {
        earned: 0,
        possible: 10,
        percentage: 0,
        passMark: 75,
        passed: false,
        autoFailed: true,
      },
      criteria: [CRITERION, { ...CRITERION, result: 'NOT_APPLICABLE' }, { question: 7 }],
      warnings: ['CRITERIA_UNKNOWN', 7],
    }),
  );
  assert.ok(shape.kind === 'evaluation');
  const { evaluation } = shape;
  assert.equal(evaluation.criteria.length, 2);
  assert.deepEqual(evaluation.criteria[0]?.evidence, [{ turn: 2, quote: 'shut up', startMs: 4 }]);
  assert.equal(autoFailed(evaluation).length, 1);
  assert.equal(excluded(evaluation).length, 1);
  assert.deepEqual(evaluation.warnings, ['CRITERIA_UNKNOWN']);
});

test('any other result of an agent is shown as its own text, and nothing throws', () => {
  for (const text of ['{}', '[]', '7', '"x"', '{"schemaVersion":"1"}', '{"metrics":null}', '{']) {
    assert.deepEqual(resultShape(text), { kind: 'own', text });
  }
  const half = '{"schemaVersion":"1","metrics":{"durationMs":1,"talk":{"AGENT":{"ms":1}}}}';
  assert.equal(resultShape(half).kind, 'own');
  assert.deepEqual(resultShape(null), { kind: 'none' });
});

test('the result stays the exact text that was sent', () => {
  const own = '{"b":1.0,"a":12345678901234567890,"c":",\\"result\\":"}';
  const errors = [{ code: 'ANALYZER_FAILED', message: 'said ,"result":null}' }];
  const summary = JSON.stringify({ acwResultId: 'acwr_1', errors });
  const whole = wholeResult(`${summary.slice(0, -1)},"result":${own}}`);
  assert.equal(whole.resultText, own);
  assert.equal(whole.record.errors[0]?.message, 'said ,"result":null}');
  assert.equal(wholeResult(`${summary.slice(0, -1)},"result":null}`).resultText, null);
});
