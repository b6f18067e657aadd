/**
 * One report through two processes, traced: an API and a worker on one PostgreSQL, a platform that
 * sends a `traceparent`, two receivers of which one fails at first, and another worker that makes
 * the second attempt after the first worker has stopped. A test judges what arrived at the
 * collector; `trace-picture.ts` draws it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN, run } from '../cli/command.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { startPostgres } from '../support/postgres.ts';
import { API_KEY, callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
/** The platform's own span. */
export const PLATFORM_SPAN = '00f067aa0ba902b7';
const CALL_ID = 'order-4711';

export interface TracedCall {
  readonly callId: string;
  readonly collector: Collector;
  readonly receiver: Receiver;
}

/** `undo` registers what must end with the caller's test, the last first. */
export async function traceOneCall(undo: (step: () => Promise<unknown>) => void) {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-traces-'));
  undo(() => rm(directory, { recursive: true }));
  const [collector, receiver, server] = await Promise.all([
    startCollector(),
    startReceiver(),
    startPostgres(),
  ]);
  for (const part of [collector, receiver, server]) undo(() => part.close());
  const environment = {
    RINGPOST_DATABASE_URL: await server.newDatabase(),
    RINGPOST_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
    RINGPOST_OTLP_URL: collector.url,
  };
  const migrated = await run(MAIN, ['migrate'], environment);
  if (!/^ringpost migrate: /m.test(migrated.stdout)) throw new Error(migrated.stderr);
  const start = async (roles: string): Promise<ServiceProcess> => {
    const service = await startService({ directory, environment, flags: ['--roles', roles] });
    undo(() => service.kill());
    return service;
  };
  const api = await start('api');
  const worker = await start('worker');

  const endpoint = async (path: string) => {
    const made = await callApi(api, 'POST', '/v1/endpoints', {
      name: path,
      kind: 'custom',
      target: `${receiver.url}${path}`,
      auth: { method: 'rsa-sha256' },
      triggers: ['OUTBOUND_CALL_CALLING'],
      retryScheduleMs: [1_000, 1_000, 1_000],
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  };
  await endpoint('/crm');
  await endpoint('/billing');
  // The first call warms both processes up, so that the picture shows a typical one.
  await report(api, 'warm-up', '00-0123456789abcdef0123456789abcdef-0123456789abcdef-00');
  const of = (callId: string) =>
    receiver.received.filter(({ body }) => JSON.parse(body).data.callId === callId);
  await receiver.until(() => of('warm-up').length === 2);
  receiver.answer('/billing', (earlier) => (earlier === 1 ? 503 : 200));

  await report(api, CALL_ID, `00-${TRACE_ID}-${PLATFORM_SPAN}-01`);
  await receiver.until(() => of(CALL_ID).length >= 2);
  await worker.stop();
  const heir = await start('worker');
  await receiver.until(() => of(CALL_ID).length >= 3);
  await heir.stop();
  await api.stop();
  return { callId: CALL_ID, collector, receiver } satisfies TracedCall;
}

async function report(api: ServiceProcess, callId: string, traceparent: string): Promise<void> {
  const answer = await fetch(`${api.url}/v1/calls/${callId}/reports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      traceparent,
    },
    body: JSON.stringify({ direction: 'OUTBOUND', status: 'CALLING' }),
  });
  if (answer.status !== 202) throw new Error(await answer.text());
}
