/**
 * No statement of a hot path, and no list, may scan a table that grows: EXPLAIN QUERY PLAN of
 * each is read, and a SCAN of such a table fails. Empty tables have no statistics, which is how a
 * fresh installation plans too.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import * as apiKey from '../../../src/store/operation/api-key.ts';
import * as audit from '../../../src/store/operation/audit.ts';
import * as bulk from '../../../src/store/operation/bulk.ts';
import * as call from '../../../src/store/operation/call.ts';
import * as callList from '../../../src/store/operation/call-list.ts';
import * as deliveryChange from '../../../src/store/operation/delivery-change.ts';
import * as deliveryDetail from '../../../src/store/operation/delivery-detail.ts';
import * as deliveryList from '../../../src/store/operation/delivery-list.ts';
import * as deliveryRow from '../../../src/store/operation/delivery-row.ts';
import * as endpoint from '../../../src/store/operation/endpoint.ts';
import * as head from '../../../src/store/operation/head.ts';
import * as lane from '../../../src/store/operation/lane.ts';
import * as redate from '../../../src/store/operation/redate.ts';
import * as retention from '../../../src/store/operation/retention-steps.ts';
import * as stats from '../../../src/store/operation/stats.ts';
import * as subscription from '../../../src/store/operation/subscription.ts';
import * as timeline from '../../../src/store/operation/timeline.ts';
import type { Connection } from '../../../src/store/sqlite/connection.ts';
import * as endpointHead from '../../../src/store/sqlite/head.ts';
import { openWriter } from '../../../src/store/sqlite/open.ts';
import * as report from '../../../src/store/sqlite/report.ts';
import * as settle from '../../../src/store/sqlite/settle.ts';
import type { Query } from '../../../src/store/statement.ts';
import { temporaryDirectory } from './opened.ts';

const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'api-key': apiKey,
  audit,
  bulk,
  call,
  'call-list': callList,
  'delivery-change': deliveryChange,
  'delivery-detail': deliveryDetail,
  'delivery-list': deliveryList,
  'delivery-row': deliveryRow,
  endpoint,
  head,
  'endpoint-head': endpointHead,
  lane,
  redate,
  report,
  'retention-steps': retention,
  settle,
  stats,
  subscription,
  timeline,
};

/** A walk by primary key has a SCAN in its plan only with a bound that SQLite calls SEARCH. */
const SCANS = /^SCAN (?!json_each|value|CONSTANT ROW)/;

/** Statements that must come in the order of an index: a sort would read everything first. */
const UNSORTED = /^(?:head|lane|call-list|audit|retention-steps)\.|LIST_OF_(?:PROJECT|ENDPOINT)/;

function statements(): readonly (readonly [string, Query<unknown>])[] {
  return Object.entries(MODULES).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) =>
      isQuery(value) ? [[`${file}.${name}`, value] as const] : [],
    ),
  );
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

test('no hot statement scans a table, none that pages sorts', () => {
  const directory = temporaryDirectory();
  const db = openWriter(directory, null);
  assert.ok(statements().length > 40);
  assert.deepEqual(
    statements().flatMap(([name, { sql }]) => faultsOf(db, name, sql)),
    [],
  );
  // What the test is there to catch.
  assert.equal(faultsOf(db, 'x', "select * from deliveries where state = 'due'").length, 1);
  assert.equal(
    faultsOf(db, 'head.x', 'select * from calls where key > 1 order by status').length,
    1,
  );
  db.close();
  rmSync(directory, { recursive: true });
});
