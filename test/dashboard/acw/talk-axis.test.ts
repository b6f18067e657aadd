/** Who talks when: merged turns, overlap, estimated ends, and the ring of a score. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTurns } from '../../../dashboard/src/page/acw/json-part.ts';
import { talkAxis } from '../../../dashboard/src/page/acw/talk-axis.ts';

const SILENT = { durationMs: 10_000, silence: { segments: [] as const } };

function axis(turns: unknown, change: object = {}) {
  const given = { totalMs: null, ratio: null, longestMs: null, segments: [] };
  const silence = { ...given, ...SILENT.silence };
  return talkAxis(readTurns({ turns }), { durationMs: SILENT.durationMs, silence, ...change });
}

const turn = (speaker: string, startMs: number, endMs?: number, text = 'a b') => ({
  speaker,
  startMs,
  text,
  ...(endMs === undefined ? {} : { endMs }),
});

function spansOf(turns: unknown, id: string) {
  return axis(turns).rows.find((row) => row.id === id)?.spans;
}

test('turns that touch or overlap are one span', () => {
  const turns = [turn('AGENT', 0, 1_000), turn('AGENT', 1_000, 2_000), turn('AGENT', 5_000, 6_000)];
  assert.deepEqual(spansOf(turns, 'AGENT'), [
    { startMs: 0, endMs: 2_000 },
    { startMs: 5_000, endMs: 6_000 },
  ]);
});

test('time in which both parties talk is a row of its own, only if there is such a time', () => {
  const turns = [turn('AGENT', 0, 3_000), turn('CUSTOMER', 2_000, 4_000)];
  assert.deepEqual(spansOf(turns, 'both'), [{ startMs: 2_000, endMs: 3_000 }]);
  assert.equal(
    spansOf([turn('AGENT', 0, 1_000), turn('CUSTOMER', 1_000, 2_000)], 'both'),
    undefined,
  );
});

test('a turn without an end ends after its words, and before the next one', () => {
  assert.deepEqual(spansOf([turn('AGENT', 0), turn('CUSTOMER', 500, 900)], 'AGENT'), [
    { startMs: 0, endMs: 500 },
  ]);
  assert.deepEqual(spansOf([turn('AGENT', 0)], 'AGENT'), [{ startMs: 0, endMs: 800 }]);
});

test('the axis reaches the latest end, and a log of 10,000 turns stays drawable', () => {
  assert.equal(axis([turn('AGENT', 0, 25_000)]).lengthMs, 25_000);
  const turns = Array.from({ length: 10_000 }, (_, index) =>
    turn(index % 2 === 0 ? 'AGENT' : 'CUSTOMER', index * 1_000, index * 1_000 + 900),
  );
  const rows = axis(turns, { durationMs: 10_000_000 }).rows;
  assert.ok(rows.every(({ spans }) => spans.length <= 1_000));
});

test('without a log only silences are drawn', () => {
  const silence = {
    totalMs: null,
    ratio: null,
    longestMs: null,
    segments: [{ startMs: 1_000, endMs: 5_000 }],
  };
  const { rows } = talkAxis(null, { durationMs: 10_000, silence });
  assert.deepEqual(rows, [{ id: 'silence', spans: silence.segments }]);
});
