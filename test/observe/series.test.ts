/** Each series that an alert watches exists before its first event. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { ATTEMPT_OUTCOMES, SEND_ERRORS } from '../../src/core/delivery/outcome.ts';
import { CLOSED_STATES } from '../../src/core/delivery/state.ts';
import { asKey, type DeliveryKey } from '../../src/core/id.ts';
import {
  type EngineEvent,
  NOTICE_RECEIVERS,
  STORE_TASKS,
  SWEEPS,
} from '../../src/engine/ports/emit.ts';
import { createObserver } from '../../src/observe/events.ts';
import { meterOf } from '../support/meter.ts';

const SERIES = /^(ringpost_\w+_total(?:\{[^}]*\})?) (\d+)$/gm;

async function counters(meter: ReturnType<typeof meterOf>): Promise<ReadonlyMap<string, number>> {
  const text = await meter.registry.metrics();
  return new Map([...text.matchAll(SERIES)].map(([, name = '', value]) => [name, Number(value)]));
}

const ENDED = {
  name: 'attempt.ended',
  endpointId: 'ep_1',
  deliveryId: 'dlv_1',
  callId: 'call-1',
  trigger: 'OUTBOUND_CALL_BUSY',
  attempt: 1,
  status: null,
  error: null,
  attention: false,
  durationMs: 1,
  ageMs: 1,
} as const;

const CLOSED = {
  name: 'delivery.closed',
  delivery: asKey<DeliveryKey>(1),
  createdAtMs: 1,
  callId: 'call-1',
  endpointId: 'ep_1',
} as const;

/** Every event that counts, with each value of its labels that the engine can give. */
const EVENTS: readonly EngineEvent[] = [
  ...CLOSED_STATES.map((state) => ({ ...CLOSED, state })),
  ...STORE_TASKS.map((operation) => ({ name: 'store.failed', operation, error: 'x' }) as const),
  ...SWEEPS.map((sweep) => ({ name: 'sweep.ended', sweep, rows: 1 }) as const),
  ...SEND_ERRORS.map((error) => ({ ...ENDED, outcome: 'retryable', error })),
  ...[404, 503].map((status) => ({ ...ENDED, outcome: 'retryable', status })),
  ...[200, 301, 404, 550].map((status) => ({ ...ENDED, outcome: 'rejected', status })),
  { ...ENDED, outcome: 'delivered', status: 200 },
  { ...ENDED, outcome: 'delivered' },
  { ...ENDED, outcome: 'gone', status: 410 },
  { ...ENDED, outcome: 'blocked', error: 'blocked', attention: true },
  { name: 'endpoint.held', endpointId: 'ep_1', untilMs: 1 },
  { name: 'endpoint.released', endpointId: 'ep_1' },
  { name: 'endpoint.disabled', endpointId: 'ep_1', reason: 'gone' },
  { name: 'lease.lapsed', shards: 1 },
  { name: 'ingest.unmapped', adapter: 'twilio', value: 'x' },
  { name: 'seal.refused', kind: 'endpoint-token', record: '', reason: 'x', repeated: false },
  { name: 'model.asked', outcome: 'BUDGET', tokens: 1, tries: 1, ms: 1, detail: null },
  ...(['sent', 'failed', 'dropped'] as const).flatMap((state) =>
    NOTICE_RECEIVERS.map((to) => ({
      name: 'notice.closed' as const,
      noticeId: 'ntc_1',
      projectId: 'prj_1',
      alertId: 'alr_1',
      to,
      trigger: 'OPS_DISK_LOW',
      state,
      attempts: 1,
      status: null,
      error: null,
    })),
  ),
  { name: 'run.faulted', runId: 'run_1', error: 'x' },
  {
    name: 'run.ended',
    runId: 'run_1',
    callId: 'c',
    kind: 'builtin-analyzer',
    state: 'FAILED',
    reason: 'TIME_LIMIT',
    durationMs: 1,
  },
];

test('every series is 0 from the start, and no event adds another series', async () => {
  const meter = meterOf();
  const before = await counters(meter);
  assert.deepEqual(new Set(before.values()), new Set([0]));
  const emit = createObserver(pino({ level: 'silent' }), meter, () => 0);
  for (const event of EVENTS) emit(event);
  const after = await counters(meter);
  assert.deepEqual([...after.keys()], [...before.keys()]);
  const counted = [...after].filter(([, value]) => value > 0);
  assert.ok(counted.length >= EVENTS.length, `${counted.length} of ${EVENTS.length}`);
});

test('every outcome of an attempt has a series', async () => {
  const names = [...(await counters(meterOf())).keys()].join('\n');
  for (const outcome of ATTEMPT_OUTCOMES) assert.ok(names.includes(`{outcome="${outcome}"`));
});
