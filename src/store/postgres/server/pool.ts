/**
 * Connections to PostgreSQL, and operations performed on them, statement by statement, each
 * prepared under its own name. Every operation ends within its bound, whatever the server does. A
 * connection that fails is cut and never used again; the next one finds the server that takes
 * writes. Nothing here depends on the content of statements.
 */
import { hash } from 'node:crypto';
import pg from 'pg';
import type { Operation, Query, Statement } from '../../statement.ts';
import { CONNECT_MS, Connection, codeOf, onWritableHost } from './connection.ts';
import { isConflict, isReadOnly, tooSlow, toServiceError, unavailable } from './failure.ts';
import { type Hosts, hostsAt } from './hosts.ts';
import { textOf } from './text.ts';

export interface PoolOptions {
  /** `Hosts` lets several pools of one database share which host works. */
  readonly url: string | Hosts;
  /** The most connections at once. */
  readonly max: number;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** The server ends a statement that takes longer. */
  readonly statementMs: number;
  /** An operation that takes longer, connecting included, is given up; by default a bit more. */
  readonly operationMs?: number;
  /**
   * For statements of the hot path, which are in sets: they are pipelined, and planned once for all
   * values.
   */
  readonly hot?: boolean;
  /**
   * For lists with many filters: planned for the values of each call, since a generic plan would
   * sort a long history although an index has the page in order.
   */
  readonly planEach?: boolean;
}

/**
 * Allows only index scans and nested loops, as SQLite has: every statement has a fitting index. On
 * tables that were never analysed the planner would otherwise choose bitmaps, hashes or sorts of
 * half the history.
 */
export const BY_INDEX = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};
/**
 * Also without sorts, since an index has every order that is needed. On a young table every index
 * costs the same, and the successors of 400 lanes, found by their endpoint and sorted, took 700 ms
 * instead of 4 until the next analyze.
 */
const ONCE = { plan_cache_mode: 'force_generic_plan', enable_sort: 'off' };
const EACH_TIME = { plan_cache_mode: 'force_custom_plan' };

/** More than the server's bound, so that the server ends a statement first and reports it. */
const MORE_MS = 1_000;
/** How long a caller waits for one of the busy connections. */
const WAIT_MS = 3_000;
/** Connecting costs a few round trips, but servers handle thousands of idle connections badly. */
const IDLE_MS = 300_000;
/**
 * After one operation exceeded its bound, others probably would too: operations that begin within
 * this time are refused at once.
 */
const REST_MS = 500;
/** Of two deadlocked transactions the server ends one, which is then repeated. */
const CONFLICT_TRIES = 5;

export class Pool {
  readonly #pool: pg.Pool;
  readonly #hosts: Hosts;
  readonly #operationMs: number;
  readonly #idle = new Set<pg.Client>();
  readonly #busy = new Set<Connection>();
  #running = 0;
  #restsUntil = 0;
  #abandoned = false;
  #done: (() => void) | null = null;

