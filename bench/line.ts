/**
 * The setup on which a path is measured: the service on either store, as one process or as an API
 * with workers, each a real `ringpost start`, beside one receiver. Everything is stopped and
 * removed at the end. PostgreSQL runs as it ships: nothing is acknowledged before it is on disk.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SHARDS } from '../src/core/endpoint/endpoint.ts';
import type { PostgresServer } from '../test/support/postgres.ts';
import { type ServiceProcess, startService } from '../test/support/service-process.ts';
import { withDatabase } from './database.ts';
import type { Parts } from './processor.ts';
import { type ReceiverProcess, startReceiver } from './receiver-process.ts';
import { addEndpoint, type Proof } from './traffic.ts';

/** Attempts in flight to the one receiver, over all endpoints: as many as the bare loop has. */
const CONCURRENCY = 50;
const POLL_MS = 100;
const SHARE_MS_MAX = 60_000;

export interface Line {
  /** The process that takes reports. */
  readonly service: Pick<ServiceProcess, 'url'>;
  readonly receiver: ReceiverProcess;
  readonly endpoints: readonly number[];
  readonly parts: Parts;
}

export type Work<Value> = (line: Line) => Promise<Value>;

interface Place {
  readonly endpoints: number;
  /** The authentication of each endpoint; if missing, a Bearer token. */
  readonly proof?: Proof;
  /** The triggers of each endpoint on the embedded store; if missing, one of its own. */
  readonly triggers?: readonly string[];
  /** Options for the service's processes, such as those of Node. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function onSqlite<Value>(place: Place, work: Work<Value>): Promise<Value> {
  return inPlace(async (start, receiver) => {
    const service = await start(place.environment ?? {});
    const endpoints = Array.from({ length: place.endpoints }, (_, number) => number);
    const target = `${receiver.url}/hook`;
    const concurrency = Math.ceil(CONCURRENCY / place.endpoints);
    const { proof, triggers } = place;
    const more = { ...(proof && { proof }), ...(triggers && { triggers }) };
    for (const number of endpoints) {
      await addEndpoint(service, { target, concurrency, number, ...more });
    }
    return work({ service, receiver, endpoints, parts: partsOf({ service }, receiver) });
  });
}

/** `workers`: 0 means one process with both roles. */
export async function onPostgres<Value>(
  { server, workers, ...place }: Place & { server: PostgresServer; workers: number },
  work: Work<Value>,
): Promise<Value> {
  return withDatabase(server, (url) =>
    inPlace(async (start, receiver) => {
      const environment = {
        ...place.environment,
        RINGPOST_DATABASE_URL: url,
        RINGPOST_MASTER_KEY: randomBytes(32).toString('base64'),
      };
      const roles = workers === 0 ? 'api,worker' : 'api';
      const service = await start({ ...environment, RINGPOST_ROLES: roles });
      const others = await all(
        Array.from({ length: workers }, () => start({ ...environment, RINGPOST_ROLES: 'worker' })),
      );
      const endpoints = Array.from({ length: place.endpoints }, (_, number) => number);
      await addEach(url, { service, receiver, endpoints, workers });
      const { process: postmaster } = server;
      const parts = {
        ...partsOf(workers === 0 ? { service } : { api: service, workers: others }, receiver),
        postgres: postmaster?.pid === undefined ? [] : [postmaster.pid],
      };
      return work({ service, receiver, endpoints, parts });
    }),
  );
}

/** If this rejects, all that was started is known and can be stopped. */
async function all<Value>(begun: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(begun);
  return Promise.all(begun);
}

/** Makes endpoints in shards of one worker after the other: each gets the same work. */
async function addEach(
  url: string,
  line: Pick<Line, 'service' | 'receiver' | 'endpoints'> & { readonly workers: number },
): Promise<void> {
  const { service, receiver, endpoints, workers } = line;
  const target = `${receiver.url}/hook`;
  const concurrency = Math.ceil(CONCURRENCY / endpoints.length);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    const shards = await shared(database, Math.max(1, workers));
    for (const number of endpoints) {
      await steer(database, shards[number % shards.length]?.[number] ?? 0);
      await addEndpoint(service, { target, concurrency, number });
    }
  } finally {
    await database.end();
  }
}

type Start = (environment: Readonly<Record<string, string>>) => Promise<ServiceProcess>;

async function inPlace<Value>(
  work: (start: Start, receiver: ReceiverProcess) => Promise<Value>,
): Promise<Value> {
  const started: ServiceProcess[] = [];
  const directories: string[] = [];
  const receiver = await startReceiver();
  try {
    return await work(async (environment) => {
      const directory = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
      directories.push(directory);
      const service = await startService({ directory, environment });
      started.push(service);
      return service;
    }, receiver);
  } finally {
    await Promise.all(started.map((service) => service.stop()));
    receiver.stop();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  }
}

function partsOf(
  services: Readonly<Record<string, ServiceProcess | readonly ServiceProcess[]>>,
  receiver: ReceiverProcess,
): Parts {
  const named = Object.entries(services).map(([part, each]): [string, readonly number[]] => [
    part,
    [each].flat().map(({ pid }) => pid),
  ]);
  return { ...Object.fromEntries(named), receiver: [receiver.pid] };
}

/** The shards of each worker, once each has its part of them. */
async function shared(database: pg.Client, workers: number): Promise<readonly number[][]> {
  const deadlineMs = performance.now() + SHARE_MS_MAX;
  for (;;) {
    const { rows } = await database.query<{ shards: number[] }>(
      'select array_agg(shard::integer) as shards from shards group by worker_key',
    );
    const owned = rows.map(({ shards }) => shards);
    const least = Math.floor(SHARDS / (workers + 1)) + 1;
    if (owned.length === workers && owned.every(({ length }) => length >= least)) return owned;
    if (performance.now() > deadlineMs) {
      throw new Error(`shards of ${workers} workers: ${owned.map(({ length }) => length)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Makes the next endpoint fall into this shard, so that workers get the same work. */
async function steer(database: pg.Client, shard: number): Promise<void> {
  const text = `select setval('endpoints_key_seq',
    (select coalesce(max(key) / $1::bigint, 0) + 1 from endpoints) * $1::bigint + $2, false)`;
  await database.query(text, [SHARDS, shard]);
}
