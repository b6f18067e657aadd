/**
 * The cost of a round of retention: nothing is written for rows that stay, and attempts without an
 * excerpt are not touched again.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { ensureProject } from '../../../src/store/operation/project/project.ts';
import { EXPIRY_STEPS, removeExpired } from '../../../src/store/operation/retention/retention.ts';
import type { Connection } from '../../../src/store/sqlite/connection.ts';
import { openWriter } from '../../../src/store/sqlite/open.ts';
import { query } from '../../../src/store/statement.ts';
import { DAY_MS, START_MS } from '../given.ts';
import { temporaryDirectory } from './opened.ts';

const DELIVERIES = 1_000;
/** Given up 40 days before: excerpts are past their 30 days, rows not past their 90. */
const FILL_DELIVERIES = query(`
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
  insert into deliveries (project_key, endpoint_key, call_key, firing_key, sequence, trigger,
    content_key, state, created_at, closed_at)
  select 1, 1, i, i, 1, 'OUTBOUND_CALL_CALLING', 'message', 'exhausted', ?2, ?2 from n`);
const FILL_ATTEMPTS = query(`
  insert into attempts (delivery_key, number, started_at, duration_ms, outcome, excerpt, manual)
  select d.key, 1 + n.value, d.created_at, 5, 'retryable', 'no', 0
  from deliveries d join json_each('[0, 1]') n`);
/**
 * Statements beside the look of each step: where the round stands, the projects, its end, and the
 * two counts of this test.
 */
const AROUND = 5;
const CHANGES = query<{ n: number }>('select total_changes() n');

function changesOf(db: Connection, work: () => unknown): number {
  const before = db.one(CHANGES)?.n ?? 0;
  work();
  return (db.one(CHANGES)?.n ?? 0) - before;
}

test('excerpts are forgotten once, and a round that removes nothing writes nothing', () => {
  const directory = temporaryDirectory();
  const db = openWriter(directory, null);
  db.do(ensureProject({ name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_MS }));
  db.run(FILL_DELIVERIES, DELIVERIES, START_MS - 40 * DAY_MS);
  db.run(FILL_ATTEMPTS);
  const asked = { nowMs: START_MS, limit: 10 * DELIVERIES };
  const round = () => db.do(removeExpired(asked));
  assert.equal(changesOf(db, round), 2 * DELIVERIES);
  const before = db.statementsRun;
  assert.equal(changesOf(db, round), 0);
  const statements = db.statementsRun - before;
  assert.ok(statements <= EXPIRY_STEPS.length + AROUND, `${statements}: no statement per row`);
  db.close();
  rmSync(directory, { recursive: true });
});

test('a round goes on where its last batch ended, over a restart too', () => {
  const directory = temporaryDirectory();
  const first = openWriter(directory, null);
  first.do(ensureProject({ name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_MS }));
  first.run(FILL_DELIVERIES, DELIVERIES, START_MS - 40 * DAY_MS);
  first.run(FILL_ATTEMPTS);
  const asked = { nowMs: START_MS, limit: DELIVERIES / 4 };
  assert.deepEqual(first.do(removeExpired(asked)), {
    removed: DELIVERIES / 2,
    lost: 0,
    more: true,
  });
  first.close();
  const db = openWriter(directory, null);
  const results = Array.from({ length: 4 }, () => db.do(removeExpired(asked)));
  assert.deepEqual(
    results.map(({ removed }) => removed),
    [DELIVERIES / 2, DELIVERIES / 2, DELIVERIES / 2, 0],
  );
  assert.equal(results.at(-1)?.more, false);
  db.close();
  rmSync(directory, { recursive: true });
});
