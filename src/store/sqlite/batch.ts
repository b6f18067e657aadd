/**
 * Runs the writer's requests in one transaction (group commit). If an operation throws, everything
 * is rolled back and each operation runs again in its own transaction, so that a fault hits only
 * its own caller. Answers are sent only after the commit.
 */
import { flushHealth } from '../operation/endpoint/health.ts';
import { flushStats } from '../operation/stats.ts';
import { type FlatError, flatten } from './failure.ts';
import { runWrite, type WriteRequest } from './operations.ts';
import type { WriteSession } from './session.ts';

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: FlatError };

/** `commits`: how many transactions became durable; one unless an operation failed. */
export interface BatchResult {
  readonly outcomes: readonly Outcome[];
  readonly commits: number;
}

export function runBatch(session: WriteSession, requests: readonly WriteRequest[]): BatchResult {
  try {
    const values = inTransaction(session, () =>
      requests.map((request) => runWrite(session, request)),
    );
    return { outcomes: values.map((value) => ({ ok: true, value })), commits: 1 };
  } catch (error) {
    if (requests.length <= 1) {
      return { outcomes: requests.map(() => ({ ok: false, error: flatten(error) })), commits: 0 };
    }
  }
  const alone = requests.map((request) => runBatch(session, [request]));
  return {
    outcomes: alone.flatMap(({ outcomes }) => outcomes),
    commits: alone.reduce((sum, { commits }) => sum + commits, 0),
  };
}

function inTransaction<Value>(session: WriteSession, work: () => Value): Value {
  const { database, newKeys } = session.db;
  const given = newKeys.given();
  try {
    database.exec('begin immediate');
    const value = work();
    session.db.do(flushHealth(session));
    session.db.do(flushStats(session));
    database.exec('commit');
    return value;
  } catch (error) {
    // SQLite has rolled back by itself if the disk is full; a second rollback would throw.
    if (database.isTransaction) database.exec('rollback');
    newKeys.takeBack(given);
    session.forget();
    throw error;
  }
}
