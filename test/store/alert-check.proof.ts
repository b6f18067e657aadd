/**
 * S17.2: what one check for alerts costs with as many projects as an instance may have, on both
 * stores: statements, processor time, and for how long the event loop stood still. It prints what
 * it measures (docs/internals/performance.md has figures) and bounds only the number of statements,
 * since times depend on the machine.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { processorMs } from '../../bench/processor.ts';
import { HEALTHY } from '../../src/core/delivery/health.ts';
import { createAlertWatch } from '../../src/engine/alert/alert-watch.ts';
import type { Store } from '../../src/engine/ports/store.ts';
import { liveAlerts } from '../../src/store/operation/alert/alert.ts';
import { alertFacts } from '../../src/store/operation/alert/alert-facts.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { DATABASE_FILE, openReader } from '../../src/store/sqlite/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { ManualClock } from '../engine/manual-clock.ts';
import { startOwnPostgres } from '../support/postgres.ts';
import { DAY_MS, START_MS } from './given.ts';
import { temporaryDirectory } from './sqlite/opened.ts';

const PROJECTS = 1_000;
const ENDPOINTS = 5_000;
const BACKLOG = 20;
const ROUNDS = 5;
const EVERY_MS = 30_000;
/**
 * Seven for each 250 projects, their facts and live alerts, and one that finds no more projects.
 */
const STATEMENTS = 7 * (PROJECTS / 250) + 1;

const SETTINGS = JSON.stringify({
  name: 'Orders',
  kind: 'custom',
  target: 'https://receiver.example/hook',
  secretTarget: null,
  agent: null,
  triggers: ['OUTBOUND_CALL_CALLING', 'CALL_LOG_CREATED', 'OUTBOUND_CALL_COMPLETED'],
  opsTriggers: [],
  auth: { method: 'rsa-sha256' },
  filter: null,
  contentKey: 'message',
  payloadVersion: 1,
  signatureFormat: 'webhook-signature',
  headers: [],
  timeoutMs: 10_000,
  retryScheduleMs: [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000],
  retryOther4xx: false,
  pacing: { ratePerS: null, burst: 20, concurrency: 20 },
});
const HEALTH = JSON.stringify(HEALTHY);

function upTo(last: number): string {
  return `with recursive made(n) as (select 1 union all select n + 1 from made where n < ${last})`;
}

const project = `1 + n % ${PROJECTS}`;
const LATENCIES = Array.from(
  { length: 16 },
  (_, bound) => `latency_${String(bound).padStart(2, '0')}`,
);

/** Projects at rest: each endpoint delivered something, none failed, and certificates are known. */
function quiet(stripe: string): readonly string[] {
  return [
    `insert into projects (name, settings, created_at, updated_at) ${upTo(PROJECTS)}
      select 'project ' || n, '{"serviceName":"Calls","stale":{},"retention":{}}', ${START_MS},
      ${START_MS} from made`,
    `insert into endpoints (key, project_key, settings, enabled, created_at, updated_at, revision)
      ${upTo(ENDPOINTS)} select n, ${project}, '${SETTINGS}', 1, ${START_MS}, ${START_MS}, 1
      from made`,
    `insert into endpoint_health (endpoint_key, health) ${upTo(ENDPOINTS)}
      select n, '${HEALTH}' from made where n % 3 = 0`,
    `insert into endpoint_backlogs (endpoint_key, ${stripe} project_key, open_deliveries)
      ${upTo(ENDPOINTS)} select n, ${stripe === '' ? '' : '0,'} ${project}, 0 from made`,
    `insert into endpoint_certificates (endpoint_key, checked_at, ends_at, origin)
      ${upTo(ENDPOINTS)} select n, ${START_MS}, ${START_MS + 80 * DAY_MS},
      'https://receiver.example' from made`,
    `insert into stats_minutes (project_key, endpoint_key, minute_at, ${stripe} made, delivered,
      failed, attempts, ${LATENCIES.join(', ')}) ${upTo(ENDPOINTS * 30)}
      select 1 + (1 + n % ${ENDPOINTS}) % ${PROJECTS}, 1 + n % ${ENDPOINTS},
      ${Math.floor(START_MS / 60_000) * 60_000} - 60000 * (n / ${ENDPOINTS}),
      ${stripe === '' ? '' : '0,'} 1, 1, 0, 1, ${LATENCIES.map(() => 0).join(', ')} from made`,
    `insert into sources (key, project_key, name, adapter, secret, created_at, updated_at,
      proven_at) ${upTo(PROJECTS)} select n, ${project}, 'PBX', 'twilio', 'sealed', ${START_MS},
      ${START_MS}, ${START_MS} from made`,
    `insert into source_requests (source_key, number, received_at, result, body, proven)
      ${upTo(PROJECTS * 50)} select 1 + n % ${PROJECTS}, n / ${PROJECTS}, ${START_MS} - n,
      'applied', '{"CallSid":"CA1"}', 1 from made`,
    `insert into evaluations (run_key, project_key, endpoint_key, ended_at, scorecard, revision,
      percentage, passed) ${upTo(PROJECTS * 20)} select n, ${project}, 1, ${START_MS} - n, 'sc_1',
      1, 80, 1 from made`,
  ];
}

