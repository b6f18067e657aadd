/**
 * No statement of a hot path, and no list, may scan a table that grows: EXPLAIN QUERY PLAN of
 * each is read, and a SCAN of such a table fails. Empty tables have no statistics, which is how a
 * fresh installation plans too.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import * as acwResult from '../../../src/store/operation/acw/acw-result.ts';
import * as callLog from '../../../src/store/operation/acw/call-log.ts';
import * as evaluation from '../../../src/store/operation/acw/evaluation.ts';
import * as launch from '../../../src/store/operation/acw/launch.ts';
import * as run from '../../../src/store/operation/acw/run.ts';
import * as runAgain from '../../../src/store/operation/acw/run-again.ts';
import * as runList from '../../../src/store/operation/acw/run-list.ts';
import * as runPost from '../../../src/store/operation/acw/run-post.ts';
import * as runRow from '../../../src/store/operation/acw/run-row.ts';
import * as runStats from '../../../src/store/operation/acw/run-stats.ts';
import * as scorecard from '../../../src/store/operation/acw/scorecard.ts';
import * as audit from '../../../src/store/operation/audit.ts';
import * as backlogSample from '../../../src/store/operation/backlog-sample.ts';
import * as call from '../../../src/store/operation/call/call.ts';
import * as callDeletion from '../../../src/store/operation/call/call-deletion.ts';
import * as callList from '../../../src/store/operation/call/call-list.ts';
import * as callNaming from '../../../src/store/operation/call/call-naming.ts';
import * as clientDeletion from '../../../src/store/operation/call/client-deletion.ts';
import * as fired from '../../../src/store/operation/call/fired.ts';
import * as firing from '../../../src/store/operation/call/firing.ts';
import * as timeline from '../../../src/store/operation/call/timeline.ts';
import * as bulk from '../../../src/store/operation/delivery/bulk.ts';
import * as bulkJob from '../../../src/store/operation/delivery/bulk-job.ts';
import * as bulkStep from '../../../src/store/operation/delivery/bulk-step.ts';
import * as bulkWalk from '../../../src/store/operation/delivery/bulk-walk.ts';
import * as clockRepair from '../../../src/store/operation/delivery/clock-repair.ts';
import * as deliveryChange from '../../../src/store/operation/delivery/delivery-change.ts';
import * as deliveryDetail from '../../../src/store/operation/delivery/delivery-detail.ts';
import * as deliveryList from '../../../src/store/operation/delivery/delivery-list.ts';
import * as deliveryRow from '../../../src/store/operation/delivery/delivery-row.ts';
import * as issue from '../../../src/store/operation/delivery/issue.ts';
import * as lane from '../../../src/store/operation/delivery/lane.ts';
import * as replay from '../../../src/store/operation/delivery/replay.ts';
import * as replayLink from '../../../src/store/operation/delivery/replay-link.ts';
import * as endpoint from '../../../src/store/operation/endpoint/endpoint.ts';
import * as endpointRow from '../../../src/store/operation/endpoint/endpoint-row.ts';
import * as endpointStats from '../../../src/store/operation/endpoint/endpoint-stats.ts';
import * as subscription from '../../../src/store/operation/endpoint/subscription.ts';
import * as apiKey from '../../../src/store/operation/project/api-key.ts';
import * as retentionAcw from '../../../src/store/operation/retention/retention-acw.ts';
import * as retentionBulk from '../../../src/store/operation/retention/retention-bulk.ts';
import * as retentionRemoved from '../../../src/store/operation/retention/retention-removed.ts';
import * as retention from '../../../src/store/operation/retention/retention-steps.ts';
import * as retentionTrend from '../../../src/store/operation/retention/retention-trend.ts';
import * as stats from '../../../src/store/operation/stats.ts';
import * as report from '../../../src/store/sqlite/accept.ts';
import type { Connection } from '../../../src/store/sqlite/connection.ts';
import * as endpointHead from '../../../src/store/sqlite/head.ts';
import { openWriter } from '../../../src/store/sqlite/open.ts';
import * as settle from '../../../src/store/sqlite/settle.ts';
import type { Query } from '../../../src/store/statement.ts';
import { temporaryDirectory } from './opened.ts';

const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'acw-result': acwResult,
  'api-key': apiKey,
  audit,
  bulk,
  'bulk-job': bulkJob,
  'bulk-step': bulkStep,
  'bulk-walk': bulkWalk,
  'endpoint-row': endpointRow,
  'endpoint-stats': endpointStats,
  'backlog-sample': backlogSample,
  evaluation,
  'run-stats': runStats,
  'retention-trend': retentionTrend,
  issue,
  replay,
  'replay-link': replayLink,
  'retention-bulk': retentionBulk,
  call,
  'call-deletion': callDeletion,
  'call-list': callList,
  'call-log': callLog,
  'call-naming': callNaming,
  'client-deletion': clientDeletion,
  'delivery-change': deliveryChange,
  'delivery-detail': deliveryDetail,
  'delivery-list': deliveryList,
  'delivery-row': deliveryRow,
  endpoint,
  fired,
  firing,
  'endpoint-head': endpointHead,
  lane,
  launch,
  clockRepair,
  report,
  'retention-acw': retentionAcw,
  'retention-removed': retentionRemoved,
  'retention-steps': retention,
  run,
  'run-again': runAgain,
  'run-list': runList,
  'run-post': runPost,
  'run-row': runRow,
  scorecard,
  settle,
  stats,
  subscription,
  timeline,
};

/**
 * A walk by primary key has a SCAN in its plan only with a bound that SQLite calls SEARCH;
 * `counted` is what a bounded search has found.
 */
const SCANS =
  /^SCAN (?!json_each|value|CONSTANT ROW|counted|newest|timed|placed|\(subquery-\d+\)|bulk_jobs )/;

/** Statements that must come in the order of an index: a sort would read everything first. */
const UNSORTED = new RegExp(
  '^(?:lane|call-list|audit|retention-\\w+|run|run-list)\\.(?!RUNS_OF_CALL|CALLS_OF)' +
    '|LIST_OF_(?:PROJECT|ENDPOINT)',
);

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
    faultsOf(db, 'lane.x', 'select * from calls where key > 1 order by status').length,
    1,
  );
  db.close();
  rmSync(directory, { recursive: true });
});
