/** The process on a PostgreSQL of a test file: its commands, and questions to the database. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { type Ended, MAIN, run } from './command.ts';

export const KEY = Buffer.alloc(32, 5).toString('base64');

export async function ask(
  url: string,
  ...statements: readonly string[]
): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let rows: readonly unknown[] = [];
  for (const statement of statements) rows = (await client.query(statement)).rows;
  await client.end();
  return rows;
}

export function changed(url: string, changes: Partial<URL>): string {
  return Object.assign(new URL(url), changes).href;
}

/** Call it in the `describe` of the tests. */
export function onPostgres() {
  let server: PostgresServer;
  let directory: string;
  before(async () => {
    server = await startPostgres();
    directory = await mkdtemp(join(tmpdir(), 'ringpost-database-'));
  });
  after(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  const environmentOf = (url: string, more: Record<string, string> = {}) => ({
    RINGPOST_DATABASE_URL: url,
    RINGPOST_MASTER_KEY: KEY,
    ...more,
  });
  const command = (name: string, url: string, more?: Record<string, string>): Promise<Ended> => {
    const port = name === 'migrate' ? [] : ['--port', '0'];
    return run(MAIN, [name, ...port, '--data-dir', directory], environmentOf(url, more));
  };

  /** Both commands that would change the database refuse with the same sentence. */
  async function refuses(url: string, sentence: RegExp): Promise<void> {
    for (const name of ['start', 'migrate']) {
      const { code, stdout, stderr } = await command(name, url);
      assert.equal(code, 1, stderr);
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /\n\s+at |hunter2/, 'no stack, no password');
      assert.doesNotMatch(stdout, /ready on|from \d/);
    }
  }
  return {
    command,
    environmentOf,
    refuses,
    directory: () => directory,
    server: () => server,
  };
}
