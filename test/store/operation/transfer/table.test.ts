/** The tables of an export against the schema of each store: nothing is forgotten. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { LEFT_OUT, TABLES } from '../../../../src/store/operation/transfer/table.ts';
import { migrate } from '../../../../src/store/postgres/server/migrate.ts';
import { migratedDirectory } from '../../../support/migrated-directory.ts';
import { startPostgres } from '../../../support/postgres.ts';

const MOVED = TABLES.flatMap(({ name, names }) => names.map((column) => `${name}.${column}`));
const isLeftOut = (column: string) => Object.hasOwn(LEFT_OUT, column.split('.')[0] ?? '');

test('every column of SQLite is moved, or its table is left out for a reason', () => {
  const directory = migratedDirectory('ringpost-transfer-');
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  const columns = database
    .prepare(
      `select m.name || '.' || c.name name from sqlite_schema m, pragma_table_info(m.name) c
       where m.type = 'table'`,
    )
    .all()
    .map(({ name }) => String(name));
  database.close();
  rmSync(directory, { recursive: true });
  assert.deepEqual(columns.filter((each) => !isLeftOut(each)).toSorted(), MOVED.toSorted());
});

test('every column of PostgreSQL as well, except the stripes, which are summed', async () => {
  const server = await startPostgres();
  try {
    const url = await server.newDatabase();
    await migrate({ url, unsafe: true });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name
        and t.table_schema = c.table_schema
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
    await client.end();
    const columns = rows.map(({ name }) => String(name));
    const kept = columns.filter((each) => !isLeftOut(each) && !each.endsWith('.stripe'));
    assert.deepEqual(kept.toSorted(), MOVED.toSorted());
  } finally {
    await server.close();
  }
});
