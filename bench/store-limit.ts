/**
 * The limit of one PostgreSQL: reports accepted and outcomes settled through the port of the store,
 * by several processes at once and without HTTP, as ratios to the same processes inserting as many
 * plain rows of a body's size with as many commits. All of them alternate in each round.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { SHARDS } from '../src/core/endpoint/endpoint.ts';
import type { PostgresServer } from '../test/support/postgres.ts';
import { withDatabase } from './database.ts';
import { median } from './figures.ts';
import { processorMs } from './processor.ts';
import type { Question } from './store-client.ts';

const CLIENT = fileURLToPath(new URL('./store-client.ts', import.meta.url));
const WARM_UP = 2_000;
/** The table into which `store-client.ts` inserts. */
const PLAIN_ROWS = `create table bench_rows (
  key bigint generated always as identity primary key, body text not null)`;
/** Two processes at once need a few turns until each has its part. */
const OWN_TURNS_MAX = 100;
const WORKS = ['bare', 'accept', 'settle', 'both'] as const;
type Work = (typeof WORKS)[number];

export interface StoreLimit {
  readonly work: Work;
  readonly perSecond: number;
  /** As a part of the plain rows of the same round. */
  readonly ratio: number;
  /** Microseconds of CPU per row or delivery. */
  readonly clientUs: number;
  readonly postgresUs: number;
}

interface StoreLoad {
  readonly processes: number;
  /** Rows of each process in each of its tasks. */
  readonly count: number;
  readonly rounds: number;
}

/** Medians over the rounds. */
export async function runStoreLimit(
  server: PostgresServer,
  asked: StoreLoad,
): Promise<readonly StoreLimit[]> {
  return withDatabase(server, (url) => measure(server, url, asked));
}

async function measure(
  server: PostgresServer,
  url: string,
  asked: StoreLoad,
): Promise<readonly StoreLimit[]> {
  const clients = Array.from({ length: asked.processes }, () => fork(CLIENT));
  try {
    await Promise.all(
      clients.map((client, index) => ask(client, { ask: 'open', url, index: index + 1 })),
    );
    await share(url, clients);
    for (const work of WORKS) await all(clients, { ask: work, count: WARM_UP });
    const rounds: StoreLimit[][] = [];
    for (let round = 1; round <= asked.rounds; round += 1) {
      rounds.push(await runRound(server, clients, asked.count));
    }
    await all(clients, { ask: 'close' });
    return WORKS.map((work, index) => {
      const of = (pick: (limit: StoreLimit) => number): number =>
        median(rounds.flatMap((round) => round.slice(index, index + 1).map(pick)));
      return {
        work,
        perSecond: of(({ perSecond }) => perSecond),
        ratio: of(({ ratio }) => ratio),
        clientUs: of(({ clientUs }) => clientUs),
        postgresUs: of(({ postgresUs }) => postgresUs),
      };
    });
  } finally {
    for (const client of clients) if (client.connected) client.disconnect();
  }
}

async function runRound(
  server: PostgresServer,
  clients: readonly ChildProcess[],
  count: number,
): Promise<StoreLimit[]> {
  const parts = {
    clients: clients.flatMap(({ pid }) => pid ?? []),
    postgres: server.process?.pid === undefined ? [] : [server.process.pid],
  };
  const limits: StoreLimit[] = [];
  const total = clients.length * count;
  for (const work of WORKS) {
    const before = await processorMs(parts);
    const startMs = performance.now();
    await all(clients, { ask: work, count });
    const perSecond = total / ((performance.now() - startMs) / 1_000);
    const after = await processorMs(parts);
    const us = (part: keyof typeof parts): number =>
      (((after.get(part) ?? 0) - (before.get(part) ?? 0)) * 1_000) / total;
    const ratio = perSecond / (limits[0]?.perSecond ?? perSecond);
    const used = { clientUs: us('clients'), postgresUs: us('postgres') };
    limits.push({ work, perSecond, ratio, ...used });
  }
  return limits;
}

/** Each process gets its part of the shards, and an endpoint in one of them. */
async function share(url: string, clients: readonly ChildProcess[]): Promise<void> {
  const fair = Math.floor(SHARDS / clients.length);
  let owned: (readonly number[])[] = [];
  for (let turn = 1; owned.length === 0 || owned.some(({ length }) => length < fair); turn += 1) {
    if (turn > OWN_TURNS_MAX) throw new Error('the shards were not shared');
    owned = [];
    for (const client of clients) owned.push((await ask(client, { ask: 'own' })) as number[]);
  }
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query(PLAIN_ROWS);
  for (const [index, client] of clients.entries()) {
    const shard = owned[index]?.[0] ?? 0;
    const key = SHARDS * (index + 1) + shard;
    await database.query("select setval('endpoints_key_seq', $1, false)", [key]);
    await ask(client, { ask: 'endpoint' });
  }
  await database.end();
}

async function all(clients: readonly ChildProcess[], question: Question): Promise<void> {
  await Promise.all(clients.map((client) => ask(client, question)));
}

async function ask(client: ChildProcess, question: Question): Promise<unknown> {
  const done = new AbortController();
  const { signal } = done;
  client.send(question);
  const ended = once(client, 'exit', { signal }).then(([code]) => {
    throw new Error(`a process of the store ended with ${code}`);
  });
  try {
    const [value] = await Promise.race([once(client, 'message', { signal }), ended]);
    return value;
  } finally {
    ended.catch(() => {});
    done.abort();
  }
}
