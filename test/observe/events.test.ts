/** Engine events become metrics with bounded labels and log lines without secrets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import { createObserver } from '../../src/observe/events.ts';
import { createMeter } from '../../src/observe/meter.ts';

function setup() {
  const lines: string[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => lines.push(line) });
  const meter = createMeter(() => ({
    inFlight: 3,
    residentHeads: 5,
    endpointsWithWork: 2,
    ownedShards: 64,
    queued: 7,
    commits: 11,
    operations: 13,
  }));
  return { lines, meter, emit: createObserver(log, meter, () => 0) };
}

const ATTEMPT: EngineEvent = {
  name: 'attempt.ended',
  endpoint: 1,
  deliveryId: 'dlv_1',
  callId: 'call-1',
  trigger: 'OUTBOUND_CALL_BUSY',
  attempt: 2,
  outcome: 'retryable',
  status: 503,
  error: null,
  attention: false,
  durationMs: 40,
  ageMs: 90,
};

test('what no retry mends is an error in the log, and counts', async () => {
  const { lines, emit, meter } = setup();
  emit({ ...ATTEMPT, error: 'authentication', attention: true });
  assert.match(lines.join(''), /"level":50.*somebody must look/);
  const text = await meter.registry.metrics();
  assert.match(text, /ringpost_endpoint_events_total\{event="endpoint.attention"\} 1/);
});

test('an attempt counts by outcome and class of status, never by call or endpoint', async () => {
  const { emit, meter } = setup();
  emit(ATTEMPT);
  emit({ ...ATTEMPT, outcome: 'delivered', status: 204 });
  const text = await meter.registry.metrics();
  assert.match(text, /ringpost_attempts_total\{outcome="retryable",status="5xx",error=""\} 1/);
  assert.match(text, /ringpost_delivery_age_seconds_count 1/);
  assert.doesNotMatch(text, /call-1|dlv_1/);
});

test('gauges are read when metrics are asked', async () => {
  const { meter } = setup();
  const text = await meter.registry.metrics();
  assert.match(text, /ringpost_attempts_in_flight 3/);
  assert.match(text, /ringpost_resident_heads 5/);
  assert.match(text, /ringpost_endpoints_with_work 2/);
  assert.match(text, /ringpost_store_queued 7/);
  assert.match(text, /ringpost_store_commits 11/);
  assert.match(text, /ringpost_store_operations 13/);
});

test('what an operator must know is logged, routine is not', () => {
  const { emit, lines } = setup();
  emit({ name: 'report.accepted', applied: true, reason: null });
  emit({ name: 'delivery.made', endpoint: 1, count: 2 });
  emit({ name: 'delivery.closed', endpoint: 1, state: 'delivered' });
  emit({ name: 'sweep.ended', sweep: 'retention', rows: 0 });
  assert.equal(lines.length, 0);
  emit({ name: 'delivery.closed', endpoint: 1, state: 'exhausted' });
  emit({ name: 'endpoint.held', endpoint: 1, untilMs: 5 });
  emit({ name: 'endpoint.released', endpoint: 1 });
  emit({ name: 'endpoint.disabled', endpoint: 1, reason: 'gone' });
  emit({ name: 'store.failed', operation: 'settle', error: 'STORAGE_FULL' });
  emit({ name: 'sweep.ended', sweep: 'retention', rows: 4 });
  emit(ATTEMPT);
  assert.equal(lines.length, 7);
});
