/**
 * Changes off the hot path, one transaction each: the shared operation, then what it noted (health,
 * figures), then word to the other processes of what it concerns, all in one commit. The
 * lock on a project comes late, so that reports wait for it as shortly as can be.
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

/** Parameters: channel, texts. Sent when the commit is durable, and not at all without it. */
const NOTIFY = prepared('select pg_notify($1, text) from unnest($2::text[]) text');

/** Parameters: namespace, project. Waits for the reports that use what is changed here. */
const LOCK_PROJECT = prepared(
  'select pg_advisory_xact_lock($1::int, ($2::bigint % 2147483647)::int)',
);

/** Another process made a thing of the same name just before: read again, it is there. */
const DUPLICATE_TRIES = 3;

export interface ChangesOptions {
  readonly pool: Pick<Pool, 'transaction'>;
  /** Of this process, among the rows of counters. */
  readonly stripe: number;
  /** This process, so that it does not listen to itself. */
  readonly from: number;
}

export class Changes {
  readonly #options: ChangesOptions;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  /** `concerned`: whom the answer concerns. */
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
      // After every lock: accepts that hold the project's wait for these rows.
      await addCounters(client, session.stats, stripe);
      const { heads = [], changed = [], keys = [] } = concerned(value);
      const texts = noticeTexts({ from, heads, changed, keys });
      if (texts.length > 0) await run(client, NOTIFY, CHANNEL, texts);
      return value;
    });
  }
}
