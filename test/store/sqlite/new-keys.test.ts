/**
 * Keys of new calls, firings and deliveries: no key is committed twice, even after deletions;
 * SQLite assigns those of other tables.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Connection } from '../../../src/store/sqlite/connection.ts';
import { query } from '../../../src/store/statement.ts';

const INSERT_CALL = query(`
  insert into calls (name, status)
  values (?, ?)`);
const INSERT_USER = query('insert into users (name) values (?)');
const NAMES = query<{ key: number; name: string }>('select key, name from calls order by key');

test('a key is not used again after its row was deleted', () => {
  const db = opened();
  assert.deepEqual(
    [db.insert(INSERT_CALL, 'one', 'x'), db.insert(INSERT_CALL, 'two', 'x')],
    [1, 2],
  );
  db.database.exec('delete from calls');
  assert.equal(db.insert(INSERT_CALL, 'three', 'x'), 3);
  assert.deepEqual(
    db.all(NAMES).map((row) => ({ ...row })),
    [{ key: 3, name: 'three' }],
  );
  db.close();
});

test('after a rollback the next row takes the key that follows the committed ones', () => {
  const db = opened();
  assert.equal(db.insert(INSERT_CALL, 'one', 'x'), 1);
  db.database.exec('delete from calls');
  const given = db.newKeys.given();
  db.database.exec('begin');
  assert.equal(db.insert(INSERT_CALL, 'two', 'x'), 2);
  db.database.exec('rollback');
  db.newKeys.takeBack(given);
  assert.equal(db.insert(INSERT_CALL, 'three', 'x'), 2);
  db.close();
});

test('the first key follows the newest row', () => {
  const db = opened();
  db.database.exec("insert into calls (key, name, status) values (41, 'old', 'x')");
  assert.equal(db.insert(INSERT_CALL, 'new', 'x'), 42);
  db.close();
});

test('SQLite assigns the keys of other tables', () => {
  const db = opened();
  assert.equal(db.insert(INSERT_USER, 'one'), 1);
  db.database.exec('delete from users');
  assert.equal(db.insert(INSERT_USER, 'two'), 1);
  db.close();
});

function opened(): Connection {
  const database = new DatabaseSync(':memory:');
  database.exec('create table calls (key integer primary key, name text, status text)');
  database.exec('create table users (key integer primary key, name text)');
  return new Connection(database);
}
