/** The axis of the timeline: one scale, folded idle time, and from a place back to its moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Axis,
  axisOf,
  boundedView,
  momentAt,
  placeOf,
  type Span,
  ticksOf,
  VIEW_MIN,
  viewOf,
  WHOLE,
} from '../../../../dashboard/src/page/call/timeline-axis.ts';

const HOUR_MS = 3_600_000;

function at(...moments: readonly number[]): readonly Span[] {
  return moments.map((ms) => ({ fromMs: ms, toMs: ms }));
}

function folds({ parts }: Axis): readonly (readonly [number, number])[] {
  return parts.filter(({ folded }) => folded).map(({ fromMs, toMs }) => [fromMs, toMs] as const);
}

test('without gaps the axis is one linear scale', () => {
  const axis = axisOf(at(0, 100, 200, 300, 400, 1_000), true);
  assert.equal(axis.parts.length, 1);
  assert.deepEqual(
    [0, 250, 500, 1_000].map((ms) => placeOf(axis, ms)),
    [0, 0.25, 0.5, 1],
  );
});

test('no moment, and a single one, have an axis too', () => {
  for (const busy of [[], at(5_000)]) {
    const axis = axisOf(busy, true);
    assert.ok(axis.toMs > axis.fromMs);
    assert.equal(placeOf(axis, axis.fromMs), 0);
    assert.equal(placeOf(axis, axis.toMs), 1);
  }
});

test('a gap of more than a fifth is folded to a narrow band; the rest keeps its scale', () => {
  const axis = axisOf(at(0, 1_000, HOUR_MS, HOUR_MS + 1_000), true);
  const [fold] = folds(axis);
  assert.ok(fold !== undefined && fold[0] > 1_000 && fold[1] < HOUR_MS);
  const part = axis.parts.find(({ folded }) => folded);
  assert.ok(part !== undefined && Math.abs(part.to - part.from - 0.05) < 1e-9);
  assert.ok(placeOf(axis, 1_000) > 0.4 && placeOf(axis, HOUR_MS) < 0.6);
});

test('both sides of a fold have the same scale', () => {
  const axis = axisOf(at(0, 1_000, HOUR_MS, HOUR_MS + 2_000), true);
  const before = placeOf(axis, 1_000) - placeOf(axis, 0);
  const after = placeOf(axis, HOUR_MS + 2_000) - placeOf(axis, HOUR_MS);
  assert.ok(Math.abs(after / before - 2) < 1e-6);
});

test('each fold makes the next gap a larger share: the pauses of a schedule are all folded', () => {
  const starts = [0, 5_000, 305_000, 2_105_000, 9_305_000, 27_305_000, 63_305_000];
  const axis = axisOf(
    starts.map((fromMs) => ({ fromMs, toMs: fromMs + 400 })),
    true,
  );
  assert.ok(folds(axis).length >= 5);
  const width = axis.parts.reduce((sum, part) => sum + (part.folded ? part.to - part.from : 0), 0);
  assert.ok(width <= 0.4 + 1e-9, 'folds take at most two fifths');
});

test('short pauses are never folded, and nothing is if folding is off', () => {
  assert.deepEqual(folds(axisOf(at(0, 4_000), true)), []);
  assert.deepEqual(folds(axisOf(at(0, HOUR_MS), false)), []);
});

test('a long attempt is no gap', () => {
  assert.deepEqual(folds(axisOf([{ fromMs: 0, toMs: HOUR_MS }, ...at(10)], true)), []);
});

test('places grow with time, and lead back to their moment', () => {
  const axis = axisOf(at(0, 500, 60_000, 61_000, HOUR_MS), true);
  let last = -1;
  for (let ms = 0; ms <= HOUR_MS; ms += 997) {
    const place = placeOf(axis, ms);
    assert.ok(place >= last, `${ms}`);
    assert.ok(Math.abs(momentAt(axis, place) - ms) < 1, `${ms}`);
    last = place;
  }
});

test('moments outside are drawn at the edges', () => {
  const axis = axisOf(at(1_000, 2_000), true);
  assert.deepEqual([placeOf(axis, 0), placeOf(axis, 9_000)], [0, 1]);
  assert.deepEqual([momentAt(axis, -1), momentAt(axis, 2)], [1_000, 2_000]);
});

test('marks stand at quarters, never inside a fold', () => {
  const plain = ticksOf(axisOf(at(0, 1_000), true), WHOLE);
  assert.deepEqual(
    plain.map(({ atMs }) => atMs),
    [0, 250, 500, 750, 1_000],
  );
  const folded = axisOf(at(0, 1_000, HOUR_MS, HOUR_MS + 1_000), true);
  assert.deepEqual(
    ticksOf(folded, WHOLE).map(({ place }) => place),
    [0, 0.25, 0.75, 1],
  );
});

test('a zoom between two moments shows them at the edges; an empty one shows all', () => {
  const axis = axisOf(at(0, 1_000), true);
  assert.deepEqual(viewOf(axis, { fromMs: 250, toMs: 500 }), { from: 0.25, to: 0.5 });
  assert.equal(viewOf(axis, null), WHOLE);
  assert.equal(viewOf(axis, { fromMs: 5_000, toMs: 9_000 }), WHOLE);
});

test('edges that cross or meet become a view in order', () => {
  assert.deepEqual(boundedView(0.8, 0.2), { from: 0.2, to: 0.8 });
  assert.deepEqual(boundedView(-1, 3), { from: 0, to: 1 });
  const thin = boundedView(1, 1);
  assert.ok(Math.abs(thin.to - thin.from - VIEW_MIN) < 1e-9);
});
