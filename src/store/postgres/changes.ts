/**
 * Changes off the hot path, one transaction each: the shared operation, then its notes (health,
 * figures), then the notice to other processes, all in one commit. The lock on a project is taken
 * late, so that reports wait for it as briefly as possible.
 */

import { PROJECT_LOCKS } from '../operation/advisory-lock.ts';
import type { Concerned } from '../operation/concerned.ts';
import { flushHealth } from '../operation/endpoint/health.ts';
import type { Session } from '../operation/session.ts';
import type { Operation } from '../statement.ts';
import { addCounters } from './counters.ts';
import { CHANNEL, noticeTexts } from './notice/notice.ts';
import { isDuplicate } from './server/failure.ts';
import { type Pool, perform } from './server/pool.ts';
import { prepared, run } from './server/prepared.ts';
import { TransactionSession } from './session.ts';

/** Parameters: channel, texts. PostgreSQL sends them with the commit, or never. */
const NOTIFY = prepared('select pg_notify($1, text) from unnest($2::text[]) text');

/** Parameters: namespace, project. Waits for the reports that use the changed rows. */
const LOCK_PROJECT = prepared(
  'select pg_advisory_xact_lock($1::int, ($2::bigint % 2147483647)::int)',
);

/** Another process has just created a record with the same name; the next try reads it. */
const DUPLICATE_TRIES = 3;

export interface ChangesOptions {
  readonly pool: Pick<Pool, 'transaction'>;
  /** Which of the counter rows this process writes. */
  readonly stripe: number;
  /** The id of this process, so that it ignores its own notices. */
  readonly from: number;
}

export class Changes {
  readonly #options: ChangesOptions;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  /** `concerned`: what other processes must read again. */
  async make<Value>(
    operation: (session: Session) => Operation<Value>,
    concerned: (value: Value) => Concerned = () => ({}),
  ): Promise<Value> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#make(operation, concerned);
      } catch (error) {
        if (tried >= DUPLICATE_TRIES || !isDuplicate(error)) throw error;
      }
    }
  }

  #make<Value>(
    operation: (session: Session) => Operation<Value>,
    concerned: (value: Value) => Concerned,
  ): Promise<Value> {
    const { pool, stripe, from } = this.#options;
    return pool.transaction(async (client) => {
      const session = new TransactionSession();
      const value = await perform(client, operation(session));
      await perform(client, flushHealth(session));
      const projects = [...session.projects].sort((one, other) => one - other);
      for (const key of projects) await run(client, LOCK_PROJECT, PROJECT_LOCKS, key);
      // Last of all locks, because accepts that hold the project's lock wait for these rows.
      await addCounters(client, session.stats, stripe);
      const { heads = [], changed = [], keys = [] } = concerned(value);
      const texts = noticeTexts({ from, heads, changed, keys });
      if (texts.length > 0) await run(client, NOTIFY, CHANNEL, texts);
      return value;
    });
  }
}