  constructor(options: PoolOptions) {
    const { url, max, name, statementMs, hot = false, planEach = false } = options;
    const hosts = hostsAt(url);
    const settings = {
      statement_timeout: `${statementMs}`,
      // If a process stops in the middle of a transaction, its locks must not stay for ever.
      idle_in_transaction_session_timeout: `${statementMs}`,
      ...BY_INDEX,
      ...(hot ? ONCE : {}),
      ...(planEach ? EACH_TIME : {}),
    };
    this.#hosts = hosts;
    this.#operationMs = options.operationMs ?? statementMs + MORE_MS;
    this.#pool = new pg.Pool({
      // The pool constructs its own clients and passes them only its options.
      Client: class extends Connection {
        constructor() {
          super({ hosts, name, settings, pipeline: hot });
        }
      },
      max,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
    });
    // A connection that the server ends, idle or in use, must not end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('release', (_, client) => this.#idle.add(client));
    this.#pool.on('acquire', (client) => this.#idle.delete(client));
    this.#pool.on('remove', (client) => this.#idle.delete(client));
  }

  /** How many operations wait for a connection, for metrics. */
  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /** One operation without a transaction: a read of one statement. */
  async read<Value>(operation: () => Operation<Value>): Promise<Value> {
    return this.#with(this.#deadline(), (client) => perform(client, operation()));
  }

  /** Several statements that read one snapshot. */
  async snapshot<Value>(operation: () => Operation<Value>): Promise<Value> {
    return this.#with(this.#deadline(), (client) =>
      between(client, 'begin isolation level repeatable read read only', () =>
        perform(client, operation()),
      ),
    );
  }

  /** One transaction; after a conflict with another one, `work` runs again from the start. */
  transaction<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    return this.alone((client) => between(client, 'begin', () => work(client)));
  }

  /** As above, but `work` begins and commits the transaction itself, or uses none. */
  async alone<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    const deadlineMs = this.#deadline();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#with(deadlineMs, work);
      } catch (error) {
        const cause = error instanceof Error ? error.cause : null;
        if (attempt >= CONFLICT_TRIES || !isConflict(cause)) throw error;
      }
    }
  }

  async write<Value>(operation: () => Operation<Value>): Promise<Value> {
    return this.transaction((client) => perform(client, operation()));
  }

  /** Waits for all operations, including those that wait for a connection. */
  async close(): Promise<void> {
    if (this.#running > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#done = resolve;
      await promise;
    }
    await this.#pool.end();
  }

  /** Rejects all present and later operations. For a close. */
  abandon(): void {
    this.#abandoned = true;
    for (const connection of this.#busy) connection.cut();
  }

  #deadline(): number {
    return performance.now() + this.#operationMs;
  }

  /**
   * Ends within the bound in any case: connecting is bounded, and at the deadline the rest is cut.
   */
  async #with<Value>(
    deadlineMs: number,
    work: (client: pg.PoolClient) => Promise<Value>,
  ): Promise<Value> {
    if (this.#abandoned) throw unavailable('The store is closed.');
    if (performance.now() < this.#restsUntil) throw tooSlow();
    this.#running += 1;
    let client: pg.PoolClient | null = null;
    let timer: NodeJS.Timeout | null = null;
    let late = false;
    try {
      client = await this.#connect(deadlineMs);
      const connection = asConnection(client);
      this.#busy.add(connection);
      if (this.#abandoned) connection.cut();
      const restMs = Math.max(1, deadlineMs - performance.now());
      timer = setTimeout(() => {
        late = true;
        connection.cut();
      }, restMs);
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      if (client !== null) this.#discard(client, late || isReadOnly(error));
      if (late) this.#rest();
      throw late ? tooSlow(error) : toServiceError(error);
    } finally {
      if (timer !== null) clearTimeout(timer);
      if (client !== null) this.#busy.delete(asConnection(client));
      this.#running -= 1;
      if (this.#running === 0) this.#done?.();
    }
  }

  async #connect(deadlineMs: number): Promise<pg.PoolClient> {
    // A host that does not answer uses up the time; the next operation begins with another host.
    const patience = () => performance.now() + CONNECT_MS < deadlineMs;
    try {
      return await onWritableHost(this.#hosts, () => this.#pool.connect(), patience);
    } catch (error) {
      if (codeOf(error) === 'ETIMEDOUT') this.#rest();
      throw error;
    }
  }

  #rest(): void {
    this.#restsUntil = performance.now() + REST_MS;
  }

  /** `leaves`: no connection to the same host is trusted any more. */
  #discard(client: pg.PoolClient, leaves: boolean): void {
    const connection = asConnection(client);
    connection.cut();
    client.release(true);
    if (!leaves) return;
    connection.leave();
    for (const idle of this.#idle) {
      const other = asConnection(idle);
      if (other.address === connection.address) other.cut();
    }
  }
}

/** The pool makes only clients of this class. */
function asConnection(client: pg.Client): Connection {
  if (!(client instanceof Connection)) throw new Error('a pool makes its clients by one class');
  return client;
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

/** The error of a statement is thrown into the operation at the statement's `yield`. */
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
    // The values are one list, for `any`. Other transactions may have written during the wait.
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
