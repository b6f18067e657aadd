/** The result of a built-in agent, cut to the largest size of a result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeLog } from '../../../src/acw/analysis/analyze.ts';
import { SAMPLE_LOG } from '../../../src/acw/call-log/sample-log.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { evaluateByRules } from '../../../src/acw/evaluation/evaluate.ts';
import { resultText } from '../../../src/acw/run/result-text.ts';

const facts = { log: SAMPLE_LOG, version: '1' } as const;
const ANALYSIS = analyzeLog({ ...facts, direction: 'OUTBOUND', detector: null });
const SCORECARD = { ...DEFAULT_SCORECARD, id: 'sc_1', revision: 1 };
const EVALUATION = evaluateByRules({ ...facts, analysis: ANALYSIS, scorecard: SCORECARD });

test('a result that fits is left unchanged', () => {
  for (const result of [ANALYSIS, EVALUATION]) {
    assert.deepEqual(JSON.parse(resultText(result, 262_144)), result);
  }
});

test('too long lists lose their ends, with a warning, and always in the same way', () => {
  const [entity] = ANALYSIS.entities;
  assert.ok(entity !== undefined);
  const entities = Array.from({ length: 5_000 }, (_, turn) => ({ ...entity, turn }));
  const long = { ...ANALYSIS, entities };
  const text = resultText(long, 8_192);
  assert.ok(Buffer.byteLength(text) <= 8_192);
  const cut = JSON.parse(text);
  assert.ok(cut.entities.length > 0);
  assert.deepEqual(cut.entities, entities.slice(0, cut.entities.length));
  assert.ok(cut.warnings.includes('LISTS_CUT'));
  assert.deepEqual(cut.metrics.talk, ANALYSIS.metrics.talk);
  assert.equal(resultText(long, 8_192), text);
});

test('of an evaluation every criterion stays, and so does the score', () => {
  const criteria = EVALUATION.criteria.map((criterion) => ({
    ...criterion,
    evidence: Array.from({ length: 3 }, () => ({ turn: 0, quote: 'ü'.repeat(500), startMs: 0 })),
  }));
  const cut = JSON.parse(resultText({ ...EVALUATION, criteria }, 16_384));
  assert.deepEqual(cut.score, EVALUATION.score);
  assert.equal(cut.criteria.length, criteria.length);
  assert.ok(cut.criteria.every(({ evidence }: { evidence: unknown[] }) => evidence.length < 3));
  assert.ok(cut.warnings.includes('LISTS_CUT'));
});
