/** Rates, silences and recoveries are computed from arrivals. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from '../crash/recording-receiver.ts';
import { excessOf, longestSilenceMs, readLate, recoveryMs } from './figures.ts';

function arrival(path: string, atMs: number): Arrival {
  return {
    path,
    webhookId: 'msg_1',
    callId: 'a',
    trigger: 'OUTBOUND_CALL_BUSY',
    sequence: 1,
    attempt: 1,
    bodyHash: 'hash',
    life: 1,
    atMs,
    status: 200,
    lostAnswer: false,
  };
}

test('requests at the rate exceed nothing, one too many does', () => {
  const rate = { ratePerS: 1, burst: 1 };
  assert.equal(excessOf([0, 1_000, 2_000, 3_000], rate), 0);
  assert.equal(excessOf([0, 1_000, 1_500, 3_000], rate), 0.5);
  assert.equal(excessOf([0, 1_000, 1_000], rate), 1);
  assert.equal(excessOf([0, 5_000, 5_000], rate), 1, 'a rest earns nothing beyond the burst');
  assert.ok(Math.abs(excessOf([0, 900, 1_800, 2_700], rate) - 0.3) < 1e-9, 'a window of many');
});

test('a burst that is allowed exceeds nothing', () => {
  assert.equal(excessOf([0, 0, 0], { ratePerS: 1, burst: 3 }), 0);
  assert.equal(excessOf([0, 0, 0, 0], { ratePerS: 1, burst: 3 }), 1);
});

test('the longest silence is that of the path that waited longest', () => {
  const arrivals = [arrival('/a', 1_000), arrival('/b', 1_500), arrival('/a', 4_000)];
  const span = { fromMs: 0, toMs: 5_000 };
  assert.equal(longestSilenceMs(arrivals, ['/a'], span), 3_000);
  assert.equal(longestSilenceMs(arrivals, ['/a', '/b'], span), 3_500);
});

test('recovery counts from the end of an outage and from the begin of a pause', () => {
  const arrivals = [arrival('/a', 1_000), arrival('/a', 9_000)];
  const outage = { what: 'outage', life: null, fromMs: 2_000, toMs: 8_000 } as const;
  const pause = { what: 'pause', life: 1, fromMs: 2_000, toMs: 8_000 } as const;
  assert.equal(recoveryMs(arrivals, ['/a'], [outage], 20_000), 1_000);
  assert.equal(recoveryMs(arrivals, ['/a'], [pause], 20_000), 7_000);
  assert.equal(recoveryMs(arrivals, ['/a'], [outage], 5_000), 0, 'the load was over');
});

test('an attempt read after a later one counts as read late, unless it came twice', () => {
  const attempts = (...numbers: readonly number[]) =>
    numbers.map((attempt, index) => ({ ...arrival('/a', index), attempt }));
  const late = (...numbers: readonly number[]) =>
    readLate(attempts(...numbers)).map(({ attempt }) => attempt);
  assert.deepEqual(late(1, 2, 3), []);
  assert.deepEqual(late(2, 1, 3), [1]);
  assert.deepEqual(late(1, 2, 1), []);
});
