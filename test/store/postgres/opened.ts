/**
 * Opens stores on a real PostgreSQL, each alone on an empty database. A database that was closed
 * is emptied and given to the next: that took 40 ms on a busy machine, where `truncate` took 180,
 * `create database` from a template 230, and a new one with its migrations 340.
 */
import pg from 'pg';
import { openPostgresStore, type PostgresOptions } from '../../../src/store/postgres/store.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import type { OpenStore } from '../given.ts';

export class EmptyDatabases {
  readonly #server: PostgresServer;
  readonly #free: string[] = [];

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  async take(): Promise<string> {
    return this.#free.pop() ?? (await this.#server.newDatabase());
  }

  /** When nothing uses it any more. */
  async giveBack(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' " +
        "and tablename not in ('migrations', 'shards')",
    );
    const deletes = rows.map(({ name }) => `delete from ${name};`).join('\n');
    // Without foreign keys, in any order; one transaction, as all that is sent at once.
    await client.query(`set session_replication_role = replica; ${deletes}
      update shards set worker_key = null, lease_until = null, epoch = 0`);
    await client.end();
    this.#free.push(url);
  }
}

/** `databases` is asked when a store opens: the server starts after the tests are listed. */
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
      close: async () => {
        await store.close();
        await databases().giveBack(url);
      },
    };
  };
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
