/** Where bars lie in pixels, which rows are drawn, and where arrow keys lead. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisOf, WHOLE } from '../../../../dashboard/src/page/call/timeline-axis.ts';
import type { Bar, Row } from '../../../../dashboard/src/page/call/timeline-layout.ts';
import {
  boxOf,
  firstBar,
  movedBar,
  pixelOf,
  pointLines,
  rowWindow,
  topsOf,
  VIRTUAL_ABOVE,
} from '../../../../dashboard/src/page/call/timeline-place.ts';
import { firing } from './sample-call.ts';

const AXIS = axisOf([{ fromMs: 0, toMs: 1_000 }], true);

function bar(id: string, fromMs: number): Bar {
  const subject = { of: 'firing', firing: firing(1, 0, 'CALL_LOG_CREATED'), number: 1 } as const;
  return { id, kind: 'trigger', fromMs, toMs: fromMs, subject };
}

function row(id: string, ...bars: readonly Bar[]): Row {
  return { id, kind: 'triggers', bars };
}

test('a bar is at its time, and never too thin to hit', () => {
  assert.deepEqual(boxOf(AXIS, WHOLE, 800, { fromMs: 250, toMs: 500 }), { x: 200, width: 200 });
  assert.deepEqual(boxOf(AXIS, WHOLE, 800, { fromMs: 500, toMs: 501 }), { x: 400, width: 6 });
});

test('a bar outside the view is not drawn, one across its edge is cut', () => {
  const view = { from: 0.5, to: 1 };
  assert.equal(boxOf(AXIS, view, 800, { fromMs: 0, toMs: 100 }), null);
  assert.deepEqual(boxOf(AXIS, view, 800, { fromMs: 400, toMs: 750 }), { x: 0, width: 400 });
  assert.equal(pixelOf(AXIS, view, 800, 500), 0);
});

test('points at one moment are stacked, and labels never cross', () => {
  const bars = ['a', 'b', 'c'].map((id) => bar(id, 0));
  const { points, lines } = pointLines(bars, [10, 10, 400], ['LONG_LABEL', 'OTHER', 'LAST'], 800);
  assert.deepEqual(
    points.map(({ line }) => line),
    [0, 1, 0],
  );
  assert.equal(lines, 2);
  assert.ok(points.every(({ labelled }) => labelled));
});

test('if no line is left a point stays below, without its label; at the edge as well', () => {
  const bars = Array.from({ length: 12 }, (_, index) => bar(`b${index}`, 0));
  const many = pointLines(
    bars,
    bars.map(() => 10),
    bars.map(() => 'LABEL'),
    800,
  );
  assert.equal(many.lines, 9);
  assert.equal(many.points.filter(({ labelled }) => labelled).length, 8);
  // A point over a label would hide it.
  assert.ok(many.points.every(({ line, labelled }) => labelled === line < 8));
  assert.equal(many.points.length, 12);
  assert.equal(pointLines([bar('a', 0)], [790], ['LABEL'], 800).points[0]?.labelled, false);
});

test('few rows are all drawn; of many only the visible ones, and the rest keeps its height', () => {
  const few = Array.from({ length: VIRTUAL_ABOVE }, () => 28);
  assert.deepEqual(rowWindow(few, 0, 500), { from: 0, to: 100, abovePx: 0, belowPx: 0 });
  const many = Array.from({ length: 612 }, () => 28);
  const seen = rowWindow(many, 2_800, 560);
  assert.ok(seen.from <= 100 && seen.to >= 120 && seen.to - seen.from < 40);
  const drawn = (seen.to - seen.from) * 28;
  assert.equal(seen.abovePx + drawn + seen.belowPx, 612 * 28);
  assert.equal(topsOf(many)[seen.from], seen.abovePx);
});

test('scrolled to the end the last rows are drawn', () => {
  const many = Array.from({ length: 200 }, () => 28);
  const seen = rowWindow(many, 200 * 28 - 500, 500);
  assert.deepEqual([seen.to, seen.belowPx], [200, 0]);
});

test('arrows move along a row and to the nearest bar of the next row that has one', () => {
  const rows = [
    row('r1', bar('a', 0), bar('b', 900)),
    row('r2'),
    row('r3', bar('c', 10), bar('d', 800)),
  ];
  assert.equal(movedBar(rows, 'a', 'ArrowRight'), 'b');
  assert.equal(movedBar(rows, 'b', 'ArrowRight'), null);
  assert.equal(movedBar(rows, 'b', 'ArrowDown'), 'd');
  assert.equal(movedBar(rows, 'c', 'ArrowUp'), 'a');
  assert.equal(movedBar(rows, 'd', 'Home'), 'c');
  assert.equal(movedBar(rows, 'c', 'End'), 'd');
  assert.equal(movedBar(rows, 'a', 'ArrowUp'), null);
});

test('from a bar that is gone, an arrow key leads to the first one', () => {
  const rows = [row('r1'), row('r2', bar('a', 0))];
  assert.equal(movedBar(rows, 'gone', 'ArrowRight'), 'a');
  assert.equal(firstBar([row('r1')]), null);
});
