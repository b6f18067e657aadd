/**
 * Work that one process at a time does on a database: migrations, and what the first start makes.
 * The lock belongs to a transaction of its own connection, so it ends with either, whatever
 * happens, and holds through a pooler that hands each transaction another connection.
 */
import { connectOnce } from './server.ts';

/** "ring", and for what: apart from the locks of every other program. */
export const ALONE = {
  migrations: [0x72696e67, 1],
  firstStart: [0x72696e67, 2],
} as const;

/** Longer than any migration should take. */
const WAIT_MS = 600_000;

/** Waits for its turn. A wait that is too long rejects with 55P03. */
export async function alone<Value>(
  url: string,
  what: keyof typeof ALONE,
  work: () => Promise<Value>,
): Promise<Value> {
  const client = await connectOnce(url);
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${WAIT_MS}`);
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1, $2)', [...ALONE[what]]);
    const value = await work();
    await client.query('commit');
    return value;
  } finally {
    await client.end();
  }
}
