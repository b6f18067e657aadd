/** The simulator's copied store equals the one that the migrations make. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { migratedDatabase } from '../../../sim/world/migrated.ts';
import { MIGRATIONS, migrate } from '../../../src/store/sqlite/open.ts';

test('the copy has the tables, indexes and rows of the migrations, each time', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, MIGRATIONS);
  const wanted = contentOf(database);
  assert.ok(wanted.schema.length > 100 && wanted.rows > 0, JSON.stringify(wanted.rows));
  for (let time = 0; time < 2; time += 1) {
    const made = migratedDatabase();
    assert.deepEqual(contentOf(made), wanted);
    for (const pragma of ['foreign_keys', 'synchronous']) {
      const [one, other] = [made, database].map((each) => each.prepare(`pragma ${pragma}`).get());
      assert.deepEqual(one, other, pragma);
    }
    made.close();
  }
});

/** The columns of a table that do not hold the moment of the migration. */
const UNTIMED: Readonly<Record<string, string>> = {
  migrations: 'number, name, checksum, breaking',
  meta: "name, case name when 'retention-ended' then '' else value end value",
};

function contentOf(database: DatabaseSync) {
  const schema = database.prepare('select type, name, tbl_name, sql from sqlite_schema').all();
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  const filled = tables.map((name) => {
    const columns = UNTIMED[name] ?? '*';
    return [name, database.prepare(`select ${columns} from ${name}`).all()] as const;
  });
  const rows = filled.reduce((sum, [, present]) => sum + present.length, 0);
  const inOrder = schema.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  return { schema: inOrder, filled: new Map(filled), rows };
}
