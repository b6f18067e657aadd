/** Engine events become metrics with bounded labels and log lines without secrets. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { asKey, type DeliveryKey } from '../../src/core/id.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import { createObserver } from '../../src/observe/events.ts';
import { LOG_LINES, type LogLine } from '../../src/observe/log-lines.ts';
import { meterOf } from '../support/meter.ts';
import { ROOT } from '../tidy/tree.ts';

function setup() {
  const lines: string[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => lines.push(line) });
  const meter = meterOf({
    inFlight: 3,
    residentHeads: 5,
    endpointsWithWork: 2,
    runsInWork: 4,
    runsWaiting: 8,
    runsRunning: 6,
    queued: 7,
    commits: 11,
    operations: 13,
  });
  return { lines, meter, emit: createObserver(log, meter, () => 0) };
}

const ATTEMPT: EngineEvent = {
  name: 'attempt.ended',
  endpointId: 'ep_1',
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

const CLOSED = {
  name: 'delivery.closed',
  delivery: asKey<DeliveryKey>(7),
  createdAtMs: 1_790_000_000_000,
  callId: 'call-1',
  endpointId: 'ep_1',
} as const;

test('an event that no retry mends is an error in the log, and counts', async () => {
  const { lines, emit, meter } = setup();
  emit({ ...ATTEMPT, error: 'authentication', attention: true });
  assert.match(lines.join(''), /"level":50.*"endpointId":"ep_1".*an operator must look/);
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

test('gauges are read at each request for metrics', async () => {
  const { meter } = setup();
  const text = await meter.registry.metrics();
  assert.match(text, /ringpost_attempts_in_flight 3/);
  assert.match(text, /ringpost_resident_heads 5/);
  assert.match(text, /ringpost_endpoints_with_work 2/);
  assert.match(text, /ringpost_store_queued 7/);
  assert.match(text, /ringpost_store_commits_total 11/);
  assert.match(text, /ringpost_store_operations_total 13/);
});

test('events that an operator must know are logged, routine is not', () => {
  const { emit, lines } = setup();
  emit({
    name: 'report.accepted',
    project: asKey(1),
    callId: 'call-1',
    applied: true,
    reason: null,
    made: 2,
  });
  emit({ name: 'delivery.made', count: 2 });
  emit({ ...CLOSED, state: 'delivered' });
  assert.equal(lines.length, 0);
  emit({ name: 'sweep.ended', sweep: 'retention', rows: 0 });
  emit({ name: 'sweep.ended', sweep: 'backlog', rows: 1 });
  const levels = lines.splice(0).map((line) => JSON.parse(line).level);
  assert.deepEqual(levels, [20, 20], 'for debugging');
  emit({ ...CLOSED, state: 'exhausted' });
  emit({ name: 'endpoint.held', endpointId: 'ep_1', untilMs: 5 });
  emit({ name: 'endpoint.released', endpointId: 'ep_1' });
  emit({ name: 'endpoint.disabled', endpointId: 'ep_1', reason: 'gone' });
  emit({ name: 'store.failed', operation: 'settle', error: 'STORAGE_FULL' });
  emit({ name: 'sweep.ended', sweep: 'retention', rows: 4 });
  emit(ATTEMPT);
  assert.equal(lines.length, 7);
  const [givenUp = ''] = lines;
  const { deliveryId, endpointId, callId } = JSON.parse(givenUp);
  assert.match(deliveryId, /^dlv_/);
  assert.deepEqual([endpointId, callId], ['ep_1', 'call-1']);
});

test('questions to a model are counted, and failures logged at their level', async () => {
  const { emit, meter, lines } = setup();
  const asked = { name: 'model.asked', tokens: 120, tries: 1, ms: 2_000, detail: null } as const;
  emit({ ...asked, outcome: 'answer' });
  emit({ ...asked, outcome: 'TIMEOUT', detail: 'No answer in time.' });
  emit({ ...asked, outcome: 'MISCONFIGURED', detail: 'Check the key.' });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).level),
    [20, 40, 50],
  );
  const text = await meter.registry.metrics();
  assert.match(text, /ringpost_model_questions_total\{outcome="TIMEOUT"\} 1/);
  assert.match(text, /ringpost_model_tokens_total 360/);
  assert.match(text, /ringpost_model_seconds_sum\{outcome="answer"\} 2/);
});

test('ended runs count by kind, state and reason; failed ones are logged', async () => {
  const { lines, meter, emit } = setup();
  const run = {
    name: 'run.ended',
    runId: 'run_1',
    callId: 'call_1',
    kind: 'builtin-analyzer',
    durationMs: 2_500,
  } as const;
  emit({ ...run, state: 'SUCCEEDED', reason: null });
  emit({ ...run, state: 'FAILED', reason: 'TIME_LIMIT' });
  emit({ name: 'run.faulted', runId: 'run_1', error: 'a fault' });
  const text = await meter.registry.metrics();
  for (const line of [
    'ringpost_acw_runs_total{kind="builtin-analyzer",state="SUCCEEDED",reason=""} 1',
    'ringpost_acw_runs_total{kind="builtin-analyzer",state="FAILED",reason="TIME_LIMIT"} 1',
    'ringpost_acw_run_seconds_sum{kind="builtin-analyzer"} 5',
    'ringpost_acw_run_faults_total 1',
    'ringpost_acw_runs_in_work 4',
    'ringpost_acw_runs_waiting 8',
    'ringpost_acw_runs_running 6',
  ]) {
    assert.ok(text.includes(line), line);
  }
  const levels = lines.map((line) => JSON.parse(line).level);
  assert.deepEqual(levels, [20, 40, 50]);
});

test('a fault of the service is logged with its request and its place in the code', () => {
  const { lines, emit } = setup();
  emit({ name: 'request.failed', requestId: 'req_1', error: new Error('the cause') });
  assert.match(lines.join(''), /"level":50.*"name":"request.failed","requestId":"req_1"/);
  assert.match(lines.join(''), /"err":\{"type":"Error","message":"the cause","stack":".*events/);
});

test('dropped spans count and are logged; sent ones only count', async () => {
  const { lines, emit, meter } = setup();
  emit({ name: 'spans.exported', count: 512 });
  assert.equal(lines.length, 0);
  emit({
    name: 'spans.dropped',
    reason: 'refused',
    count: 3,
    detail: 'the collector answered 401',
  });
  assert.match(lines.join(''), /"level":40.*"name":"spans.dropped".*"count":3.*401/);
  const text = await meter.registry.metrics();
  assert.match(text, /ringpost_spans_exported_total 512/);
  assert.match(text, /ringpost_spans_dropped_total\{reason="refused"\} 3/);
  assert.match(text, /ringpost_spans_dropped_total\{reason="queue_full"\} 0/);
});

test('each line of the log is on the list, under its own name', () => {
  const lines: readonly LogLine[] = Object.values(LOG_LINES);
  const shown = lines.map(({ name, level, text, about }) => `${name} ${level} ${text} ${about}`);
  assert.equal(new Set(shown).size, lines.length);
  const files = globSync('src/**/*.ts', { cwd: ROOT });
  const past = files.filter(
    (file) =>
      file !== 'src/observe/log-lines.ts' &&
      /\blog\.(?:error|warn|info|debug)\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(past, [], 'logs without `say`');
});
