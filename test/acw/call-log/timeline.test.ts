/**
 * Turns on their time line: which are speech, how a missing end is estimated, the span of a call.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallLog, Turn } from '../../../src/acw/call-log/call-log.ts';
import { beginsAtMs, ESTIMATED_WORD_MS, timelineOf } from '../../../src/acw/call-log/timeline.ts';
import { givenLog } from '../given-call.ts';

function logOf(turns: readonly Turn[], changes: Partial<CallLog> = {}): CallLog {
  return { ...givenLog([]), turns, ...changes };
}

test('turns without a word are no speech; the others keep their place in the log', () => {
  const { turns } = timelineOf(
    givenLog([
      ['AGENT', '[noise]', 0, 500],
      ['AGENT', 'hello', 500, 900],
      ['CUSTOMER', '…', 900, 1_000],
      ['CUSTOMER', 'hi there', 1_000, 1_600],
    ]),
  );
  assert.deepEqual(
    turns.map(({ turn, words }) => [turn, words]),
    [
      [1, 1],
      [3, 2],
    ],
  );
});

test('turns are in the order of their beginnings; equal ones keep the order of the log', () => {
  const { turns } = timelineOf(
    givenLog([
      ['AGENT', 'second', 2_000, 3_000],
      ['AGENT', 'first', 0, 1_000],
      ['CUSTOMER', 'third', 2_000, 2_500],
    ]),
  );
  assert.deepEqual(
    turns.map(({ text }) => text),
    ['first', 'second', 'third'],
  );
});

test('a missing end is estimated by 400 ms a word, and never beyond the next beginning', () => {
  const { turns, endsMissing } = timelineOf(
    logOf([
      { speaker: 'AGENT', text: 'one two three', startMs: 0 },
      { speaker: 'CUSTOMER', text: 'one two three', startMs: 500 },
      { speaker: 'CUSTOMER', text: 'said together', startMs: 500 },
      { speaker: 'AGENT', text: 'one two', startMs: 10_000, endMs: 12_000 },
      { speaker: 'CUSTOMER', text: 'bye', startMs: 12_500 },
    ]),
  );
  assert.equal(ESTIMATED_WORD_MS, 400);
  assert.deepEqual(
    turns.map(({ endMs, measured }) => [endMs, measured]),
    [
      [500, false],
      [1_700, false],
      [1_300, false],
      [12_000, true],
      [12_900, false],
    ],
  );
  assert.equal(endsMissing, true);
});

test('an estimate ends at the end of the call, unless the turn begins after it', () => {
  const words = 'one two three four five six seven eight nine ten';
  const ended = { endedAt: '2026-11-20T11:17:10.000Z' };
  const before = timelineOf(logOf([{ speaker: 'AGENT', text: words, startMs: 9_000 }], ended));
  assert.equal(before.turns[0]?.endMs, 10_000);
  const after = timelineOf(logOf([{ speaker: 'AGENT', text: words, startMs: 11_000 }], ended));
  assert.equal(after.turns[0]?.endMs, 15_000);
  assert.deepEqual(after.span, { startMs: 0, endMs: 15_000 });
});

test('an end before its beginning gives the turn no duration', () => {
  const { turns } = timelineOf(givenLog([['AGENT', 'hello', 1_000, 500]]));
  assert.equal(turns[0]?.endMs, 1_000);
});

test('the span is from the answer to the end of the call', () => {
  const said = [['AGENT', 'hello', 4_000, 5_000]] as const;
  const spans: readonly (readonly [Partial<CallLog>, number, number])[] = [
    [{}, 0, 5_000],
    [{ answeredAt: '2026-11-20T11:17:03.000Z' }, 3_000, 5_000],
    [{ endedAt: '2026-11-20T11:17:09.500Z' }, 0, 9_500],
    // Speech before the answer, or after the end, was part of the call.
    [{ answeredAt: '2026-11-20T11:17:04.500Z' }, 4_000, 5_000],
    [{ endedAt: '2026-11-20T11:17:04.500Z' }, 0, 5_000],
    // Impossible times are not used: those of another day, or no times.
    [{ answeredAt: '2026-11-19T11:17:03.000Z' }, 0, 5_000],
    [{ endedAt: '2026-11-22T11:17:03.000Z' }, 0, 5_000],
    [{ endedAt: 'soon' }, 0, 5_000],
    [{ startedAt: 'now', endedAt: '2026-11-20T11:17:09.500Z' }, 0, 5_000],
  ];
  for (const [changes, startMs, endMs] of spans) {
    const { span } = timelineOf(givenLog(said, changes));
    assert.deepEqual(span, { startMs, endMs }, JSON.stringify(changes));
  }
});

test('a call without speech has a span too', () => {
  const silent = timelineOf(givenLog([], { endedAt: '2026-11-20T11:17:30.000Z' }));
  assert.deepEqual(silent, { turns: [], span: { startMs: 0, endMs: 30_000 }, endsMissing: false });
  assert.deepEqual(timelineOf(givenLog([])).span, { startMs: 0, endMs: 0 });
});

test('a call begins with its answer, or with speech before it, in both functions', () => {
  const rings: readonly Turn[] = [
    { speaker: 'SYSTEM', text: '[ringing]', startMs: 1_000, endMs: 4_000 },
    { speaker: 'SYSTEM', text: 'Please wait.', startMs: 5_000, endMs: 6_000 },
    { speaker: 'AGENT', text: 'Hello.', startMs: 9_000, endMs: 10_000 },
  ];
  const answered = (second: number) => ({ answeredAt: `2026-11-20T11:17:0${second}.000Z` });
  for (const [log, beginsMs] of [
    [logOf(rings, answered(8)), 5_000],
    [logOf(rings.slice(2), answered(8)), 8_000],
    [logOf(rings.toReversed(), answered(8)), 5_000],
    [logOf(rings, answered(0)), 0],
    [logOf(rings), 0],
    [logOf([], answered(8)), 8_000],
    [logOf(rings, { answeredAt: 'never' }), 0],
  ] as const) {
    assert.equal(beginsAtMs(log), beginsMs);
    assert.equal(timelineOf(log).span.startMs, beginsMs);
  }
});