/** Every endpoint has deliveries that wait. */
const BUSY = [
  `insert into deliveries (project_key, endpoint_key, call_key, firing_key, sequence, trigger,
    content_key, state, due_at, created_at) ${upTo(ENDPOINTS * BACKLOG)}
    select 1 + (1 + n % ${ENDPOINTS}) % ${PROJECTS}, 1 + n % ${ENDPOINTS}, n, n, 1,
    'CALL_LOG_CREATED', 'message', 'due', ${START_MS}, ${START_MS} from made`,
  `update endpoint_backlogs set open_deliveries = ${BACKLOG}`,
];

/** Runs checks and returns what each took; the first one, which warms up, is left out. */
async function measured(
  t: TestContext,
  what: string,
  store: Store,
  others: () => Promise<number>,
): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const lines: string[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (round === 1) delays.enable();
    const othersMs = await others();
    const cpu = process.cpuUsage();
    const startMs = performance.now();
    await check(store);
    const wallMs = performance.now() - startMs;
    const { user, system } = process.cpuUsage(cpu);
    const serverMs = (await others()) - othersMs;
    if (round === 0) continue;
    lines.push(`${wallMs.toFixed(0)} (${((user + system) / 1_000).toFixed(0)} + ${serverMs})`);
  }
  delays.disable();
  const held = (delays.max / 1e6).toFixed(1);
  t.diagnostic(`${what}, ms (processor here + server): ${lines.join(', ')}; held ${held} ms`);
}

async function check(store: Parameters<typeof createAlertWatch>[0]['store']): Promise<void> {
  const clock = new ManualClock(START_MS);
  const watch = createAlertWatch({
    store,
    clock,
    emit: (event) => assert.fail(JSON.stringify(event)),
    holder: 'process-1',
    alone: true,
    everyMs: EVERY_MS,
    freeBytes: null,
    mails: true,
    publicUrl: null,
    onTold: () => {},
  });
  watch.start();
  await clock.advance(EVERY_MS, async () => {});
  await watch.stop();
  assert.ok(watch.open() !== null, 'the check came to its end');
}

describe('a check for alerts with 1,000 projects and 5,000 endpoints', () => {
  test('on SQLite', async (t) => {
    const directory = temporaryDirectory();
    const store = await openSqliteStore({ directory, threads: true });
    t.after(async () => {
      await store.close();
      rmSync(directory, { recursive: true });
    });
    const fill = (statements: readonly string[]) => {
      const database = new DatabaseSync(join(directory, DATABASE_FILE));
      for (const statement of statements) database.exec(statement);
      database.close();
    };
    const none = async () => 0;
    fill(quiet(''));
    await measured(t, 'quiet', store, none);
    const reader = openReader(directory);
    const before = reader.statementsRun;
    const refused = async (): Promise<never> => assert.fail('nothing changes');
    await check({
      takeAlertTurn: async () => true,
      alertFacts: async (asked) => reader.do(alertFacts(asked)),
      liveAlerts: async (asked) => reader.do(liveAlerts(asked)),
      maintenanceWindows: refused,
      stepAlerts: refused,
      tellAlerts: refused,
      endpoints: refused,
      members: refused,
    });
    assert.equal(reader.statementsRun - before, STATEMENTS);
    fill(BUSY);
    await measured(t, 'busy', store, none);
    reader.close();
  });

  test('on PostgreSQL', async (t) => {
    const server = await startOwnPostgres();
    const url = await server.newDatabase();
    const clock = new ManualClock(START_MS);
    const store = await openPostgresStore({ url, clock, workerName: 'test' });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    t.after(async () => {
      await client.end();
      await store.close();
      await server.close();
    });
    const pid = server.process?.pid ?? assert.fail('no server of our own');
    const others = async () => (await processorMs({ server: [pid] })).get('server') ?? 0;
    for (const statement of quiet('stripe,')) await client.query(statement);
    await measured(t, 'quiet, not analysed', store, others);
    await client.query('vacuum analyze');
    await measured(t, 'quiet', store, others);
    for (const statement of BUSY) await client.query(statement);
    await client.query('vacuum analyze');
    await measured(t, 'busy', store, others);
  });
});
