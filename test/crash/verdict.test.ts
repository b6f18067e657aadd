/** The judge of the crash runs sees what it must see: each fault planted here is found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from './recording-receiver.ts';
import { judgeRun } from './verdict.ts';

const OWED = [
  { callId: 'a', reportId: '1', triggers: ['OUTBOUND_CALL_CALLING'] },
  { callId: 'a', reportId: '2', triggers: ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] },
];

function arrival(sequence: number, trigger: string, more: Partial<Arrival> = {}): Arrival {
  const id = `msg_${sequence}`;
  const base = { path: '/p', webhookId: id, callId: 'a', attempt: 1, status: 200 };
  return { ...base, sequence, trigger, ...more };
}

const ALL = [
  arrival(1, 'OUTBOUND_CALL_CALLING'),
  arrival(2, 'OUTBOUND_CALL_COMPLETED'),
  arrival(3, 'CALL_LOG_CREATED'),
];

function kinds(arrivals: readonly Arrival[]) {
  const { lost, invented, outOfOrder, duplicates } = judgeRun(OWED, arrivals, ['/p']);
  return [lost.length, invented.length, outOfOrder.length, duplicates];
}

test('a clean run has no finding', () => {
  assert.deepEqual(kinds(ALL), [0, 0, 0, 0]);
});

test('a missing delivery, or one that was only answered 503, is lost', () => {
  assert.deepEqual(kinds(ALL.slice(0, 2)), [1, 0, 0, 0]);
  assert.deepEqual(
    kinds([...ALL.slice(0, 2), { ...arrival(3, 'CALL_LOG_CREATED'), status: 503 }]),
    [1, 0, 0, 0],
  );
});

test('a head sent twice is a duplicate, not a disorder', () => {
  assert.deepEqual(kinds([...ALL.slice(0, 1), ...ALL]), [0, 0, 0, 1]);
});

test('an earlier delivery sent after a later one is out of order', () => {
  assert.deepEqual(kinds([...ALL, arrival(1, 'OUTBOUND_CALL_CALLING')]), [0, 0, 1, 1]);
});

test('a delivery nobody reported is invented', () => {
  assert.deepEqual(kinds([...ALL, arrival(4, 'OUTBOUND_CALL_BUSY')]), [0, 1, 0, 0]);
});
