/**
 * Where a contender runs: its store, started anew, and a receiver beside it. Everything is stopped
 * and removed at the end, except the PostgreSQL that all measurements share, which gives each a
 * database of its own. Each store is durable as its row of the table says.
 */

import type { PostgresServer } from '../../test/support/postgres.ts';
import { CONNECTIONS } from '../bare.ts';
import { withDatabase } from '../database.ts';
import { type Line, onPostgres, onSqlite } from '../line.ts';
import type { Parts } from '../processor.ts';
import { type ReceiverProcess, startReceiver } from '../receiver-process.ts';
import { addEndpoint } from '../traffic.ts';
import type { Store } from './contender.ts';
import { startRedis } from './redis-server.ts';
import { TRIGGER } from './ringpost.ts';

export interface Place {
  /** What the contender connects to. */
  readonly store: string;
  readonly receiver: ReceiverProcess;
  /** Processes whose CPU time counts, beside the contender's own. */
  readonly parts: Parts;
  /** Whether the contender's process only puts jobs in, and a service sends them. */
  readonly service: boolean;
  /** The address to which jobs are sent. */
  aim(target: string): Promise<void>;
}

type Work<Value> = (place: Place) => Promise<Value>;

export async function inPlace<Value>(
  store: Store,
  server: PostgresServer,
  work: Work<Value>,
): Promise<Value> {
  switch (store) {
    case 'service on SQLite':
      return onSqlite({ endpoints: 0 }, (line) => work(placeOf(line)));
    case 'service on PostgreSQL':
      return onPostgres({ endpoints: 0, server, workers: 0 }, (line) => work(placeOf(line)));
    case 'PostgreSQL': {
      const postgres = server.process?.pid === undefined ? [] : [server.process.pid];
      return withDatabase(server, (url) => besideReceiver(url, { postgres }, work));
    }
    case 'Redis, fsync every second':
      return onRedis('everysec', work);
    case 'Redis, fsync always':
      return onRedis('always', work);
  }
}

function placeOf({ service, receiver, parts }: Line): Place {
  return {
    store: service.url,
    receiver,
    parts,
    service: true,
    aim: (target) =>
      addEndpoint(service, { target, concurrency: CONNECTIONS, number: 0, triggers: [TRIGGER] }),
  };
}

async function onRedis<Value>(fsync: 'everysec' | 'always', work: Work<Value>): Promise<Value> {
  const redis = await startRedis(fsync);
  try {
    return await besideReceiver(redis.url, { redis: [redis.pid] }, work);
  } finally {
    await redis.close();
  }
}

async function besideReceiver<Value>(
  store: string,
  stores: Parts,
  work: Work<Value>,
): Promise<Value> {
  const receiver = await startReceiver();
  try {
    const parts = { ...stores, receiver: [receiver.pid] };
    return await work({ store, receiver, parts, service: false, aim: async () => {} });
  } finally {
    receiver.stop();
  }
}
