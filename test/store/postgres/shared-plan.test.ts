/**
 * No statement that operations share may read a table that grows from end to end, with 50,000
 * deliveries: neither on tables that were never analysed, as after a sudden start, nor on analysed
 * ones, where none that pages may sort one either. Plans are the generic ones, which serve any
 * parameters; lists for people are planned for their values, as the store has them planned. The
 * connection is set as the store's are.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
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
import * as laneLock from '../../../src/store/operation/lane-lock.ts';
import * as redate from '../../../src/store/operation/redate.ts';
import * as retention from '../../../src/store/operation/retention-steps.ts';
import * as stats from '../../../src/store/operation/stats.ts';
import * as subscription from '../../../src/store/operation/subscription.ts';
import * as timeline from '../../../src/store/operation/timeline.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { BY_INDEX } from '../../../src/store/postgres/pool.ts';
import { textOf } from '../../../src/store/postgres/text.ts';
import type { Query } from '../../../src/store/statement.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { HISTORY } from './history.ts';

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
  lane,
  'lane-lock': laneLock,
  redate,
  'retention-steps': retention,
  stats,
  subscription,
  timeline,
};

const GROWING: ReadonlySet<string> = new Set([
  'attempts',
  'audit',
  'calls',
  'deliveries',
  'firings',
  'reports',
  'stats_minutes',
]);

/** Statements that must come in the order of an index: a sort would read everything first. */
const UNSORTED =
  /^(?:head|lane|call-list|audit|bulk|retention-steps)\.(?!OF_CALL)|LIST_OF_(?:PROJECT|ENDPOINT)/;

/** Of these also while the planner knows nothing of the tables. */
const HEADS = /^(?:head|lane)\./;

/** Written for each store: PostgreSQL adds its figures in sets. */
const OTHERWISE = new Set(['stats.ADD_MINUTE', 'stats.CHANGE_BACKLOG', 'stats.START_BACKLOG']);

const PAGE = '0, 1, 3, null, null, null, 0, 9007199254740991, 9007199254740991, 0, 50';

/** Values of statements that are planned each time; the widest page, as it is asked for first. */
const VALUES: Readonly<Record<string, string>> = {
  'call-list.CALL_PAGE': '1, null, null, 0, 9007199254740991, 9007199254740991, 0, 50',
  'delivery-list.LIST_OF_CALL': PAGE.replace('null', '77'),
  'delivery-list.LIST_OF_ENDPOINT': PAGE,
  'delivery-list.LIST_OF_PROJECT': PAGE.replace('3', 'null'),
  'delivery-list.LIST_OPEN': PAGE.replace('3', 'null'),
  'delivery-list.LIST_UNDELIVERED': PAGE.replace('3', 'null'),
  'audit.AUDIT_PAGE': '1, null, 50',
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

function statements(): readonly (readonly [string, string])[] {
  return Object.entries(MODULES).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => {
      const full = `${file}.${name}`;
      return isQuery(value) && !OTHERWISE.has(full) ? [[full, textOf(value)] as const] : [];
    }),
  );
}

function isQuery(value: unknown): value is Query<unknown> {
  return typeof value === 'object' && value !== null && 'sql' in value;
}

async function planOf(client: pg.Client, name: string, text: string): Promise<PlanNode> {
  const mode = name in VALUES ? 'force_custom_plan' : 'force_generic_plan';
  await client.query(`set plan_cache_mode = ${mode}`);
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  const nulls = Array.from({ length: Math.max(0, ...numbers) }, () => 'null').join(', ');
  const values = VALUES[name] ?? nulls;
  await client.query(`prepare tried as ${text}`);
  const execute = values === '' ? 'execute tried' : `execute tried (${values})`;
  const { rows } = await client.query(`explain (format json) ${execute}`);
  await client.query('deallocate tried');
  return rows[0]['QUERY PLAN'][0].Plan;
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

async function faultsOf(
  client: pg.Client,
  name: string,
  text: string,
  unsorted: RegExp,
): Promise<string[]> {
  const nodes = nodesOf(await planOf(client, name, text));
  const scans = nodes.filter(
    (node) => node['Node Type'] === 'Seq Scan' && GROWING.has(node['Relation Name'] ?? ''),
  );
  const sorts = nodes.filter((node) => unsorted.test(name) && node['Node Type'] === 'Sort');
  return [...scans, ...sorts].map(
    (node) => `${name}: ${node['Node Type']} ${node['Relation Name'] ?? ''}`,
  );
}

describe('plans of the shared statements on PostgreSQL', () => {
  let server: PostgresServer;
  let client: pg.Client;
  before(async () => {
    server = await startPostgres(['autovacuum=off']);
    const url = await server.newDatabase();
    await migrate({ url, unsafe: false });
    const options = Object.entries(BY_INDEX).map(([name, value]) => `-c ${name}=${value}`);
    client = new pg.Client({ connectionString: url, options: options.join(' ') });
    await client.connect();
    for (const statement of HISTORY) await client.query(statement);
  });
  after(async () => {
    await client.end();
    await server.close();
  });

  async function faults(unsorted: RegExp): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [name, text] of statements()) {
      found.push(...(await faultsOf(client, name, text, unsorted)));
    }
    return found;
  }

  test('none scans a growing table, no head is sorted for, before it is analysed', async () => {
    assert.ok(statements().length > 35);
    assert.deepEqual(await faults(HEADS), []);
    // What the test is there to catch.
    const scan = "select * from deliveries where last_error = 'x'";
    assert.ok((await faultsOf(client, 'x', scan, HEADS)).length > 0);
    const sort = 'select * from calls order by status';
    assert.ok((await faultsOf(client, 'head.x', sort, HEADS)).length > 1);
  });

  test('nor once it is analysed, and then none that pages sorts', async () => {
    await client.query('vacuum analyze');
    assert.deepEqual(await faults(UNSORTED), []);
  });
});
