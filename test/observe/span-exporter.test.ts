/** Spans reach a collector over a real socket, and a bad collector costs the service nothing. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import type { EndedSpan } from '../../src/engine/ports/tracer.ts';
import { createSpanExporter, type ExporterLimits } from '../../src/observe/span-exporter.ts';
import { systemClock } from '../../src/system/clock.ts';
import { type Collector, startCollector } from '../support/collector.ts';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

function attemptSpan(changes: Partial<Extract<EndedSpan, { name: 'attempt' }>> = {}): EndedSpan {
  return {
    name: 'attempt',
    span: PARENT.replace('b7ad6b7169203331', '00f067aa0ba902b7'),
    parent: PARENT,
    startMs: 1_000.25,
    endMs: 1_041.5,
    callId: 'call-1',
    endpointId: 'ep_1',
    kind: 'custom',
    deliveryId: 'dlv_1',
    trigger: 'OUTBOUND_CALL_BUSY',
    attempt: 2,
    outcome: 'delivered',
    status: 204,
    fault: null,
    ...changes,
  };
}

interface Given {
  readonly collector: Collector;
  readonly exporter: ReturnType<typeof createSpanExporter>;
  readonly events: EngineEvent[];
  readonly dropped: (reason: string) => number;
}

async function setup(t: TestContext, limits: Partial<ExporterLimits> = {}): Promise<Given> {
  const collector = await startCollector();
  const events: EngineEvent[] = [];
  const exporter = createSpanExporter({
    url: collector.url,
    headers: { 'x-tenant': 'blue' },
    resource: { 'service.name': 'ringpost' },
    userAgent: 'Ringpost/test',
    clock: systemClock,
    random: { fraction: () => 0 },
    emit: (event) => events.push(event),
    limits: { gatherMs: 1, backoffMs: 1, backoffMaxMs: 2, ...limits },
  });
  t.after(async () => {
    await exporter.close();
    await collector.close();
  });
  const dropped = (reason: string) =>
    events.reduce(
      (sum, event) =>
        event.name === 'spans.dropped' && event.reason === reason ? sum + event.count : sum,
      0,
    );
  return { collector, exporter, events, dropped };
}

test('a span arrives with its place in the trace, times, kind and attributes', async (t) => {
  const { collector, exporter, events } = await setup(t);
  const before = Date.now();
  const sinceStartMs = process.hrtime()[0] * 1e3;
  exporter.take(attemptSpan({ startMs: sinceStartMs, endMs: sinceStartMs + 41.25 }));
  exporter.take(attemptSpan({ outcome: 'retryable', status: null, fault: 'timeout' }));
  await collector.until(() => collector.spans.length === 2);
  const [good, failed] = collector.spans;
  assert.ok(good !== undefined && failed !== undefined);
  const { startMs, endMs, ...rest } = good;
  assert.deepEqual(rest, {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: '00f067aa0ba902b7',
    parentSpanId: 'b7ad6b7169203331',
    name: 'attempt',
    kind: 3,
    attributes: {
      'ringpost.call.id': 'call-1',
      'ringpost.endpoint.id': 'ep_1',
      'ringpost.endpoint.kind': 'custom',
      'ringpost.delivery.id': 'dlv_1',
      'ringpost.trigger': 'OUTBOUND_CALL_BUSY',
      'ringpost.attempt': 2,
      'ringpost.outcome': 'delivered',
      'http.response.status_code': 204,
    },
    fault: null,
    resource: { 'service.name': 'ringpost' },
  });
  // The test's start is rounded down to whole seconds; both clocks differ by milliseconds.
  assert.ok(startMs > before - 1_500 && startMs <= Date.now() + 5, `${startMs} of ${before}`);
  assert.equal(Math.round((endMs - startMs) * 100), 4_125);
  assert.equal(failed.fault, 'timeout');
  assert.equal(failed.attributes['error.type'], 'timeout');
  assert.equal('http.response.status_code' in failed.attributes, false);
  const [request] = collector.requests;
  assert.equal(request?.headers['x-tenant'], 'blue');
  assert.equal(request?.headers['user-agent'], 'Ringpost/test');
  await exporter.close();
  assert.deepEqual(events, [{ name: 'spans.exported', count: 2 }]);
});

test('any text of a call can be an attribute', async (t) => {
  const { collector, exporter } = await setup(t);
  const callId = '"},{\\ \u0000 Größe 😀 \u2028';
  exporter.take(attemptSpan({ callId }));
  await collector.until(() => collector.spans.length === 1);
  assert.equal(collector.spans[0]?.attributes['ringpost.call.id'], callId);
});

test('many spans are sent in bounded requests, one at a time, and none is lost', async (t) => {
  const { collector, exporter } = await setup(t, { batchMax: 100 });
  for (let n = 0; n < 1_050; n += 1) exporter.take(attemptSpan({ attempt: n }));
  await collector.until(() => collector.spans.length === 1_050);
  assert.equal(
    new Set(collector.spans.map((span) => span.attributes['ringpost.attempt'])).size,
    1_050,
  );
  assert.ok(collector.requests.length >= 11);
  for (const { bytes } of collector.requests) assert.ok(bytes < 100 * 1_000, `${bytes}`);
});

test('a collector that says "later" gets the same spans again, at no other time', async (t) => {
  const { collector, exporter, dropped } = await setup(t);
  collector.answer((earlier) => ({ status: [503, 429, 502, 504][earlier] ?? 200 }));
  exporter.take(attemptSpan());
  await collector.until(() => collector.spans.length === 1);
  assert.equal(collector.requests.length, 5);
  await exporter.close();
  assert.equal(dropped('failed'), 0);
});

test('after the last try spans are dropped, counted, and the next ones are sent', async (t) => {
  const { collector, exporter, dropped } = await setup(t, { triesMax: 3 });
  collector.answer((earlier) => ({ status: earlier < 3 ? 503 : 200 }));
  exporter.take(attemptSpan());
  exporter.take(attemptSpan());
  await collector.until(() => collector.requests.length === 3);
  exporter.take(attemptSpan());
  await collector.until(() => collector.spans.length === 1);
  await exporter.close();
  assert.equal(dropped('failed'), 2);
});

test('refused spans are dropped at once, all or some of them', async (t) => {
  const { collector, exporter, events, dropped } = await setup(t);
  collector.answer((earlier) =>
    earlier === 0
      ? { status: 401 }
      : {
          status: 200,
          body: '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}',
        },
  );
  exporter.take(attemptSpan());
  await collector.until(() => collector.requests.length === 1);
  exporter.take(attemptSpan());
  exporter.take(attemptSpan());
  await collector.until(() => collector.requests.length === 2);
  await exporter.close();
  assert.equal(dropped('refused'), 2);
  assert.equal(collector.requests.length, 2);
  assert.deepEqual(
    events.filter(({ name }) => name === 'spans.exported'),
    [{ name: 'spans.exported', count: 1 }],
  );
  assert.match(JSON.stringify(events), /the collector answered 401.*too old/);
});

test('if the collector hangs, the queue stays bounded; drops are reported seldom', async (t) => {
  const { collector, exporter, events, dropped } = await setup(t, {
    queueMax: 1_000,
    batchMax: 100,
    closeMs: 20,
  });
  collector.answer(() => 'hang');
  exporter.take(attemptSpan());
  await collector.until(() => collector.requests.length === 1);
  for (let n = 0; n < 100_000; n += 1) exporter.take(attemptSpan());
  assert.equal(events.length, 1);
  await exporter.close();
  assert.equal(dropped('queue_full'), 99_000);
  assert.equal(dropped('stopped'), 1_001);
  assert.ok(events.length <= 4, `${events.length} events`);
});

test('a request ends by its timeout, and a collector that is away is tried again', async (t) => {
  const { collector, exporter, events, dropped } = await setup(t, { timeoutMs: 20, triesMax: 2 });
  collector.answer((earlier) => (earlier < 2 ? 'hang' : { status: 200 }));
  exporter.take(attemptSpan());
  await collector.until(() => collector.requests.length === 2);
  exporter.take(attemptSpan());
  await collector.until(() => collector.spans.length === 1);
  await exporter.close();
  assert.equal(dropped('failed'), 1);
  assert.match(JSON.stringify(events), /no answer within 20 ms/);
});

test('a stop sends the waiting spans; later ones are dropped', async (t) => {
  const { collector, exporter, dropped } = await setup(t, { gatherMs: 60_000 });
  for (let n = 0; n < 700; n += 1) exporter.take(attemptSpan());
  await exporter.close();
  assert.equal(collector.spans.length, 700);
  exporter.take(attemptSpan());
  assert.equal(dropped('stopped'), 1);
});
