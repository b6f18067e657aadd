/**
 * Everything that a database holds, as one hash: two states have the same hash exactly if they have
 * the same rows. Only reads.
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
    // The name comes from the schema of our own migrations. Every table is read in the order of its
    // key, the own order of a `without rowid` table.
    const rows = database.prepare(`select * from "${String(name)}"`);
    // Hashes of ids need all 64 bits.
    rows.setReadBigInts(true);
    for (const row of rows.iterate()) {
      hash.update(JSON.stringify(Object.values(row).map((value) => [typeof value, String(value)])));
    }
  }
  return hash.digest('hex');
}
