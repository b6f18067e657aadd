/**
 * Opens stores on a real PostgreSQL, each alone on an empty database. A database that was closed is
 * emptied and reused: that took 40 ms on a busy machine, where `truncate` took 180, `create
 * database` from a template 230, and a new one with its migrations 340.
 */
import pg from 'pg';
import type { Clock, Timer } from '../../../src/engine/ports/clock.ts';
import type { Store } from '../../../src/engine/ports/store.ts';
import { openPostgresStore, type PostgresOptions } from '../../../src/store/postgres/store.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { HandClock, type OpenStore } from '../given.ts';

export class EmptyDatabases {
  readonly #server: PostgresServer;
  readonly #free: string[] = [];

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  async take(): Promise<string> {
    return this.#free.pop() ?? (await this.#server.newDatabase());
  }

  /** Call it once the database is no longer used. */
  async giveBack(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await empty(client);
    await client.end();
    this.#free.push(url);
  }
}

async function empty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' " +
      "and tablename not in ('migrations', 'shards')",
  );
  const deletes = rows.map(({ name }) => `delete from ${name};`).join('\n');
  // Without foreign keys, so in any order.
  await client.query(`begin; set local session_replication_role = replica; ${deletes}
    update shards set worker_key = null, lease_until = null, epoch = 0; commit`);
}

/** `databases` is called when a store opens: the server starts after the tests are listed. */
export function openOn(
  databases: () => EmptyDatabases,
  options: Partial<PostgresOptions> = {},
): OpenStore {
  return async (clock) => {
    const url = await databases().take();
    const store = await openPostgresStore({ url, clock, workerName: 'test', ...options });
    return {
      store,
      dump: () => dumpOf(url),
      execute: async (sql) => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query(sql);
        await client.end();
      },
      close: async () => {
        await store.close();
        await databases().giveBack(url);
      },
    };
  };
}

/**
 * Stores that stay open from test to test, each on a database that is emptied in between: to open a
 * store takes ten connections that each plan anew, a tenth of a second in all. For suites whose
 * tests end all their work before they close.
 */
export class ReusedStores {
  readonly #server: PostgresServer;
  readonly #free: ReusedStore[] = [];
  readonly #all: ReusedStore[] = [];

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  readonly open: OpenStore = async (clock) => {
    const reused = this.#free.pop() ?? (await this.#make());
    reused.clock.current = clock;
    const { store, url, client } = reused;
    return {
      store,
      dump: () => dumpOf(url),
      execute: async (sql) => {
        await client.query(sql);
      },
      close: async () => {
        await store.release();
        await empty(client);
        this.#free.push(reused);
      },
    };
  };

  async close(): Promise<void> {
    for (const { store, client } of this.#all) await Promise.all([store.close(), client.end()]);
  }

  async #make(): Promise<ReusedStore> {
    const url = await this.#server.newDatabase();
    const clock = new CurrentClock();
    const store = await openPostgresStore({ url, clock, workerName: 'test' });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const made = { url, clock, store, client };
    this.#all.push(made);
    return made;
  }
}

interface ReusedStore {
  readonly url: string;
  readonly clock: CurrentClock;
  readonly store: Store;
  readonly client: pg.Client;
}

/** Delegates to the clock of the current test. */
class CurrentClock implements Clock {
  current: Clock = new HandClock();

  wallMs(): number {
    return this.current.wallMs();
  }

  monoMs(): number {
    return this.current.monoMs();
  }

  after(delayMs: number, task: () => void): Timer {
    return this.current.after(delayMs, task);
  }
}

/** Every row of every table, as a line of text. */
export async function dumpOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const lines: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ line: string }>(
        `select row_to_json(t)::text as line from "${name}" t`,
      );
      for (const { line } of rows) lines.push(`${name} ${line}`);
    }
    return lines.join('\n');
  } finally {
    await client.end();
  }
}
