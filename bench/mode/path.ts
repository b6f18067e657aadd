/**
 * The path of one report against a bare loop in the same run, as ratios: throughput, and the
 * service's processor time per delivery against the bare sender's per request. Then how soon a
 * webhook leaves at a hundredth of the load.
 */
import { join } from 'node:path';
import { type BareResult, runBare } from '../bare.ts';
import { measureSync } from '../disk.ts';
import { delays, median, rate } from '../figures.ts';
import { onSqlite } from '../line.ts';
import { measureLatency } from '../low-load.ts';
import { showProfiles } from '../profile.ts';
import type { Add } from '../record.ts';
import { measurePath, type PathResult } from '../report-path.ts';

/** Reports per request. */
const CASES = [
  { name: 'batched', batch: 50, told: '50 reports a request' },
  { name: 'single', batch: 1, told: '1 report a request' },
] as const;
const WARM_UP = 2_000;
/** As a share of the full load. */
const LOW_LOAD = 0.01;
/** Reports at low load, so that ten lie beyond the 99th percentile. */
const LATENCIES = 1_000;
/** The slowest pace: a slower one takes long and measures the same. */
const LOW_LOAD_PER_S = 100;

export interface PathOptions {
  /** Reports in each measurement. */
  readonly reports: number;
  readonly rounds: number;
}

/** Options for the service: each of its threads writes a profile into `folder` when it ends. */
export function profiling(folder: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` };
}

/** Runs each case once, profiled into a folder of its own. A profile costs, so no rate is shown. */
export async function profilePath(reports: number, folder: string): Promise<void> {
  for (const { name, batch, told } of CASES) {
    const into = join(folder, name);
    const environment = profiling(into);
    await onSqlite({ endpoints: 1, environment }, (line) =>
      measurePath(line, { reports, batch, warmUp: WARM_UP }),
    );
    console.log(`${reports} reports, ${told}, profiled into ${into}:`);
    showProfiles(into);
  }
}

export async function runPath({ reports, rounds }: PathOptions, add: Add): Promise<void> {
  console.log(`the path of ${reports} reports a round, one endpoint:`);
  const measured = CASES.map((each) => ({ ...each, results: [] as Compared[] }));
  for (let round = 1; round <= rounds; round += 1) {
    const bare = await runBare(reports);
    keepBare(add, bare);
    console.log(`round ${round}: bare undici loop ${bareFigures(bare)}`);
    for (const { name, batch, told, results } of measured) {
      const result = await pathOf(reports, batch);
      results.push(against(bare, result));
      keepPath(add, name, bare, result);
      console.log(`  ${told.padEnd(20)} ${pathFigures(bare, result)}`);
    }
  }
  for (const { told, results } of measured) {
    const share = median(results.map((each) => each.share)).toFixed(2);
    const cost = median(results.map((each) => each.cost)).toFixed(1);
    console.log(`median, ${told}: ${share} of bare, CPU a delivery ${cost} x a bare request`);
  }
  await showLatency(
    median(measured[0]?.results.map(({ perSecond }) => perSecond) ?? []) * LOW_LOAD,
    add,
  );
}

export function pathOf(reports: number, batch: number): Promise<PathResult> {
  const load = { reports, batch, warmUp: WARM_UP };
  return onSqlite({ endpoints: 1 }, (line) => measurePath(line, load));
}

export interface Compared {
  readonly perSecond: number;
  /** Throughput as a share of the bare loop's. */
  readonly share: number;
  /** The service's processor time per delivery, as a multiple of the bare loop's. */
  readonly cost: number;
}

export function against(bare: BareResult, { perSecond, cpuUs }: PathResult): Compared {
  return {
    perSecond,
    share: perSecond / bare.perSecond,
    cost: (cpuUs.get('service') ?? Number.NaN) / bare.cpuUs,
  };
}

export function keepBare(add: Add, bare: BareResult): void {
  add('bare loop', 'rate', bare.perSecond);
  add('bare loop, CPU a request', 'cpu', bare.cpuUs);
}

export function keepPath(add: Add, name: string, bare: BareResult, result: PathResult): void {
  const { share, cost } = against(bare, result);
  add(`${name}, of bare`, 'share', share);
  add(`${name}, CPU a delivery of bare`, 'cost', cost);
  add(name, 'rate', result.perSecond);
  add(`${name}, CPU a delivery`, 'cpu', result.cpuUs.get('service') ?? Number.NaN);
  add(`${name}, report to 202, p50`, 'duration', result.p50);
  add(`${name}, report to 202, p99`, 'duration', result.p99);
  add(`${name}, unverified, twice or out of order`, 'faults', faultsOf(result));
}

function faultsOf({ unverified, outOfOrder }: PathResult): number {
  return unverified + outOfOrder;
}

export function bareFigures({ perSecond, cpuUs }: BareResult): string {
  return `${rate(perSecond)}, CPU ${cpuUs.toFixed(0)} us a request`;
}

export function pathFigures(bare: BareResult, result: PathResult): string {
  const { perSecond, unverified, outOfOrder } = result;
  const { share, cost } = against(bare, result);
  const cpuUs = (result.cpuUs.get('service') ?? Number.NaN).toFixed(0);
  return (
    `${rate(perSecond).padStart(8)}  ${share.toFixed(2)} of bare` +
    `  CPU ${cpuUs} us a delivery, x ${cost.toFixed(1)}` +
    `  202 after ${delays(result)}` +
    `  unverified ${unverified}, twice or out of order ${outOfOrder}`
  );
}

async function showLatency(hundredth: number, add: Add): Promise<void> {
  const load = { reports: LATENCIES, perSecond: Math.max(LOW_LOAD_PER_S, hundredth) };
  const { answered, arrived } = await onSqlite({ endpoints: 1 }, (line) =>
    measureLatency(line, load),
  );
  const sync = await measureSync();
  for (const share of ['p50', 'p99'] as const) {
    add(`sync of a page, ${share}`, 'duration', sync[share], LOW_LOAD);
    add(`report to 202, ${share}`, 'duration', answered[share], LOW_LOAD);
    add(`202 to first byte, ${share}`, 'duration', arrived[share], LOW_LOAD);
  }
  console.log(
    `single reports at ${rate(load.perSecond)}: 202 after ${delays(answered)};` +
      ` from it to the webhook's first byte ${delays(arrived)};` +
      ` the disk's sync of a page alone ${delays(sync)}` +
      ' (goals: at most 1.5 and 5 ms to the 202, 0.7 and 2.5 ms from it)',
  );
}
