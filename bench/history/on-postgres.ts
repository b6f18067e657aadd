/**
 * A history on PostgreSQL, in the empty database of a URL; RINGPOST_TEST_ROWS gives its size. Times
 * are by the clock, since the server does the work.
 */
import pg from 'pg';
import { asKey, type EndpointKey } from '../../src/core/id.ts';
import { hash64 } from '../../src/store/operation/call/call.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { HandClock } from '../../test/store/given.ts';
import { begin, CALLS, END_MS, fill } from '../../test/store/postgres/million.ts';
import { clockMs, type History } from './history.ts';

const SIZE = 'select pg_database_size(current_database())::float8 as bytes';

export async function openOnPostgres(url: string): Promise<History> {
  const clock = new HandClock();
  clock.nowMs = END_MS;
  const store = await openPostgresStore({ url, clock, workerName: 'bench' });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await begin(client);
  await fill(
    client,
    Array.from({ length: CALLS }, (_, index) => hash64(`call_${index + 1}`)),
  );
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  return {
    store,
    hearing: [asKey<EndpointKey>(1), asKey<EndpointKey>(9)],
    calls: CALLS,
    endMs: END_MS,
    timed: clockMs,
    bytes: async () => (await client.query<{ bytes: number }>(SIZE)).rows[0]?.bytes ?? Number.NaN,
    close: async () => {
      await store.release();
      await store.close();
      await client.end();
    },
  };
}
