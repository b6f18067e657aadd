/** The heap of wake times: order, moves and removals, also against a random model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Wakeable, WakeHeap } from '../../../src/engine/dispatch/wake-timer.ts';

const wakeable = (): Wakeable => ({ wakeAtMs: null, wakeIndex: -1 });

test('due entries leave in order, others stay', () => {
  const due = new WakeHeap();
  const [early, late] = [wakeable(), wakeable()];
  due.set(late, 20);
  due.set(early, 10);
  assert.equal(due.earliestMs(), 10);
  assert.equal(due.takeDue(9), null);
  assert.equal(due.takeDue(25), early);
  assert.equal(due.takeDue(19), null);
  assert.equal(due.takeDue(20), late);
  assert.equal(due.earliestMs(), null);
  assert.deepEqual(early, wakeable());
});

test('a moved entry is in the heap once, a removed one not at all', () => {
  const due = new WakeHeap();
  const [one, other] = [wakeable(), wakeable()];
  due.set(one, 10);
  due.set(other, 20);
  due.set(one, 30);
  assert.equal(due.takeDue(100), other);
  due.set(one, null);
  due.set(one, null);
  assert.equal(due.takeDue(100), null);
});

test('after clear no entry is due, and each may be set again', () => {
  const due = new WakeHeap();
  const one = wakeable();
  due.set(one, 10);
  due.clear();
  assert.equal(due.earliestMs(), null);
  due.set(one, 10);
  assert.equal(due.takeDue(10), one);
});

test('after any changes the heap returns the earliest entry', () => {
  const change = fc.tuple(fc.nat(19), fc.option(fc.nat(50)));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const due = new WakeHeap();
      const items = Array.from({ length: 20 }, wakeable);
      const model = new Map<Wakeable, number>();
      for (const [index, atMs] of changes) {
        const item = items[index];
        assert.ok(item !== undefined);
        due.set(item, atMs);
        if (atMs === null) model.delete(item);
        else model.set(item, atMs);
        const expected = model.size === 0 ? null : Math.min(...model.values());
        assert.equal(due.earliestMs(), expected);
      }
      const times: number[] = [];
      for (let item = due.takeDue(50); item !== null; item = due.takeDue(50)) {
        times.push(model.get(item) ?? Number.NaN);
      }
      assert.deepEqual(
        times,
        [...model.values()].sort((a, b) => a - b),
      );
    }),
  );
});
