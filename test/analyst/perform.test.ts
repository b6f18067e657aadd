/** The tasks of the analyst on a stored text: a call log is analysed, anything else is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyze, evaluate } from '../../src/analyst/perform.ts';
import { AnalystFailure, type AnalystTask } from '../../src/engine/ports/analyst.ts';
import { givenCriterion, givenLog, givenScorecard } from '../acw/given-call.ts';

const taskOf = (body: string): AnalystTask => ({ body, direction: 'INBOUND', version: '1.0.0' });

test('a call log is analyzed and evaluated', () => {
  const log = givenLog([['AGENT', 'Hello, how can I help?', 0, 2_000]], { language: 'en' });
  const task = taskOf(JSON.stringify(log));
  assert.deepEqual(analyze(task, null).warnings, ['TOO_SHORT']);
  const { engine, language } = evaluate(task, givenScorecard([givenCriterion('greeting')]), null);
  assert.deepEqual([engine.mode, language], ['METRICS', 'en']);
});

test('any other text is refused, and does nothing worse', () => {
  const turn = { speaker: 'AGENT', text: 'hi', startMs: 0, endMs: 1 };
  const others: readonly unknown[] = [
    null,
    7,
    'log',
    [],
    {},
    { turns: null },
    ...[{ ...turn, speaker: 'BOT' }, { ...turn, text: 7 }, { ...turn, startMs: '0' }, null].map(
      (wrong) => ({ turns: [turn, wrong] }),
    ),
    ...[
      { ...turn, startMs: -1 },
      { ...turn, endMs: null },
    ].map((wrong) => ({ turns: [wrong] })),
  ];
  for (const other of others)
    assert.throws(() => analyze(taskOf(JSON.stringify(other)), null), AnalystFailure);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      assert.throws(() => analyze(taskOf(text), null), AnalystFailure);
    }),
  );
});
