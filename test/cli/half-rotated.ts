/**
 * A data directory of the embedded store in the middle of a rotation of its master key, and which
 * keys seal its secrets.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keyIdOf } from '../../src/system/secret-box.ts';
import { MAIN, run } from './command.ts';
import { idsIn, SEALED_TABLES } from './rotating.ts';

/** As if the rotation had been interrupted. */
export async function half(directory: string, file: string) {
  const former = keyIdOf(Buffer.from(await readFile(file, 'utf8'), 'base64'));
  const text = meta(directory, 'key check');
  const rotate = () => run(MAIN, ['rotate-master-key', '--data-dir', directory]);
  assert.equal((await rotate()).code, 0);
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  database.prepare("insert into meta (name, value) values ('key rotation', ?)").run(text);
  database.close();
  const next = keyIdOf(Buffer.from(await readFile(file, 'utf8'), 'base64'));
  return { former, next, rotate };
}

/** A text in the store that shows which key seals. */
function meta(directory: string, name: string): string {
  const database = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  const row = database.prepare('select value from meta where name = ?').get(name);
  database.close();
  return String(row?.value);
}

export function sealedIn(directory: string): Readonly<Record<string, number>> {
  const database = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  const rows = SEALED_TABLES.map((table) => database.prepare(`select * from ${table}`).all());
  database.close();
  return idsIn(rows);
}
