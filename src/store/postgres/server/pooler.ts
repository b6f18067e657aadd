/**
 * Finds out at the start whether a pooler gives each connection its own session. In PgBouncer's
 * transaction mode it does not: prepared statements, settings and LISTEN reach sessions of other
 * connections. The test keeps one session busy and checks whether the other connection moves or
 * waits.
 */
import { type Connection, codeOf } from './connection.ts';

/** Other users of the same pooler may hide the effect once, but not this often. */
const ROUNDS = 3;
/** A pooler with a single connection makes the second one wait for ever. */
const WAIT_MS = 3_000;

/** PgBouncer's answer to a transaction in statement mode. */
const PROTOCOL_VIOLATION = '08P01';

const PID = 'select pg_backend_pid() as pid';

/** Rejects if the server or the network fails. If it returns true, `one` may be cut. */
export async function sharesSessions(one: Connection): Promise<boolean> {
  const other = await one.sibling().connect();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (await movesBeside(one, other)) return true;
    }
    return false;
  } catch (error) {
    if (codeOf(error) === PROTOCOL_VIOLATION) return true;
    throw error;
  } finally {
    await other.end();
  }
}

async function movesBeside(one: Connection, other: Connection): Promise<boolean> {
  const before = await pidOf(one);
  await other.query('begin');
  const besides = await pidOf(other);
  let waits = false;
  const timer = setTimeout(() => {
    waits = true;
    one.cut();
  }, WAIT_MS);
  try {
    const after = await pidOf(one);
    if (before !== after || before === besides) return true;
  } catch (error) {
    if (waits) return true;
    throw error;
  } finally {
    clearTimeout(timer);
  }
  await other.query('rollback');
  return false;
}

async function pidOf(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>(PID);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without from has one row');
  return row.pid;
}
