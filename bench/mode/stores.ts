/**
 * Both stores beside each other in one run: the path of a report on SQLite and on PostgreSQL with
 * one process and with an API and workers, in turn, as ratios to the bare loop of the same round;
 * how soon a webhook leaves at a hundredth of that load; and what the database carries alone.
 * Everything shares the cores of one machine, so the CPU of each part is printed too.
 */
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../test/support/postgres.ts';
import { runBare } from '../bare.ts';
import { median, rate } from '../figures.ts';
import { onPostgres, onSqlite, type Work } from '../line.ts';
import { measureLatency } from '../low-load.ts';
import type { Add } from '../record.ts';
import { measurePath, type PathResult } from '../report-path.ts';
import { STATEMENTS, showStatements } from '../statements.ts';
import { runStoreLimit } from '../store-limit.ts';
import { STATUSES } from '../traffic.ts';
import { keepBare, keepPath, profiling } from './path.ts';

export const PARTS = ['path', 'latency', 'store'] as const;

export interface StoresOptions {
  readonly reports: number;
  readonly rounds: number;
  /** Workers beside an API; 0 means one process with both roles. */
  readonly workers: readonly number[];
  readonly parts: readonly string[];
  readonly profile: string | null;
}

const BATCH = 50;
const WARM_UP = 6_000;
/** Reports at low load, so that ten lie beyond the 99th percentile. */
const LATENCIES = 1_000;
/** The slowest pace, also used if no path was measured before it. */
const LOW_LOAD_PER_S = 100;

interface Case {
  readonly name: string;
  on<Value>(work: Work<Value>): Promise<Value>;
}

export async function runStores(options: StoresOptions, add: Add): Promise<void> {
  const { parts, profile, rounds, reports, workers } = options;
  const server = await startPostgres(profile === null ? [] : STATEMENTS);
  try {
    console.log(await headline(server, options));
    const cases = casesOf(server, options);
    const rates = parts.includes('path') ? await showPaths(cases, options, add) : new Map();
    if (parts.includes('path') && profile !== null) await showStatements(server);
    if (parts.includes('latency')) await showLatencies(cases, rates, add);
    if (!parts.includes('store')) return;
    for (const processes of workers.filter((number) => number > 0)) {
      const asked = { processes, count: Math.ceil(reports / processes / 200) * 200, rounds };
      console.log(`the store alone, ${processes} processes:`);
      for (const limit of await runStoreLimit(server, asked)) {
        const { work, perSecond, ratio, clientUs, postgresUs } = limit;
        add(`store alone, ${work}`, 'rate', perSecond, processes);
        add(`store alone, ${work} of plain rows`, 'share', ratio, processes);
        const used = `CPU in µs: process ${clientUs.toFixed(0)}, postgres ${postgresUs.toFixed(0)}`;
        console.log(
          `  ${LIMIT_NAMES[work].padEnd(24)} ${rate(perSecond).padStart(8)}` +
            `  ratio ${ratio.toFixed(2)}  ${used}`,
        );
      }
    }
  } finally {
    await server.close();
  }
}

const LIMIT_NAMES = {
  bare: 'plain rows of 540 bytes',
  accept: 'reports accepted',
  settle: 'outcomes settled',
  both: 'whole deliveries',
};

/** The server itself says what is durable; a run without that would prove nothing. */
async function headline(server: PostgresServer, options: StoresOptions): Promise<string> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const names = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes'];
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any ($1) order by name',
    [names],
  );
  await client.end();
  for (const { name, setting } of rows) {
    if (setting === 'off') throw new Error(`${name} is off: nothing would be durable`);
  }
  const shown = rows.map(({ name, setting }) => `${name} ${setting}`).join(', ');
  return (
    `PostgreSQL: ${shown}\n` +
    `${options.reports} reports a round, ${BATCH} a request, ${STATUSES.length} endpoints`
  );
}

