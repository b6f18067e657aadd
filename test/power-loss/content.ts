/**
 * Everything that a database holds, as one hash: two states are the same exactly when their rows
 * are. Reads only.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export function contentOf(database: DatabaseSync): string {
  const hash = createHash('sha256');
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all();
  for (const { name } of tables) {
    hash.update(`\n${String(name)}\n`);
    // The name comes from the schema of our own migrations. Every table is read in the order of
    // its key, which a `without rowid` table has as its own order.
    const rows = database.prepare(`select * from "${String(name)}"`);
    // Hashes of ids take all 64 bits.
    rows.setReadBigInts(true);
    for (const row of rows.iterate()) {
      hash.update(JSON.stringify(Object.values(row).map((value) => [typeof value, String(value)])));
    }
  }
  return hash.digest('hex');
}
