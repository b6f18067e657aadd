/**
 * Every statement that a store really sends, with the plan that really ran: the server explains
 * each (auto_explain) in a notice on the connection that ran it. The store has its own pools and
 * plan modes, as shipped. The server's user must be a superuser.
 */
import assert from 'node:assert/strict';
import pg from 'pg';

/** `rows`, `pages`: maxima for all statements together. */
export interface Work {
  readonly name: string;
  readonly rows: number;
  readonly pages: number;
  readonly run: () => Promise<unknown>;
}

/** One statement as it ran. */
export interface Ran {
  readonly text: string;
  /** Rows read by all scans together: passed on, filtered out or checked again. */
  readonly rows: number;
  /** Pages touched, of tables and indexes, in memory or not. */
  readonly pages: number;
  /** Growing tables that were read from end to end. */
  readonly scanned: readonly string[];
  /** One line for each node. */
  readonly plan: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

const GROWING: ReadonlySet<string> = new Set([
  'attempts',
  'audit',
  'calls',
  'deliveries',
  'firings',
  'reports',
  'stats_minutes',
  'acw_results',
  'call_logs',
  'removed_calls',
  'runs',
  'users',
  'sessions',
  'memberships',
  'invitations',
  'password_resets',
  'sign_in_tries',
]);

const EXPLAINED = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  "auto_explain.log_level = 'notice'",
  "auto_explain.log_format = 'json'",
  'auto_explain.log_analyze = on',
  'auto_explain.log_buffers = on',
  'auto_explain.log_timing = off',
  'auto_explain.log_parameter_max_length = 0',
];

const plans: string[] = [];

/** A pool whose connections collect their plans and are never closed for being idle. */
class WatchedPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super({ ...options, idleTimeoutMillis: 0 });
    this.on('connect', (client) => {
      client.on('notice', ({ message }) => {
        const start = message?.indexOf('plan:\n') ?? -1;
        if (message !== undefined && start >= 0) plans.push(message.slice(start + 6));
      });
    });
  }
}

/** Applies to this database and to every pool that this process makes from now on. */
export async function watch(client: pg.Client): Promise<void> {
  Object.assign(pg, { Pool: WatchedPool });
  for (const setting of EXPLAINED) await setForAll(client, setting);
}

/** For new connections, unless they set something else. */
export async function setForAll(client: pg.Client, setting: string): Promise<void> {
  assert.ok(client.database);
  const name = client.escapeIdentifier(client.database);
  await client.query(`alter database ${name} set ${setting}`);
}

/** The statements that ran during `work`, in order. */
export async function during(work: () => Promise<unknown>): Promise<readonly Ran[]> {
  plans.length = 0;
  await work();
  return plans.splice(0).map(ranOf);
}

function ranOf(plan: string): Ran {
  // auto_explain writes these members with log_format = json.
  const { 'Query Text': text, Plan: root } = JSON.parse(plan) as {
    readonly 'Query Text': string;
    readonly Plan: PlanNode;
  };
  const nodes = nodesOf(root);
  const scanned = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((name) => GROWING.has(name));
  const rows = nodes.reduce((sum, node) => sum + rowsOf(node), 0);
  const pages = root['Shared Hit Blocks'] + root['Shared Read Blocks'];
  const told = [text.replaceAll(/\s+/g, ' ').slice(0, 300), ...linesOf(root, '  ')].join('\n');
  return { text, rows: Math.round(rows), pages, scanned, plan: told };
}

function linesOf(node: PlanNode, indent: string): readonly string[] {
  const what = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean);
  const read = `${node['Actual Rows']} rows x ${node['Actual Loops']}`;
  const removed = `${node['Rows Removed by Filter'] ?? 0} removed`;
  const pages = `${node['Shared Hit Blocks'] + node['Shared Read Blocks']} pages`;
  return [
    `${indent}${what.join(' ')}: ${read}, ${removed}, ${pages}`,
    ...(node.Plans ?? []).flatMap((below) => linesOf(below, `${indent}  `)),
  ];
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Counts only nodes that read a table or an index; nodes above get the same rows again. */
function rowsOf(node: PlanNode): number {
  if (!node['Node Type'].includes('Scan')) return 0;
  if (node['Relation Name'] === undefined && node['Index Name'] === undefined) return 0;
  const removed = node['Rows Removed by Filter'] ?? 0;
  const again = node['Rows Removed by Index Recheck'] ?? 0;
  return (node['Actual Rows'] + removed + again) * node['Actual Loops'];
}
