/**
 * A report and its attempts are one trace, whichever process makes them and whenever; with tracing
 * off, nothing of a trace is stored or sent. Real processes, sockets and stores.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type CollectedSpan, startCollector } from '../support/collector.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { startReceiver } from './receiver.ts';
import { PLATFORM_SPAN, TRACE_ID, traceOneCall } from './traced-call.ts';

function ending(t: TestContext): (step: () => Promise<unknown>) => void {
  const steps: (() => Promise<unknown>)[] = [];
  t.after(async () => {
    for (const step of steps.reverse()) await step();
  });
  return (step) => steps.push(step);
}

function named(spans: readonly CollectedSpan[], name: string): readonly CollectedSpan[] {
  return spans.filter((span) => span.name === name);
}

test('S14.18: one report through an API and two workers is one trace', async (t) => {
  const { callId, collector, receiver } = await traceOneCall(ending(t));
  const { spans } = collector;
  assert.deepEqual(collector.faults, []);
  // The platform did not sample its first call.
  assert.deepEqual(new Set(spans.map(({ traceId }) => traceId)), new Set([TRACE_ID]));
  assert.deepEqual(
    new Set(spans.map((span) => span.attributes['ringpost.call.id'])),
    new Set([callId]),
  );

  const [report, ...others] = named(spans, 'report');
  assert.ok(report !== undefined && others.length === 0);
  assert.equal(report.parentSpanId, PLATFORM_SPAN);
  assert.equal(report.attributes['ringpost.deliveries.made'], 2);
  const [plan] = named(spans, 'plan');
  const [commit] = named(spans, 'commit');
  assert.ok(plan !== undefined && commit !== undefined);
  const inOrder = [report.startMs, plan.startMs, plan.endMs, commit.startMs, commit.endMs];
  assert.deepEqual(
    inOrder,
    inOrder.toSorted((one, other) => one - other),
  );
  assert.ok(commit.endMs <= report.endMs);

  const attempts = named(spans, 'attempt');
  assert.equal(attempts.length, 3);
  for (const span of [plan, commit, ...attempts]) assert.equal(span.parentSpanId, report.spanId);
  const processes = (some: readonly CollectedSpan[]) =>
    new Set(
      some.map(
        ({ resource }) => `${resource['ringpost.roles']} ${resource['service.instance.id']}`,
      ),
    );
  assert.equal(processes(spans).size, 3);
  assert.match([...processes([report, plan, commit])].join(), /^api [^,]+$/);
  assert.match([...processes(attempts)].join(), /^worker [^,]+,worker [^,]+$/);

  const [failed] = attempts.filter(({ fault }) => fault !== null);
  assert.equal(failed?.attributes['http.response.status_code'], 503);
  assert.equal(failed?.attributes['ringpost.outcome'], 'retryable');
  const sent = receiver.received
    .filter(({ body }) => JSON.parse(body).data.callId === callId)
    .map(({ headers }) => headers.traceparent);
  const told = attempts.map(({ spanId }) => `00-${TRACE_ID}-${spanId}-01`);
  assert.deepEqual(sent.toSorted(), told.toSorted());
  const warmUp = receiver.received.filter(({ body }) => JSON.parse(body).data.callId !== callId);
  assert.deepEqual(new Set(warmUp.map(({ headers }) => headers.traceparent)), new Set([undefined]));
});

interface Alone {
  readonly directory: string;
  readonly received: Awaited<ReturnType<typeof startReceiver>>;
  start(environment: Readonly<Record<string, string>>): Promise<ServiceProcess>;
}

async function alone(undo: (step: () => Promise<unknown>) => void): Promise<Alone> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-traces-'));
  undo(() => rm(directory, { recursive: true }));
  const received = await startReceiver();
  undo(() => received.close());
  const start = async (environment: Readonly<Record<string, string>>) => {
    const service = await startService({ directory, environment });
    undo(() => service.kill());
    return service;
  };
  return { directory, received, start };
}

async function reportOne(service: ServiceProcess, target: string): Promise<void> {
  const made = await callApi(service, 'POST', '/v1/endpoints', {
    name: 'crm',
    kind: 'custom',
    target,
    auth: { method: 'bearer', token: 'journey-token' },
    triggers: ['OUTBOUND_CALL_CALLING'],
    retryScheduleMs: [1_000, 1_000, 1_000],
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const body = { direction: 'OUTBOUND', status: 'CALLING' };
  assert.equal((await callApi(service, 'POST', '/v1/calls/one/reports', body)).status, 202);
}

test('S14.18: after kill -9 an attempt is in the trace of its report', async (t) => {
  const undo = ending(t);
  const collector = await startCollector();
  undo(() => collector.close());
  const { received, start } = await alone(undo);
  received.answer('/', (earlier) => (earlier === 0 ? 503 : 200));
  const environment = { RINGPOST_OTLP_URL: collector.url };
  const first = await start(environment);
  await reportOne(first, `${received.url}/`);
  await collector.until(() => collector.spans.length === 4);
  await first.kill();
  await start(environment);
  await collector.until(() => collector.spans.length >= 5);
  assert.deepEqual(collector.faults, []);
  const [report] = named(collector.spans, 'report');
  const last = collector.spans.at(-1);
  assert.equal(report?.parentSpanId, null);
  assert.equal(last?.parentSpanId, report?.spanId);
  assert.equal(last?.traceId, report?.traceId);
  assert.equal(last?.attributes['ringpost.attempt'], 2);
  assert.notEqual(last?.resource['service.instance.id'], report?.resource['service.instance.id']);
});

test("S14.18: a consumer's attempt has a span, also if another process ends it", async (t) => {
  const undo = ending(t);
  const collector = await startCollector();
  undo(() => collector.close());
  const { start } = await alone(undo);
  const environment = { RINGPOST_OTLP_URL: collector.url };
  const first = await start(environment);
  const made = await callApi(first, 'POST', '/v1/endpoints', {
    name: 'pulled',
    kind: 'pull',
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
  });
  const path = `/v1/endpoints/${Object(made.body).id}/messages`;
  const report = { direction: 'OUTBOUND', status: 'CALLING' };
  await callApi(first, 'POST', '/v1/calls/one/reports', report);
  const [message] = Object(
    (await callApi(first, 'GET', `${path}?wait=10&lease=600`)).body,
  ).messages;
  await collector.until(() => collector.spans.length === 3);
  await first.kill();
  const other = await start(environment);
  const settled = await callApi(other, 'POST', `${path}/ack`, { leases: [message.lease] });
  assert.deepEqual(settled.body, { settled: 1, lost: [] });
  await collector.until(() => collector.spans.length === 4);
  assert.deepEqual(collector.faults, []);
  const [reported] = named(collector.spans, 'report');
  const [attempt] = named(collector.spans, 'attempt');
  assert.equal(attempt?.parentSpanId, reported?.spanId);
  assert.equal(message.headers.traceparent, `00-${reported?.traceId}-${attempt?.spanId}-01`);
  assert.equal(attempt?.attributes['ringpost.endpoint.kind'], 'pull');
  assert.equal(attempt?.attributes['ringpost.outcome'], 'delivered');
  assert.ok((attempt?.startMs ?? 0) >= (reported?.startMs ?? Number.POSITIVE_INFINITY));
});

test('S14.20: with tracing off nothing of a trace is stored or sent', async (t) => {
  const { directory, received, start } = await alone(ending(t));
  const service = await start({});
  await reportOne(service, `${received.url}/`);
  await received.until((all) => all.length === 1);
  await service.stop();
  assert.equal(received.received[0]?.headers.traceparent, undefined);
  const database = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  const { traced, fired } = database
    .prepare('select count(traceparent) traced, count(*) fired from firings')
    .get() as Record<string, number>;
  database.close();
  assert.deepEqual({ traced, fired }, { traced: 0, fired: 1 });
});
