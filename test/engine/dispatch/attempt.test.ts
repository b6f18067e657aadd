/**
 * One attempt without a store: its request, how its result is judged, and what is to be stored
 * (S4.2, S6.8, S6.11).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attempt, cancellation } from '../../../src/engine/dispatch/attempt.ts';
import { HealthRecord } from '../../../src/engine/dispatch/health-record.ts';

import { Lease, momentOf, ShardPermit } from '../../../src/engine/dispatch/shard-ownership.ts';
import { ManualClock } from '../manual-clock.ts';
import { ENDPOINT, headOf } from '../sample.ts';
import { type Script, ScriptedChannel } from '../scripted-channel.ts';
import { START_MS } from '../setup.ts';

async function tried(answer: Script, head = headOf(1), health = new HealthRecord()) {
  const clock = new ManualClock(START_MS);
  const channel = new ScriptedChannel(clock);
  channel.answer = () => answer;
  const channels = new Map([['custom', channel] as const]);
  const random = { fraction: () => 0.5 };
  const parts = { channels, clock, random };
  const lease = new Lease(clock);
  lease.renew(null, momentOf(clock));
  const permit = new ShardPermit(1, 7, lease, null);
  const ended = await attempt(head, ENDPOINT, health, permit, parts);
  assert.ok(ended);
  const { settlement, deliveryId } = ended;
  return { settlement, deliveryId, request: channel.sent[0]?.request, health };
}

describe('an attempt', () => {
  test('sends the body of the specification and says how it ended', async () => {
    const errors = '[{"code":"UNKNOWN_ERROR"}]';
    const sent = await tried(204, headOf(3, { attempts: 2, errors }));
    const { settlement, request, deliveryId } = sent;
    assert.match(deliveryId, /^dlv_[0-9A-Z]{18}3$/);
    assert.equal(request?.deliveryId, deliveryId);
    assert.equal(request?.body, `{"message":"text","data":{"callId":"call"},"errors":${errors}}`);
    assert.equal(request?.attempt, 3);
    assert.equal(request?.atMs, START_MS);
    assert.deepEqual(settlement, {
      epoch: 7,
      delivery: 3,
      endpoint: 1,
      call: 3,
      projectKey: 1,
      createdAtMs: START_MS,
      attempt: {
        number: 3,
        startedAtMs: START_MS,
        durationMs: 0,
        outcome: 'delivered',
        status: 204,
        error: null,
        excerpt: null,
        manual: false,
      },
      next: { state: 'delivered', atMs: START_MS, failures: 0 },
      health: settlement.health,
      disable: null,
      revision: ENDPOINT.revision,
    });
    assert.equal(settlement.health?.lastSuccessAtMs, START_MS);
  });

  test('that fails is retried by the schedule and moves the health', async () => {
    const { settlement, health } = await tried(503, headOf(1, { failures: 1, attempts: 1 }));
    const dueAtMs = START_MS + 15_000 * 1.1;
    assert.deepEqual(settlement.next, { state: 'retrying', dueAtMs, failures: 2 });
    assert.equal(health.now.consecutiveFailures, 1);
    assert.equal(settlement.health, health.now);
  });

  test('that gives the delivery up counts as a settled failure', async () => {
    const { health } = await tried(404);
    assert.equal(health.now.settledFailures, 1);
    const manual = await tried(404, headOf(1, { manual: true, resumeState: 'exhausted' }));
    assert.deepEqual(manual.settlement.next, { state: 'exhausted', atMs: START_MS, failures: 0 });
    assert.equal(manual.health.now.settledFailures, 0);
  });

  test('answered 410 asks to disable the endpoint', async () => {
    assert.equal((await tried(410)).settlement.disable, 'gone');
  });
});

describe('a delivery that is not sent', () => {
  test('is cancelled without an attempt', () => {
    const {
      attempt: none,
      next,
      health,
    } = cancellation(headOf(1, { failures: 2 }), { epoch: 7 }, START_MS);
    assert.equal(none, null);
    assert.equal(health, null);
    assert.deepEqual(next, { state: 'cancelled', atMs: START_MS, failures: 2 });
  });

  test('keeps its former state if only a manual attempt was requested', () => {
    const { next } = cancellation(
      headOf(1, { manual: true, resumeState: 'delivered' }),
      { epoch: 7 },
      1,
    );
    assert.deepEqual(next, { state: 'delivered', atMs: 1, failures: 0 });
  });
});
