/** A repeated delivery is explained by a disturbance of its sender, or not at all. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from '../crash/recording-receiver.ts';
import { type Cause, causeOf, type Disturbance } from './disturbance.ts';
import { UNKNOWN_LIFE } from './senders.ts';

const LEASE_MS = 15_000;

function arrival(life: number, atMs: number, more: Partial<Arrival> = {}): Arrival {
  return {
    path: '/good/1',
    webhookId: 'msg_1',
    callId: 'a',
    trigger: 'OUTBOUND_CALL_BUSY',
    sequence: 1,
    attempt: 1,
    bodyHash: 'hash',
    life,
    atMs,
    status: 200,
    lostAnswer: false,
    ...more,
  };
}

function cause(
  disturbances: readonly Disturbance[],
  { lastMs = 10_000, againMs = 40_000 } = {},
): Cause | null {
  return causeOf(arrival(1, lastMs), arrival(2, againMs), disturbances, LEASE_MS);
}

function pause(life: number, fromMs: number, toMs: number): Disturbance {
  return { what: 'pause', life, fromMs, toMs };
}

function kill(life: number, atMs: number): Disturbance {
  return { what: 'kill', life, fromMs: atMs, toMs: atMs };
}

function outage(fromMs: number, toMs: number): Disturbance {
  return { what: 'outage', life: null, fromMs, toMs };
}

test('without a disturbance only a lost answer explains a repeat', () => {
  assert.equal(cause([]), null);
  const lost = arrival(1, 10_000, { lostAnswer: true });
  assert.equal(causeOf(lost, arrival(2, 12_000), [], LEASE_MS), 'D3 answer lost');
});

test('a kill explains what its process had sent just before', () => {
  assert.equal(cause([kill(1, 10_005)]), 'D1 killed');
  assert.equal(cause([kill(1, 8_500)]), 'D1 killed', 'read by the receiver a little later');
  assert.equal(cause([kill(1, 2_000)]), 'D1 killed', 'read by a receiver that is far too busy');
  assert.equal(cause([kill(2, 10_005)]), null, 'another process');
  assert.equal(cause([kill(1, 14_000)]), null, 'it had time to settle');
  assert.equal(cause([kill(1, 41_000)]), null, 'after the repeat');
});

test('a kill explains what an unknown process had sent just before, not what it sent later', () => {
  const unknown = (killedMs: number) =>
    causeOf(arrival(UNKNOWN_LIFE, 10_000), arrival(2, 40_000), [kill(1, killedMs)], LEASE_MS);
  assert.equal(unknown(10_005), 'D1 killed');
  assert.equal(unknown(14_000), null, 'it had time to settle');
  assert.equal(unknown(9_000), null, 'its process was alive');
});

test('a kill also explains what could not be settled because the database was away', () => {
  assert.equal(cause([kill(1, 20_000), outage(10_500, 19_900)]), 'D1 killed');
  assert.equal(cause([kill(1, 20_000), outage(10_500, 15_000)]), null);
});

test('a pause explains a repeat only when it took the lease', () => {
  assert.equal(cause([pause(1, 10_010, 28_000)]), 'D2 paused');
  assert.equal(cause([pause(1, 10_010, 15_000)]), null, 'too short');
  assert.equal(cause([pause(2, 10_010, 28_000)]), null, 'another process');
  assert.equal(cause([pause(1, 15_000, 33_000)]), null, 'it had time to settle');
  assert.equal(cause([pause(1, 10_010, 28_000)], { againMs: 12_000 }), null, 'too soon');
});

test('an outage explains a repeat only when it outlived the lease', () => {
  assert.equal(cause([outage(9_000, 28_000)]), 'D4 database away');
  assert.equal(cause([outage(9_000, 14_000)]), null);
  assert.equal(cause([outage(9_000, 15_000), outage(15_000, 24_000)]), 'D4 database away');
  assert.equal(cause([outage(9_000, 17_000), outage(10_000, 17_000)]), null, 'no time twice');
});

test('a lease that lapsed explains what was under way then, and nothing older', () => {
  const lapse = { what: 'lapse', life: 1, fromMs: 14_000, toMs: 14_000 } as const;
  assert.equal(cause([lapse]), 'D2 kept waiting');
  assert.equal(cause([{ ...lapse, life: 2 }]), null, 'another process');
  assert.equal(cause([{ ...lapse, fromMs: 26_000 }]), null, 'a whole lease later');
  assert.equal(cause([lapse], { againMs: 13_000 }), null, 'before it');
});
