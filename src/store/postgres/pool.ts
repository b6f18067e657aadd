/**
 * Connections to PostgreSQL, and operations performed on them: one statement after the other,
 * each prepared under a name of its own. A connection that fails is thrown away; the next one
 * finds the server again by itself. Nothing here knows what a statement is about.
 */
import { hash } from 'node:crypto';
import pg from 'pg';
import type { Operation, Query, Statement } from '../statement.ts';
import { isConflict, toServiceError } from './failure.ts';
import { textOf } from './text.ts';

export interface PoolOptions {
  /** `postgres://user:password@host:port/database`, several hosts separated by commas allowed. */
  readonly url: string;
  /** Connections at once. */
  readonly max: number;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** A statement that takes longer is ended by the server. */
  readonly statementMs: number;
  /**
   * For the statements of the hot path, which are in sets: they are sent without waiting for the
   * answer to the one before, and planned once, by the indexes, whatever a fresh table's
   * statistics say.
   */
  readonly hot?: boolean;
  /**
   * For lists with many filters: planned for the values of each call. A plan for any values at
   * all would sort a long history where an index gives a page in its order.
   */
  readonly planEach?: boolean;
}

const BY_INDEX =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off ' +
  '-c enable_mergejoin=off';

const EACH_TIME = '-c plan_cache_mode=force_custom_plan';

/** How long a caller waits for a connection before it is told that there is none. */
const CONNECT_MS = 5_000;
/** Two transactions that wait for each other: one is told, and does the same again. */
const CONFLICT_TRIES = 5;

/** int8 and numeric: keys, times and sums stay far below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    NUMBERS.has(oid) && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(
          oid,
          format === 'binary' ? 'binary' : 'text',
        )) as typeof pg.types.getTypeParser,
};

export class Pool {
  readonly #pool: pg.Pool;
  #running = 0;
  #idle: (() => void) | null = null;

  constructor({ url, max, name, statementMs, hot = false, planEach = false }: PoolOptions) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max,
      application_name: name,
      statement_timeout: statementMs,
      connectionTimeoutMillis: CONNECT_MS,
      // A process that stops in the middle of a transaction must not hold its locks for ever.
      idle_in_transaction_session_timeout: statementMs,
      keepAlive: true,
      types,
      ...(hot ? { pipeline: true, options: BY_INDEX } : {}),
      ...(planEach ? { options: EACH_TIME } : {}),
    });
    // A connection that the server ends must not end the process, be it idle or in use.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Waiting for a connection, for metrics. */
  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /** One operation without a transaction: a read of one statement. */
  async read<Value>(operation: () => Operation<Value>): Promise<Value> {
    return this.#with((client) => perform(client, operation()));
  }

  /** Reads that must fit together: several statements on one snapshot. */
  async snapshot<Value>(operation: () => Operation<Value>): Promise<Value> {
    return this.#with((client) =>
      between(client, 'begin isolation level repeatable read read only', () =>
        perform(client, operation()),
      ),
    );
  }

  /** One transaction; `work` may run again from the start when it met another one. */
  transaction<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    return this.alone((client) => between(client, 'begin', () => work(client)));
  }

  /** As above, but `work` begins and commits by itself, or does without. */
  async alone<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#with(work);
      } catch (error) {
        const cause = error instanceof Error ? error.cause : null;
        if (attempt >= CONFLICT_TRIES || !isConflict(cause)) throw error;
      }
    }
  }

  async write<Value>(operation: () => Operation<Value>): Promise<Value> {
    return this.transaction((client) => perform(client, operation()));
  }

  /** Waits for what was asked, also for what still waits for a connection. */
  async close(): Promise<void> {
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    await this.#pool.end();
  }

  async #with<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    let client: pg.PoolClient | null = null;
    this.#running += 1;
    try {
      client = await this.#pool.connect();
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      // Whether it is still in a transaction is not worth finding out.
      client?.release(true);
      throw toServiceError(error);
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#idle?.();
    }
  }
}

async function between<Value>(
  client: pg.PoolClient,
  begin: string,
  work: () => Promise<Value>,
): Promise<Value> {
  await client.query(begin);
  const value = await work();
  await client.query('commit');
  return value;
}

/** An error of a statement is thrown into the operation where it was yielded. */
export async function perform<Value>(
  client: pg.ClientBase,
  operation: Operation<Value>,
): Promise<Value> {
  let step = operation.next();
  while (step.done !== true) {
    step = operation.next(await performOne(client, step.value));
  }
  return step.value;
}

async function performOne(client: pg.ClientBase, statement: Statement): Promise<unknown> {
  const { want, query, values } = statement;
  if (want === 'lock') {
    // One list: the statement says `any`. Others may have written while it waited.
    await client.query(named(query, false, [values]));
    return true;
  }
  const { rows, rowCount } = await client.query(named(query, want === 'key', values));
  switch (want) {
    case 'one':
      return rows[0];
    case 'all':
      return rows;
    case 'changes':
      return rowCount ?? 0;
    case 'key':
      return rows[0]?.key;
  }
}

const names = new WeakMap<Query<unknown>, { readonly name: string; readonly text: string }>();

function named(query: Query<unknown>, withKey: boolean, values: readonly unknown[]) {
  const present = names.get(query);
  if (present !== undefined) return { ...present, values: [...values] };
  const text = withKey ? `${textOf(query)} returning key` : textOf(query);
  const made = { name: `rp_${hash('sha256', text, 'hex').slice(0, 24)}`, text };
  names.set(query, made);
  return { ...made, values: [...values] };
}
