/**
 * Two APIs and two workers on one PostgreSQL, as examples/scale-out starts them: calls are reported
 * through both, every webhook arrives once and in order while a worker leaves in the middle, and a
 * database that is away for a while is named in the answers and waited for.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MAIN, run } from '../cli/command.ts';
import { pause } from '../crash/pause.ts';
import { startPostgres } from '../support/postgres.ts';
import { PostgresProxy } from '../support/postgres-proxy.ts';
import {
  API_KEY,
  callApi,
  type ServiceOptions,
  type ServiceProcess,
  startService,
} from '../support/service-process.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
/** More than half of the 64 shards, so that each of two workers owns shards of some. */
const ENDPOINTS = 40;
const CALLS = 20;
const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'];
const LOOK_MS = 50;

interface Database {
  readonly url: string;
  away(): Promise<void>;
  back(): Promise<void>;
}

/** The server itself if the test started it; else the proxy before it. */
async function database(t: TestContext): Promise<Database> {
  const server = await startPostgres();
  t.after(() => server.close());
  const url = await server.newDatabase();
  if (server.process !== null) {
    return { url, away: () => server.stop(), back: () => server.start() };
  }
  const proxy = await PostgresProxy.to(url);
  t.after(() => proxy.close());
  const { url: through } = proxy;
  return { url: through, away: async () => proxy.refuse(), back: async () => proxy.open() };
}

interface Fleet {
  readonly receiver: Receiver;
  start(roles: string): Promise<ServiceProcess>;
  /** Makes an endpoint at a path of the receiver. */
  endpoint(api: ServiceProcess, path: string): Promise<void>;
}

async function fleet(t: TestContext, url: string): Promise<Fleet> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-fleet-'));
  const receiver = await startReceiver();
  const services: ServiceProcess[] = [];
  t.after(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await receiver.close();
    await rm(directory, { recursive: true });
  });
  const environment = { RINGPOST_DATABASE_URL: url, RINGPOST_MASTER_KEY: MASTER_KEY };
  const migrated = await run(MAIN, ['migrate'], environment);
  assert.match(migrated.stdout, /^ringpost migrate: from 0 to \d+ \(/m, migrated.stderr);
  return {
    receiver,
    start: async (roles) => {
      const options: ServiceOptions = { directory, environment, flags: ['--roles', roles] };
      const service = await startService(options);
      services.push(service);
      return service;
    },
    endpoint: async (api, path) => {
      const auth = { method: 'bearer', token: 'journey-token' };
      const retryScheduleMs = [1_000, 1_000, 1_000, 1_000];
      const { status, body } = await callApi(api, 'POST', '/v1/endpoints', {
        name: path,
        kind: 'custom',
        target: `${receiver.url}${path}`,
        auth,
        triggers: TRIGGERS,
        retryScheduleMs,
      });
      assert.equal(status, 201, JSON.stringify(body));
    },
  };
}

function report(api: ServiceProcess, callId: string, status: string) {
  return callApi(api, 'POST', `/v1/calls/${callId}/reports`, { direction: 'OUTBOUND', status });
}

async function figure(service: ServiceProcess, name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`ringpost_${name}`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Polls: another process reaches the state in its own time. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(LOOK_MS);
}

/** The sequences of each lane, in the order of arrival. */
function lanes(received: readonly Received[]): Map<string, string[]> {
  const sequences = new Map<string, string[]>();
  for (const { path, body, headers } of received) {
    const lane = `${path} ${JSON.parse(body).data.callId}`;
    const came = sequences.get(lane) ?? [];
    sequences.set(lane, [...came, String(headers['webhook-sequence'])]);
  }
  return sequences;
}

test('two APIs and two workers deliver once and in order, also when one leaves', async (t) => {
  const { url } = await database(t);
  const { receiver, start, endpoint } = await fleet(t, url);
  const [one, other, leaving, staying] = await Promise.all([
    ...['api', 'api', 'worker', 'worker'].map(start),
  ]);
  assert.ok(one && other && leaving && staying);
  for (let n = 0; n < ENDPOINTS; n += 1) await endpoint(n % 2 === 0 ? one : other, `/${n}`);
  await until(async () => {
    const owned = await Promise.all([leaving, staying].map((each) => figure(each, 'owned_shards')));
    return owned.every((shards) => shards === 32);
  });

  const half = ENDPOINTS * CALLS;
  const reported = (async () => {
    for (let n = 0; n < CALLS; n += 1) {
      const apis = n % 2 === 0 ? [one, other] : [other, one];
      for (const [index, status] of ['CALLING', 'COMPLETED'].entries()) {
        const answer = await report(apis[index] ?? one, `call-${n}`, status);
        assert.equal(answer.status, 202, JSON.stringify(answer.body));
      }
    }
  })();
  await receiver.until((received) => received.length >= half / 2);
  assert.ok((await figure(leaving, 'attempts_total')) > 0, 'it had its part');
  assert.equal(await leaving.stop(), 0);
  await reported;
  await receiver.until((received) => received.length >= 2 * half);
  assert.equal(await figure(staying, 'owned_shards'), 64);
  // A stopping process waits for its requests in flight, so nothing more can come.
  assert.equal(await staying.stop(), 0);
  assert.equal(receiver.received.length, 2 * half);
  const sequences = lanes(receiver.received);
  assert.equal(sequences.size, half);
  for (const [lane, came] of sequences) assert.deepEqual(came, ['1', '2'], lane);
  const ids = receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
  assert.equal(new Set(ids).size, 2 * half);
  assert.equal(await one.stop(), 0);
  assert.equal(await other.stop(), 0);
});

test('while the database is away the API says so, and then works again by itself', async (t) => {
  const { url, away, back } = await database(t);
  const { receiver, start, endpoint } = await fleet(t, url);
  const api = await start('api');
  const worker = await start('worker');
  await endpoint(api, '/hook');
  assert.equal((await report(api, 'before', 'CALLING')).status, 202);
  await receiver.until((received) => received.length === 1);

  await away();
  const refused = await fetch(`${api.url}/v1/calls/meanwhile/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ direction: 'OUTBOUND', status: 'CALLING' }),
  });
  assert.equal(refused.status, 503);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.match(await refused.text(), /"STORAGE_UNAVAILABLE"/);
  const isReady = async (service: ServiceProcess) =>
    (await fetch(`${service.url}/readyz`)).status === 200;
  await until(async () => !(await isReady(api)) && !(await isReady(worker)));
  assert.equal((await fetch(`${api.url}/healthz`)).status, 200, 'the process itself is well');

  await back();
  await until(async () => (await isReady(api)) && (await isReady(worker)));
  assert.equal((await report(api, 'before', 'COMPLETED')).status, 202);
  assert.equal((await report(api, 'afterwards', 'CALLING')).status, 202);
  await receiver.until((received) => received.length === 3);
  assert.equal(await worker.stop(), 0);
  assert.deepEqual(Object.fromEntries(lanes(receiver.received)), {
    '/hook before': ['1', '2'],
    '/hook afterwards': ['1'],
  });
});
