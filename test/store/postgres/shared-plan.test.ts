/**
 * No shared statement reads a growing table from end to end, with 50,000 deliveries: neither on
 * tables that were never analysed, as after a sudden start, nor on analysed ones, where no paged
 * statement may sort one either. Plans are the generic ones, which serve any parameters; lists for
 * people are planned for their values, as in the store. The connection has the settings of the
 * store's connections.
 */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { DUE_RUNS_OF_ALL } from '../../../src/store/postgres/operations.ts';
import { migrate } from '../../../src/store/postgres/server/migrate.ts';
import { BY_INDEX } from '../../../src/store/postgres/server/pool.ts';
import { textOf } from '../../../src/store/postgres/server/text.ts';
import type { Query } from '../../../src/store/statement.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { HISTORY } from './history.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Every file of shared operations, by its name. */
const OPERATIONS = await Promise.all(
  globSync('src/store/operation/**/*.ts', { cwd: ROOT }).map(
    async (path) => [basename(path, '.ts'), await import(join(ROOT, path))] as const,
  ),
);

const GROWING: ReadonlySet<string> = new Set([
  'acw_results',
  'alert_notices',
  'alerts',
  'attempts',
  'audit',
  'backlog_minutes',
  'call_logs',
  'call_terms',
  'call_hints',
  'calls',
  'deliveries',
  'evaluation_criteria',
  'evaluations',
  'firings',
  'kept_reports',
  'removed_calls',
  'reports',
  'runs',
  'stats_minutes',
]);

/** Statements that must come in the order of an index: a sort would read everything first. */
const UNSORTED = new RegExp(
  '^(?:lane|ready-heads|call-list|audit|bulk|retention-\\w+|run|run-list)\\.' +
    '(?!OF_CALL|RUNS_OF_CALL|CALLS_OF)' +
    '|^delivery-change\\.(?:LANE_|MAKE_|STEP_)' +
    '|LIST_OF_(?:PROJECT|ENDPOINT|TRIGGER)',
);

/** Those that must not sort even while the planner has no statistics. */
const HEADS = /^(?:lane|ready-heads|run)\.|^delivery-change\.(?:LANE_|MAKE_|STEP_)/;

/** Statements with another text in each store: PostgreSQL adds its figures in sets. */
const OTHERWISE = new Set(['stats.ADD_MINUTE', 'stats.CHANGE_BACKLOG', 'stats.START_BACKLOG']);

const PAGE =
  '0, 1, 3, null, null, null, 0, 9007199254740991, 9007199254740991, 0, 50, null, null, null, 0';

const RUNS = '1, null, null, 0, 9007199254740991, 9007199254740991, 0, 50';

const CALLS = '1, null, null, 0, 9007199254740991, 9007199254740991, 0, 50, 0, 0, null, null, null';

const COUNTED = '60000, 1, 0, 9007199254740991, 10000';

/** Values of statements that are planned each time; the widest page, the first that is read. */
const VALUES: Readonly<Record<string, string>> = {
  'search.CALLS_BY_SID': "1, 'CA1', 'CA2', 20",
  'search.CALLS_BY_CLIENT': "1, 'order', 'ordes', 20",
  'search.CALL_OF_FIRING': '1, 1, 1',
  'trigger-count.TRIGGER_COUNTS': '10000, 1, 0',
  'trigger-count.STATUS_COUNTS': '10000, 1, 0, 100',
  'call-list.CALL_PAGE': CALLS,
  'call-list.CALLS_OF_CLIENT': `${CALLS}, 'order_77'`,
  'call-list.CALLS_OF_SID': `${CALLS}, 'CA77'`,
  'delivery-list.LIST_OF_CALL': PAGE.replace('null', '77'),
  'delivery-list.LIST_OF_ENDPOINT': PAGE,
  'delivery-list.LIST_OF_PROJECT': PAGE.replace('3', 'null'),
  'delivery-list.LIST_OPEN': PAGE.replace('3', 'null'),
  'delivery-list.LIST_UNDELIVERED': PAGE.replace('3', 'null'),
  'issue.GIVEN_UP': '1, null, 0, 9007199254740991, 5000',
  'issue.GIVEN_UP_OF_ENDPOINT': '1, 3, 0, 9007199254740991, 5000',
  'issue.FAILING_OF_ENDPOINT': '1, 3, 0, 9007199254740991, 1000, 1000',
  'endpoint-stats.TOTALS': '1, 0, 9007199254740991',
  'endpoint-stats.LINES': '60000, 1, 0, 9007199254740991',
  'endpoint-stats.CALLS_BY_STATUS': '60000, 1, 0, 9007199254740991, 50000',
  'backlog-sample.BACKLOG_STEPS': '60000, 1, 0, 9007199254740991',
  'run-stats.RUNS_ENDED': COUNTED,
  'run-stats.RUNS_ENDED_OF_AGENT': `${COUNTED}, 3`,
  'evaluation.SCORES': COUNTED,
  'evaluation.SCORES_OF_AGENT': `${COUNTED}, 3`,
  'evaluation.FAILED_CRITERIA': COUNTED,
  'evaluation.FAILED_CRITERIA_OF_AGENT': `${COUNTED}, 3`,
  'audit-page.AUDIT_PAGE': '1, null, 50, null, null, null, null, 0, 9007199254740991',
  'acw-result.RESULTS_OF_CALL': "77, 1, 'call_77', null, 50",
  'run-list.RUNS_OF_CALL': `${RUNS}, 77, 'call_77'`,
  'run-list.RUNS_OF_ENDPOINT': RUNS.replace('null', '3'),
  'run-list.RUNS_OF_PROJECT': RUNS,
  'run-list.RUNS_FAILED': RUNS,
  'run-list.RUNS_UNFINISHED': RUNS,
  'run.OPEN_RUNS': "'RUNNING', 100",
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

function statements(): readonly (readonly [string, string])[] {
  return [...OPERATIONS, ['run', { DUE_RUNS_OF_ALL }] as const].flatMap(([file, exported]) =>
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
    const names = new Set(statements().map(([name]) => name));
    assert.ok(names.size > 230, `${names.size} statements`);
    assert.deepEqual(
      Object.keys(VALUES).filter((name) => !names.has(name)),
      [],
    );
    assert.deepEqual(await faults(HEADS), []);
    // The fault that the test must catch.
    const scan = "select * from deliveries where last_error = 'x'";
    assert.ok((await faultsOf(client, 'x', scan, HEADS)).length > 0);
    const sort = 'select * from calls order by status';
    assert.ok((await faultsOf(client, 'lane.x', sort, HEADS)).length > 1);
  });

  test('nor once it is analysed, and then none that pages sorts', async () => {
    await client.query('vacuum analyze');
    assert.deepEqual(await faults(UNSORTED), []);
  });
});
