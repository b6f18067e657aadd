/** Each rule of arrivals lets a good log pass and catches the fault that it is about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ArrivalRule,
  type ArrivalsToJudge,
  judgeArrivals,
  type LaneArrival,
  type Owed,
} from '../../../sim/check/arrivals.ts';

const OWED: readonly Owed[] = [owed(1), owed(2), owed(3)];
const NEVER = () => false;

test('a lane that arrives whole, in order and once has no fault', () => {
  const verdict = judgeArrivals({
    owed: OWED,
    arrivals: [arrival(1), arrival(2, { status: 500 }), arrival(2), arrival(3)],
    mayRepeat: NEVER,
  });
  assert.deepEqual(verdict, { faults: [], expected: 3, delivered: 3, duplicates: 0 });
});

test('a delivery that was never answered 2xx is lost', () => {
  const arrivals = [arrival(1), arrival(2, { status: 500 }), arrival(3)];
  assert.deepEqual(rules({ arrivals }), ['lost']);
});

test('a delivery that need not arrive is not lost', () => {
  const given = { owed: [owed(1), { ...owed(2), must: false }], arrivals: [arrival(1)] };
  assert.deepEqual(rules(given), []);
});

test('an arrival that no firing owes is invented, another trigger at its place too', () => {
  const arrivals = [arrival(1), arrival(2), arrival(3)];
  assert.deepEqual(rules({ arrivals: [...arrivals, arrival(4)] }), ['invented']);
  const other = arrival(3, { trigger: 'CALL_LOG_CREATED' });
  assert.deepEqual(rules({ arrivals: [arrival(1), arrival(2), other] }), ['invented']);
});

test('an earlier sequence after a later one is out of order, unless it may return', () => {
  const arrivals = [arrival(2), arrival(1), arrival(3)];
  assert.deepEqual(rules({ arrivals }), ['order']);
  assert.deepEqual(rules({ arrivals, mayReturn: () => true }), []);
});

test('other lanes have their own order', () => {
  const other = { lane: 'ep-2 call-1' };
  const given = {
    owed: [owed(1), owed(2), { ...owed(1), ...other }],
    arrivals: [arrival(1), arrival(2), arrival(1, other)],
  };
  assert.deepEqual(rules(given), []);
});

test('other bytes, another id, and the id of another delivery are caught', () => {
  const rest = [arrival(2), arrival(3)];
  const failed = arrival(1, { status: 500 });
  assert.deepEqual(rules({ arrivals: [failed, arrival(1, { bodyHash: 'x' }), ...rest] }), [
    'bytes',
  ]);
  assert.deepEqual(rules({ arrivals: [failed, arrival(1, { webhookId: 'x' }), ...rest] }), [
    'bytes',
  ]);
  const borrowed = arrival(2, { webhookId: 'msg-1', bodyHash: 'body-1' });
  assert.deepEqual(rules({ arrivals: [arrival(1), borrowed, arrival(3)] }), ['bytes']);
});

test('a repeat of what was answered 2xx is counted, and a fault unless it may repeat', () => {
  const arrivals = [arrival(1), arrival(1), arrival(2), arrival(3)];
  assert.deepEqual(rules({ arrivals }), ['repeat']);
  const verdict = judgeArrivals({ owed: OWED, arrivals, mayRepeat: () => true });
  assert.deepEqual(verdict, { faults: [], expected: 3, delivered: 3, duplicates: 1 });
});

function rules(given: Partial<ArrivalsToJudge>): ArrivalRule[] {
  const { faults } = judgeArrivals({ owed: OWED, arrivals: [], mayRepeat: NEVER, ...given });
  return faults.map(({ rule }) => rule);
}

function owed(sequence: number): Owed {
  return { lane: 'ep-1 call-1', sequence, trigger: `TRIGGER_${sequence}`, must: true };
}

function arrival(sequence: number, change: Partial<LaneArrival> = {}): LaneArrival {
  return {
    lane: 'ep-1 call-1',
    webhookId: `msg-${sequence}`,
    sequence,
    trigger: `TRIGGER_${sequence}`,
    bodyHash: `body-${sequence}`,
    status: 200,
    atMs: 0,
    ...change,
  };
}