function casesOf(server: PostgresServer, { workers, profile }: StoresOptions): readonly Case[] {
  const place = {
    endpoints: STATUSES.length,
    environment: profile === null ? {} : profiling(profile),
  };
  return [
    { name: 'sqlite, one process', on: (work) => onSqlite(place, work) },
    ...workers.map((number): Case => {
      const name = number === 0 ? 'one process' : `API + ${number} worker${number > 1 ? 's' : ''}`;
      return {
        name: `postgres, ${name}`,
        on: (work) => onPostgres({ ...place, server, workers: number }, work),
      };
    }),
  ];
}

/** The median rate of each case. */
async function showPaths(
  cases: readonly Case[],
  { reports, rounds }: StoresOptions,
  add: Add,
): Promise<ReadonlyMap<Case, number>> {
  const load = { reports, batch: BATCH, warmUp: WARM_UP };
  const results = new Map(cases.map((each) => [each, [] as Ratio[]]));
  for (let round = 1; round <= rounds; round += 1) {
    const bareNow = await runBare(reports);
    const { perSecond: bare } = bareNow;
    keepBare(add, bareNow);
    console.log(`round ${round}: bare undici loop ${rate(bare)}`);
    for (const each of cases) {
      const result = await each.on((line) => measurePath(line, load));
      keepPath(add, each.name, bareNow, result);
      results.get(each)?.push({ ratio: result.perSecond / bare, result });
      console.log(`  ${each.name.padEnd(24)} ${figuresOf(result, result.perSecond / bare)}`);
      console.log(`  ${''.padEnd(24)} ${processorOf(result)}`);
    }
  }
  console.log('medians:');
  for (const [{ name }, of] of results) {
    const ratio = median(of.map((one) => one.ratio)).toFixed(2);
    const perSecond = median(of.map(({ result }) => result.perSecond));
    console.log(`  ${name.padEnd(24)} ratio to bare ${ratio}  ${rate(perSecond).padStart(8)}`);
  }
  return new Map(
    cases.map((each) => [
      each,
      median((results.get(each) ?? []).map(({ result }) => result.perSecond)),
    ]),
  );
}

interface Ratio {
  readonly ratio: number;
  readonly result: PathResult;
}

function figuresOf({ perSecond, p50, p99, unverified, outOfOrder }: PathResult, ratio: number) {
  return (
    `${rate(perSecond).padStart(8)}  ratio ${ratio.toFixed(2)}` +
    `  202 after p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms` +
    `  unverified ${unverified}, twice or out of order ${outOfOrder}`
  );
}

/** Parts whose sum is near the cores times 100 % fill them. */
function processorOf({ cpuUs, perSecond }: PathResult): string {
  const each = [...cpuUs].map(([part, us]) => `${part} ${us.toFixed(0)}`).join(', ');
  const sumUs = [...cpuUs.values()].reduce((sum, us) => sum + us, 0);
  const busy = ((sumUs * perSecond) / 1e6 / availableParallelism()) * 100;
  return `µs of CPU a delivery: ${each}; ${busy.toFixed(0)} % of the cores`;
}

async function showLatencies(
  cases: readonly Case[],
  rates: ReadonlyMap<Case, number>,
  add: Add,
): Promise<void> {
  console.log('single reports at 1 % of the rate, milliseconds:');
  for (const each of cases) {
    const full = rates.get(each);
    const perSecond = full === undefined ? LOW_LOAD_PER_S : Math.max(LOW_LOAD_PER_S, full / 100);
    const load = { reports: LATENCIES, perSecond };
    const { answered, arrived } = await each.on((line) => measureLatency(line, load));
    for (const share of ['p50', 'p99'] as const) {
      add(`${each.name}, report to 202 at low load, ${share}`, 'duration', answered[share]);
      add(`${each.name}, 202 to first byte at low load, ${share}`, 'duration', arrived[share]);
    }
    const show = ({ p50, p99 }: { p50: number; p99: number }): string =>
      `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}`;
    console.log(
      `  ${each.name.padEnd(24)} ${rate(perSecond).padStart(6)}  202 after ${show(answered)};` +
        ` from it to the webhook's first byte ${show(arrived)}`,
    );
  }
}
