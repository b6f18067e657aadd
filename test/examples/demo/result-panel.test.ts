/** A recorded result is shown unchanged: a null is never filled in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultPanel } from '../../../examples/demo/result-panel.ts';
import { analyzeLog } from '../../../src/acw/analysis/analyze.ts';
import type { CallLog, Turn } from '../../../src/acw/call-log/call-log.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { evaluateByRules } from '../../../src/acw/evaluation/evaluate.ts';

const FACTS = { acwResultId: 'acwr_1', acwAgentId: 'ep_1', callId: 'call-1', isError: false };

function logOf(turns: readonly Turn[]): CallLog {
  return { direction: 'INBOUND', startedAt: '2026-11-20T11:17:00Z', language: 'en', turns };
}

function analysisOf(log: CallLog) {
  return analyzeLog({ log, direction: 'INBOUND', version: '1.0.0', detector: null });
}

function shown(turns: readonly Turn[], agentKind: 'ANALYZER' | 'EVALUATOR'): readonly string[] {
  const log = logOf(turns);
  const analysis = analysisOf(log);
  const scorecard = { id: 'sc_1', revision: 7, ...DEFAULT_SCORECARD };
  const result = evaluateByRules({ log, analysis, scorecard, version: '1.0.0' });
  const panel =
    agentKind === 'ANALYZER'
      ? resultPanel({ ...FACTS, agentKind, result: analysis })
      : resultPanel({ ...FACTS, agentKind, result });
  return panel.lines.map(({ look, text }) => `${look}: ${text}`);
}

const TALK: readonly Turn[] = [
  { speaker: 'AGENT', text: 'Hello, how can I help you today?', startMs: 0, endMs: 3_000 },
  { speaker: 'CUSTOMER', text: 'Where is order NW-48213?', startMs: 4_000, endMs: 5_000 },
];

test('an analysis has its summary, talk shares, silence and latency', () => {
  const lines = shown(TALK, 'ANALYZER');
  assert.ok(lines.includes('plain: CUSTOMER: Where is order NW-48213?'), lines.join('\n'));
  assert.ok(lines.includes('plain: Duration     0:05'));
  assert.ok(
    lines.includes('plain: Talk         agent 75 %, 140 words/min; customer 25 %, 300 words/min'),
    lines.join('\n'),
  );
  assert.ok(lines.includes(`plain: ${' '.repeat(13)}${'█'.repeat(30)}${'░'.repeat(10)}`));
  assert.ok(lines.includes('plain: Interrupted  0 by the agent, 0 by the customer'));
  assert.ok(lines.includes('plain: Answers in   agent -; customer 1.0 s, 95 % within 1.0 s'));
  assert.ok(lines.includes('plain: Found        ORDER_ID NW-48213'));
});

test('figures that were not computed are shown as unknown, and warnings are shown', () => {
  const turns = TALK.map(({ speaker, text, startMs }) => ({ speaker, text, startMs }));
  const lines = shown(turns, 'ANALYZER');
  assert.ok(lines.includes('plain: Interrupted  not known'), lines.join('\n'));
  assert.ok(lines.some((line) => /^bad: Warnings .*END_TIMES_MISSING/.test(line)));
});

test('an evaluation has each criterion with its points and its quotes', () => {
  const lines = shown(TALK, 'EVALUATOR');
  assert.match(
    lines[0] ?? '',
    /^faint: 45 of 65 points, 69.23 %: not decided: 15 points are unknown \(from 70 % on\)/,
  );
  assert.equal(lines[1], 'faint: by the scorecard "Service call", revision 7');
  const greeting = lines.indexOf('good: PASS 10/10  Did the agent greet in the first 30 seconds?');
  assert.equal(
    lines[greeting + 1],
    `faint: ${' '.repeat(12)}0:00 "Hello, how can I help you today?"`,
  );
  assert.ok(lines.some((line) => line.startsWith('bad: FAIL  0/10  Did the agent say who')));
  assert.equal(lines.length, 3 + 2 * DEFAULT_SCORECARD.criteria.length);
});

test('an agent that failed has no figures', () => {
  const { title, lines } = resultPanel({ ...FACTS, agentKind: 'EVALUATOR', result: null });
  assert.equal(title, 'Evaluation');
  assert.deepEqual(lines, [{ look: 'bad', text: 'The agent failed; nothing was recorded.' }]);
});
