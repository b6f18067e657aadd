/**
 * A database for one measurement, dropped after it: otherwise the server's clean-up of an earlier
 * database would be measured with the next. A server that is not ours is left as it was.
 */
import pg from 'pg';
import type { PostgresServer } from '../test/support/postgres.ts';

export async function withDatabase<Value>(
  server: PostgresServer,
  work: (url: string) => Promise<Value>,
): Promise<Value> {
  const url = await server.newDatabase();
  try {
    return await work(url);
  } finally {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}
