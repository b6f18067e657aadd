/** Ids and keys: an id leads back to its key, sorts by time and holds no dot. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asKey, type DeliveryKey, formatId, parseId } from '../../src/core/id.ts';
import { NOW_MS } from './given.ts';

const KEY_MAX = 2 ** 45 - 1;

test('an id is read back as its time and key', () => {
  const time = fc.integer({ min: 0, max: NOW_MS * 2 });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: KEY_MAX }), (createdAtMs, key) => {
      const id = formatId('dlv', createdAtMs, key);
      assert.match(id, /^dlv_[0-9A-HJKMNP-TV-Z]{19}$/);
      assert.deepEqual(parseId('dlv', id), { createdAtMs, key });
    }),
  );
});

test('the smallest and the largest id can be made', () => {
  assert.equal(formatId('dlv', 0, 0), `dlv_${'0'.repeat(19)}`);
  assert.deepEqual(parseId('dlv', formatId('dlv', 0, KEY_MAX)), { createdAtMs: 0, key: KEY_MAX });
});

test('ids sort by time, then by key', () => {
  const made = [
    formatId('msg', NOW_MS, 1),
    formatId('msg', NOW_MS, 2),
    formatId('msg', NOW_MS + 1, 1),
  ];
  assert.deepEqual([...made].sort(), made);
});

test('a text that is no id of this kind gives null', () => {
  const id = formatId('ep', NOW_MS, 7);
  const letterU = `${id.slice(0, -1)}U`;
  const wrong = ['', id.slice(1), `${id}0`, id.toLowerCase(), letterU, id.replace('ep_', 'ep-')];
  for (const text of wrong) assert.equal(parseId('ep', text), null, text);
  assert.equal(parseId('msg', id), null);
  assert.equal(parseId('ep', `ep_${'U'.repeat(10)}${'0'.repeat(9)}`), null);
  assert.equal(parseId('ep', `ep_${'0'.repeat(9)}U${'0'.repeat(9)}`), null);
});

test('a value that cannot be part of an id is a programmer error', () => {
  for (const [time, key] of [
    [-1, 0],
    [0, -1],
    [0.5, 0],
    [0, KEY_MAX + 1],
  ] as const) {
    assert.throws(() => formatId('dlv', time, key), RangeError);
  }
});

test('a key is the integer itself', () => {
  assert.equal(asKey<DeliveryKey>(7), 7);
});
