/**
 * No statement of a hot path, and no list, may scan a table that grows: EXPLAIN QUERY PLAN of
 * each is read, and a SCAN of such a table fails. Empty tables have no statistics, which is how a
 * fresh installation plans too.
 */
import assert from 'node:assert/strict';
import { globSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import type { Connection } from '../../../src/store/sqlite/connection.ts';
import { openWriter } from '../../../src/store/sqlite/open.ts';
import type { Query } from '../../../src/store/statement.ts';
import { temporaryDirectory } from './opened.ts';

/** Every operation, and the embedded store's statements outside of operations. */
const FILES = ['src/store/operation/**/*.ts', 'src/store/sqlite/{accept,head,settle}.ts'];

/**
 * SQLite calls a walk by primary key a SCAN only if it has no bound. `counted` and its like hold
 * what a bounded search has found; `asked` is a list of the caller.
 */
const SCANS = new RegExp(
  '^SCAN (?!json_each|value|CONSTANT ROW|counted|newest|timed|placed|made|asked|seen|' +
    '\\(subquery-\\d+\\)|bulk_jobs )',
);

/**
 * They walk back along a primary key up to a limit, which the plan does not show, or an index that
 * holds only open or due rows.
 */
const LIMITED = new Set([
  'trigger-count.TRIGGER_COUNTS',
  'trigger-count.STATUS_COUNTS',
  'notice.TO_ENDPOINTS',
  'notice.TO_MEMBERS',
]);

/** Statements that must come in the order of an index: a sort would read everything first. */
const UNSORTED = new RegExp(
  '^(?:lane|call-list|audit|retention-\\w+|run|run-list)\\.(?!RUNS_OF_CALL|CALLS_OF)' +
    '|LIST_OF_(?:PROJECT|ENDPOINT|TRIGGER)',
);

async function statements(): Promise<readonly (readonly [string, Query<unknown>])[]> {
  const found: (readonly [string, Query<unknown>])[] = [];
  for (const path of globSync(FILES).sort()) {
    const exported: Record<string, unknown> = await import(`../../../${path}`);
    for (const [constant, value] of Object.entries(exported)) {
      const name = `${basename(path, '.ts')}.${constant}`;
      if (isQuery(value) && !LIMITED.has(name)) found.push([name, value]);
    }
  }
  return found;
}

function isQuery(value: unknown): value is Query<unknown> {
  return typeof value === 'object' && value !== null && 'sql' in value;
}

function faultsOf(db: Connection, name: string, sql: string): readonly string[] {
  const steps = db.database.prepare(`explain query plan ${sql}`).all();
  return steps
    .map(({ detail }) => String(detail))
    .filter((step) => SCANS.test(step) || (UNSORTED.test(name) && step.includes('TEMP B-TREE')))
    .map((step) => `${name}: ${step}`);
}

test('no hot statement scans a table, none that pages sorts', async () => {
  const directory = temporaryDirectory();
  const db = openWriter(directory, null);
  const all = await statements();
  assert.ok(all.length > 150, `${all.length} statements`);
  assert.deepEqual(
    all.flatMap(([name, { sql }]) => faultsOf(db, name, sql)),
    [],
  );
  // The fault that the test must catch.
  assert.equal(faultsOf(db, 'x', "select * from deliveries where state = 'due'").length, 1);
  assert.equal(
    faultsOf(db, 'lane.x', 'select * from calls where key > 1 order by status').length,
    1,
  );
  db.close();
  rmSync(directory, { recursive: true });
});
