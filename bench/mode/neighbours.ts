/**
 * A healthy endpoint alone, then beside others that have work all the time: a slow one and a dead
 * one of its project, and 1,000 of other projects that fail every second attempt. Measures the
 * throughput of reports in batches, and at a steady pace the time from a single report to the
 * webhook's first byte, each as a ratio to the healthy endpoint alone in the same round.
 */
import { delays, median, rate } from '../figures.ts';
import { addFlapping, FLAPPING_ENDPOINTS, FLAPPING_ENVIRONMENT } from '../flapping.ts';
import { type Line, onSqlite } from '../line.ts';
import { measureLatency } from '../low-load.ts';
import { SLOW } from '../receiver-path.ts';
import type { Add } from '../record.ts';
import { generate, measurePath } from '../report-path.ts';
import { addEndpoint, DEAD_TARGET } from '../traffic.ts';
import type { PathOptions } from './path.ts';

/** Waiting deliveries at the slow and the dead endpoint, in as many lanes. */
const WAITING = 2_000;
const LATENCIES = 1_000;
const LATENCY_PER_S = 200;
const PATH = { batch: 50, warmUp: 2_000 };

/** Adds the neighbours of the healthy endpoint, and gives them work. */
const CASES: readonly (readonly [name: string, addNeighbours: (line: Line) => Promise<void>])[] = [
  ['alone', async () => {}],
  ['slow', ({ service, receiver }) => addWaiting(service, `${receiver.url}${SLOW}`)],
  ['dead', ({ service }) => addWaiting(service, DEAD_TARGET)],
  [`${FLAPPING_ENDPOINTS} flapping`, addFlapping],
];

interface Measured {
  readonly perSecond: number;
  /** Milliseconds from the report to the webhook's first byte. */
  readonly p50: number;
  readonly p99: number;
  /** Failed attempts of flapping endpoints while single reports came. */
  readonly refused: number;
}

export async function runNeighbours(options: PathOptions, add: Add): Promise<void> {
  const { reports, rounds } = options;
  console.log(`a healthy endpoint beside others, ${reports} reports a round, ${PATH.batch} each;`);
  console.log(`then single ones at ${rate(LATENCY_PER_S)}, until the webhook's first byte:`);
  const ratios = new Map(CASES.map(([name]) => [name, [] as Ratios[]]));
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`round ${round}:`);
    let alone: Measured | null = null;
    for (const [name, addNeighbours] of CASES) {
      const now = await onSqlite(
        { endpoints: 1, environment: FLAPPING_ENVIRONMENT },
        async (line) => {
          await addNeighbours(line);
          return measure(line, reports);
        },
      );
      alone ??= now;
      const compared = { share: now.perSecond / alone.perSecond, slowdown: now.p99 / alone.p99 };
      ratios.get(name)?.push(compared);
      keep(add, name, now, name === 'alone' ? null : compared);
      console.log(
        `  ${name.padEnd(14)} ${rate(now.perSecond).padStart(8)}  ${delays(now)}` +
          `  ${told(compared)}${now.refused > 0 ? `  attempts refused ${now.refused}` : ''}`,
      );
    }
  }
  for (const [name, each] of ratios) {
    const share = median(each.map((one) => one.share));
    const slowdown = median(each.map((one) => one.slowdown));
    if (name !== 'alone') console.log(`median beside ${name}: ${told({ share, slowdown })}`);
  }
}

interface Ratios {
  readonly share: number;
  readonly slowdown: number;
}

function told({ share, slowdown }: Ratios): string {
  return `throughput ${share.toFixed(2)}, p99 ${slowdown.toFixed(2)} of alone`;
}

function keep(add: Add, name: string, now: Measured, compared: Ratios | null): void {
  add(name, 'rate', now.perSecond);
  add(`${name}, report to first byte, p50`, 'duration', now.p50);
  add(`${name}, report to first byte, p99`, 'duration', now.p99);
  if (compared === null) return;
  add(`${name}, throughput of alone`, 'share', compared.share);
  add(`${name}, p99 of alone`, 'slowdown', compared.slowdown);
}

async function measure(line: Line, reports: number): Promise<Measured> {
  const { perSecond } = await measurePath(line, { ...PATH, reports, calls: 'healthy' });
  const load = { reports: LATENCIES, perSecond: LATENCY_PER_S };
  const { total } = await measureLatency(line, load);
  const { refused } = await line.receiver.counts();
  return { perSecond, ...total, refused };
}

async function addWaiting(service: Line['service'], target: string): Promise<void> {
  await addEndpoint(service, { target, concurrency: 20, number: 1 });
  const traffic = { reports: WAITING, batch: 500, endpoints: 1, first: 1 };
  await generate(service, { ...traffic, prefix: 'neighbour' });
}
