/**
 * The slot rule of docs/internals/design.md: reserve and suspects.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SlotCounts } from '../../../src/engine/dispatch/fair-slots.ts';

function taken(slots: SlotCounts, count: number, suspect = false): void {
  for (let n = 0; n < count; n += 1) slots.take(suspect);
}

test('an endpoint with an attempt in flight leaves the reserve alone', () => {
  const slots = new SlotCounts(10, 4);
  taken(slots, 5);
  assert.equal(slots.ask(5, false), 'yes');
  taken(slots, 1);
  assert.equal(slots.ask(6, false), 'reserve');
  assert.equal(slots.ask(0, false), 'yes');
});

test('without a free slot no endpoint gets one', () => {
  const slots = new SlotCounts(2, 1);
  taken(slots, 2);
  assert.equal(slots.ask(0, false), 'full');
  slots.release(false);
  assert.equal(slots.ask(0, false), 'yes');
  assert.equal(slots.inFlight, 1);
});

test('suspects have half of the slots together', () => {
  const slots = new SlotCounts(4, 0);
  taken(slots, 2, true);
  assert.equal(slots.ask(0, true), 'suspects');
  assert.equal(slots.ask(0, false), 'yes');
  slots.release(true);
  assert.equal(slots.ask(0, true), 'yes');
});

test('what an endpoint has in flight counts from the moment it becomes suspect', () => {
  const slots = new SlotCounts(8, 0);
  taken(slots, 4);
  slots.changeSuspicion(4, true);
  assert.equal(slots.ask(0, true), 'suspects');
  slots.changeSuspicion(4, false);
  assert.equal(slots.ask(0, true), 'yes');
});

test('a single slot is enough for a suspect', () => {
  assert.equal(new SlotCounts(1, 0).ask(0, true), 'yes');
});
