/** Tries to sign in as rows: a refused try writes none. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { MINUTE_MS } from '../../../src/core/time.ts';
import { trySignIn } from '../../../src/store/operation/people/sign-in-try.ts';
import { openWriter } from '../../../src/store/sqlite/open.ts';
import { query } from '../../../src/store/statement.ts';
import { START_MS } from '../given.ts';
import { temporaryDirectory } from './opened.ts';

const CHANGES = query<{ n: number }>('select total_changes() n');
const ROWS = query<{ n: number }>('select count(*) n from sign_in_tries');

test('a thousand refused tries change no row and make none', () => {
  const directory = temporaryDirectory();
  const db = openWriter(directory, null);
  const attempt = (n: number): number =>
    db.do(
      trySignIn({
        // Another account each time, which would get new rows.
        subjects: { pair: `pair ${n}`, account: `account ${n}`, network: 'network' },
        from: { email: `${n}@example.com`, address: '192.0.2.7' },
        nowMs: START_MS,
      }),
    );
  let n = 0;
  while (attempt(n) === 0) n += 1;
  const changes = db.one(CHANGES)?.n;
  const rows = db.one(ROWS)?.n;
  for (let more = 0; more < 1_000; more += 1) assert.ok(attempt(n + more) > 0);
  assert.deepEqual([db.one(CHANGES)?.n, db.one(ROWS)?.n], [changes, rows]);
  assert.ok(attempt(n) <= 15 * MINUTE_MS);
  db.close();
  rmSync(directory, { recursive: true });
});
