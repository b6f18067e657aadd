/** A healthy endpoint must not wait for the others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolation } from '../../../sim/check/isolation.ts';
import { CALLING, Given, saysOf } from './given.ts';

test('a healthy endpoint that is served at once passes', () => {
  const { given, healthy } = both();
  given.after(50).attempt(healthy);
  assert.deepEqual(saysOf(isolation, given), []);
});

test('a healthy endpoint that waits while a bad one is served is caught', () => {
  const { given, healthy } = both();
  given.after(6_000).attempt(healthy);
  assert.match(saysOf(isolation, given).join(), /waited 6000 ms/);
});

test('requests of the endpoint itself in flight explain a wait', () => {
  const { given, healthy } = both();
  const [other] = given.rows.filter((row) => row.endpoint === healthy.endpoint && row !== healthy);
  assert.ok(other);
  const send = given.send(other);
  given.after(6_000).answer(send, 200);
  given.settle(other, 'delivered', 'delivered');
  given.attempt(healthy);
  assert.deepEqual(saysOf(isolation, given), []);
});

test('a crash, and fewer slots in reserve than endpoints, excuse a wait', () => {
  const crashed = both();
  crashed.given.crash();
  crashed.given.after(6_000).attempt(crashed.healthy);
  assert.deepEqual(saysOf(isolation, crashed.given), []);
  const { given, healthy } = both();
  given.script = { ...given.script, limits: { inFlightMax: 4, reserve: 1 } };
  given.script = { ...given.script, endpoints: [PLAN, PLAN] };
  given.after(6_000).attempt(healthy);
  assert.deepEqual(saysOf(isolation, given), []);
});

const PLAN = {
  triggers: [CALLING],
  pacing: { ratePerS: null, burst: 1, concurrency: 1 },
  retryScheduleMs: [],
  timeoutMs: 1_000,
  retryOther4xx: false,
  latencyMs: 1,
} as const;

/** An endpoint that hangs and a healthy one with two calls; nothing is sent to it yet. */
function both() {
  const given = new Given();
  const bad = given.endpoint();
  const good = given.endpoint();
  given.report('call-1', 'CALLING', [CALLING]);
  given.report('call-2', 'CALLING', [CALLING]);
  const hanging = given.rows.find((row) => row.endpoint === bad);
  const healthy = given.rows.findLast((row) => row.endpoint === good);
  assert.ok(hanging && healthy);
  given.send(hanging);
  return { given, healthy };
}
