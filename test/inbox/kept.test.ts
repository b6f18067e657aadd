/** The bounds of number, bytes and age on items, and that a project finds only its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGE_MS_MAX, type Arrival, ITEMS_MAX, KEPT_BYTES_MAX, Kept } from '../../src/inbox/kept.ts';
import { ALL, ONE, TWO } from './given.ts';

const PENDING = { outcome: 'pending', status: null, body: '', reason: '' } as const;

function arrival(change: Partial<Arrival> = {}): Arrival {
  return {
    projectId: ONE,
    channel: 'http',
    name: 'a',
    headers: [],
    body: Buffer.from('{}'),
    trigger: null,
    callId: null,
    attempt: null,
    sequence: null,
    endpointId: null,
    deliveryId: null,
    test: false,
    order: 'unknown',
    ...change,
  };
}

const page = (nowMs = 0, before: number | null = null, limit = 1_000) => ({
  before,
  limit,
  nowMs,
});

test('of more than 500 items the oldest are removed', () => {
  const kept = new Kept();
  for (let count = 0; count < ITEMS_MAX + 20; count += 1) kept.add(arrival(), PENDING, count);
  const keys = kept.list(ONE, ALL, page()).map(({ key }) => key);
  assert.deepEqual([keys.length, keys[0], keys.at(-1)], [ITEMS_MAX, ITEMS_MAX + 20, 21]);
});

test('beyond the bound of bytes, headers included, the oldest items are removed', () => {
  const kept = new Kept();
  const body = Buffer.alloc(1_024 * 1_024);
  const headers = [['x', 'y'.repeat(512 * 1_024)]] as const;
  for (let count = 0; count < 60; count += 1) {
    kept.add(count % 2 === 0 ? arrival({ body }) : arrival({ headers }), PENDING, 0);
  }
  const found = kept.list(ONE, ALL, page());
  const bytes = found.reduce((sum, each) => sum + each.bytes, 0);
  assert.ok(bytes <= KEPT_BYTES_MAX && bytes > KEPT_BYTES_MAX - 3 * body.length, `${bytes}`);
  assert.equal(found[0]?.key, 60);
  // Cleared items free their room.
  assert.equal(kept.clear(ONE), found.length);
  for (let count = 0; count < 25; count += 1) kept.add(arrival({ body }), PENDING, 0);
  assert.equal(kept.list(ONE, ALL, page()).length, 25);
});

test('items older than a day are removed; a clock set back removes none', () => {
  const kept = new Kept();
  const { id } = kept.add(arrival(), PENDING, 1_000);
  kept.add(arrival(), PENDING, 2_000);
  assert.equal(kept.list(ONE, ALL, page(0)).length, 2);
  assert.ok(kept.get(ONE, id, 1_000 + AGE_MS_MAX) !== null);
  assert.equal(kept.get(ONE, id, 1_001 + AGE_MS_MAX), null);
  assert.equal(kept.list(ONE, ALL, page(1_001 + AGE_MS_MAX)).length, 1);
});

test('a project finds, pages through and clears its own items only', () => {
  const kept = new Kept();
  const mine = kept.add(arrival(), PENDING, 0);
  const theirs = kept.add(arrival({ projectId: TWO }), PENDING, 0);
  kept.add(arrival(), PENDING, 0);
  assert.equal(kept.get(TWO, mine.id, 0), null);
  assert.equal(kept.get(ONE, theirs.id, 0), null);
  assert.equal(kept.get(ONE, mine.id.replace('inb_0', 'inb_1'), 0), null);
  assert.equal(kept.get(ONE, 'nonsense', 0), null);
  const first = kept.list(ONE, ALL, page(0, null, 1));
  assert.deepEqual(
    first.map(({ key }) => key),
    [3],
  );
  const rest = kept.list(ONE, ALL, page(0, 3));
  assert.deepEqual(
    rest.map(({ key }) => key),
    [1],
  );
  assert.equal(kept.clear(ONE), 2);
  assert.equal(kept.list(TWO, ALL, page()).length, 1);
});

test('filters by channel, box and call are combined with AND', () => {
  const kept = new Kept();
  kept.add(arrival({ callId: 'a' }), PENDING, 0);
  kept.add(arrival({ callId: 'b', name: 'b' }), PENDING, 0);
  kept.add(arrival({ callId: 'a', channel: 'slack' }), PENDING, 0);
  const count = (filter: object) => kept.list(ONE, { ...ALL, ...filter }, page()).length;
  assert.deepEqual(
    [
      {},
      { channel: 'http' },
      { name: 'a' },
      { callId: 'a' },
      { callId: 'a', channel: 'slack' },
    ].map(count),
    [3, 2, 2, 2, 1],
  );
  assert.equal(count({ callId: 'c' }), 0);
});

test('items are found by a part of an id, trigger or box, and by their time', () => {
  const kept = new Kept();
  kept.add(arrival({ callId: 'Order 4712', trigger: 'INBOUND_CALL_ERROR' }), PENDING, 10);
  kept.add(arrival({ name: 'billing', deliveryId: 'dlv_01AB' }), PENDING, 20);
  const keys = (filter: object) =>
    kept.list(ONE, { ...ALL, ...filter }, page(30)).map(({ key }) => key);
  assert.deepEqual(keys({ text: 'order 4' }), [1]);
  assert.deepEqual(keys({ text: 'call_error' }), [1]);
  assert.deepEqual(keys({ text: 'BILL' }), [2]);
  assert.deepEqual(keys({ text: '01ab' }), [2]);
  assert.deepEqual(keys({ text: 'nothing' }), []);
  assert.deepEqual(keys({ fromMs: 20 }), [2]);
  assert.deepEqual(keys({ toMs: 20 }), [1]);
});
