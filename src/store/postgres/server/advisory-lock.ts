/**
 * Work that only one process at a time does on a database: migrations, and the records of the first
 * start. An advisory lock of a transaction on its own connection guards it, so the lock ends with
 * either, and it works through a pooler that gives each transaction another connection.
 */
import { type Connection, codeOf } from './connection.ts';
import { withOneShotConnection } from './one-shot.ts';

/** "ring", and the purpose; keeps these locks apart from those of other programs. */
export const LOCKS = {
  migrations: [0x72696e67, 1],
  firstStart: [0x72696e67, 2],
} as const;

/** Longer than any migration should take. */
const WAIT_MS = 600_000;
/**
 * The question is repeated after this time, so that a server that stalls does not block the whole
 * wait.
 */
const TURN_MS = 5_000;
/** Lock not available. */
const TAKEN = '55P03';

/** Waits for the lock. Rejects with 55P03 if that takes too long. */
export function withAdvisoryLock<Value>(
  url: string,
  what: keyof typeof LOCKS,
  work: () => Promise<Value>,
): Promise<Value> {
  const own = async (client: Connection) => {
    await takeTurn(client, what);
    const value = await work();
    await client.query('commit');
    return value;
  };
  return withOneShotConnection(url, own);
}

async function takeTurn(client: Connection, what: keyof typeof LOCKS): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MS;
  for (;;) {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${TURN_MS}`);
    await client.query('set local idle_in_transaction_session_timeout = 0');
    try {
      await client.query('select pg_advisory_xact_lock($1, $2)', [...LOCKS[what]]);
      return;
    } catch (error) {
      if (codeOf(error) !== TAKEN || performance.now() >= deadlineMs) throw error;
      await client.query('rollback');
    }
  }
}
