/** Keys of rows, and which rows are selected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extended, rowMoveOf, toggled } from '../../../dashboard/src/kit/table/selection.ts';

const ROWS = ['a', 'b', 'c', 'd'];
const NONE = { ids: new Set<string>(), anchor: null, end: null };
const PRESS = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, target: null };
const link = Object.assign(new EventTarget(), { tagName: 'A' });

test("Shift gives all rows since the last one that row's state", () => {
  const first = toggled(NONE, ROWS, 'b', false);
  assert.deepEqual([...toggled(first, ROWS, 'd', true).ids], ['b', 'c', 'd']);
  const off = toggled({ ...NONE, ids: new Set(ROWS) }, ROWS, 'a', false);
  assert.deepEqual([...toggled(off, ROWS, 'c', true).ids], ['d']);
});

test('a shorter range deselects the rest', () => {
  const first = toggled(NONE, ROWS, 'a', false);
  const long = toggled(first, ROWS, 'd', true);
  assert.deepEqual([...toggled(long, ROWS, 'b', true).ids].sort(), ['a', 'b']);
});

test('a range from a row that is gone has only the new row', () => {
  const lost = { ids: new Set<string>(), anchor: 'x', end: 'x' };
  assert.deepEqual([...toggled(lost, ROWS, 'c', true).ids], ['c']);
});

test('Shift with arrows adds the row it leaves, grows, shrinks, and begins anew elsewhere', () => {
  const two = extended(NONE, ROWS, 'b', 'c');
  assert.deepEqual([...two.ids].sort(), ['b', 'c']);
  const three = extended(two, ROWS, 'c', 'd');
  assert.deepEqual([...three.ids].sort(), ['b', 'c', 'd']);
  const again = extended(three, ROWS, 'd', 'c');
  assert.deepEqual([...again.ids].sort(), ['b', 'c']);
  assert.deepEqual([...extended(again, ROWS, 'b', 'a').ids].sort(), ['a', 'b', 'c']);
});

test('letters move only while single keys are on; arrows always', () => {
  assert.equal(rowMoveOf({ ...PRESS, key: 'j' }, true), 'next');
  assert.equal(rowMoveOf({ ...PRESS, key: 'j' }, false), null);
  assert.equal(rowMoveOf({ ...PRESS, key: 'ArrowUp' }, false), 'before');
  assert.equal(rowMoveOf({ ...PRESS, key: 'ArrowDown', shiftKey: true }, false), 'range-next');
});

test('keys with Ctrl belong to the browser', () => {
  assert.equal(rowMoveOf({ ...PRESS, key: 'k', ctrlKey: true }, true), null);
});

test('Space selects from the row’s link; Shift+Space scrolls', () => {
  assert.equal(rowMoveOf({ ...PRESS, key: ' ', target: link }, false), 'select');
  assert.equal(rowMoveOf({ ...PRESS, key: ' ', target: link, shiftKey: true }, false), null);
  assert.equal(rowMoveOf({ ...PRESS, key: ' ' }, true), null);
});
