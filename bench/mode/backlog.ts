/**
 * The cost of waiting deliveries: `sizes` of them in as many lanes, at an endpoint whose receiver
 * refuses connections, against none. For each size the service is killed and started anew: the time
 * until it is ready, its resident set, then the throughput of a healthy endpoint beside the
 * backlog. Without a bound V8 lets heaps grow with the load; `BOUNDED_HEAP` shows how much is
 * really held.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../test/support/service-process.ts';
import { median, mib, rate } from '../figures.ts';
import { memoryOf } from '../processor.ts';
import { type ReceiverProcess, startReceiver } from '../receiver-process.ts';
import type { Add } from '../record.ts';
import { generate, measurePath } from '../report-path.ts';
import { addEndpoint, DEAD_TARGET } from '../traffic.ts';

const BOUNDED_HEAP = '--max-old-space-size=384 --max-semi-space-size=16';
const HEAPS = [
  { name: 'usual heap', nodeOptions: '' },
  { name: 'bounded heap', nodeOptions: BOUNDED_HEAP },
] as const;
const GOALS =
  'at least 0.90 of empty, ready after at most 1000 ms, RSS after start at most +64 MiB';
const HEALTHY = 0;
const DEAD = 1;
const FILL = { batch: 500, endpoints: 1, first: DEAD };
const PATH = { batch: 50, warmUp: 2_000 };

export interface BacklogOptions {
  /** Numbers of waiting deliveries, rising. */
  readonly sizes: readonly number[];
  /** Reports of the healthy endpoint in each round. */
  readonly reports: number;
  readonly rounds: number;
}

interface Measured {
  readonly perSecond: number;
  readonly readyMs: number;
  readonly startedMiB: number;
  readonly loadedMiB: number;
}

export async function runBacklog(options: BacklogOptions, add: Add): Promise<void> {
  console.log(`waiting deliveries beside ${options.reports} reports a round, ${PATH.batch} each:`);
  console.log(`bounded heap: NODE_OPTIONS="${BOUNDED_HEAP}"; goals for 1000000: ${GOALS}`);
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
  const receiver = await startReceiver();
  const empty = new Map<string, readonly Measured[]>();
  let present = 0;
  try {
    await begin(directory, receiver);
    for (const size of [0, ...options.sizes]) {
      await fill(directory, size - present, `waiting-${size}`);
      present = size;
      for (const { name, nodeOptions } of HEAPS) {
        const place = { directory, environment: { NODE_OPTIONS: nodeOptions } };
        const rounds: Measured[] = [];
        for (let round = 1; round <= options.rounds; round += 1) {
          const calls = `${name.slice(0, 1)}-${size}-${round}`;
          rounds.push(await measure(place, receiver, { ...options, calls }));
        }
        const base = empty.get(name) ?? rounds;
        empty.set(name, base);
        keep(add, name, size, { rounds, base });
        console.log(`  ${String(size).padStart(8)}  ${name.padEnd(12)} ${told(rounds, base)}`);
      }
    }
  } finally {
    receiver.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function begin(directory: string, receiver: ReceiverProcess): Promise<void> {
  const service = await startService({ directory });
  try {
    const target = `${receiver.url}/hook`;
    await addEndpoint(service, { target, concurrency: 50, number: HEALTHY });
    await addEndpoint(service, { target: DEAD_TARGET, concurrency: 20, number: DEAD });
  } finally {
    await service.stop();
  }
}

async function fill(directory: string, reports: number, prefix: string): Promise<void> {
  if (reports <= 0) return;
  const service = await startService({ directory });
  try {
    await generate(service, { ...FILL, reports, prefix });
  } finally {
    await service.kill();
  }
}

async function measure(
  place: Parameters<typeof startService>[0],
  receiver: ReceiverProcess,
  load: { readonly reports: number; readonly calls: string },
): Promise<Measured> {
  const startMs = performance.now();
  const service = await startService(place);
  const readyMs = performance.now() - startMs;
  try {
    const startedMiB = await memoryOf(service.pid);
    await receiver.reset();
    const parts = { service: [service.pid], receiver: [receiver.pid] };
    const line = { service, receiver, endpoints: [HEALTHY], parts };
    const { perSecond } = await measurePath(line, { ...PATH, ...load });
    return { perSecond, readyMs, startedMiB, loadedMiB: await memoryOf(service.pid) };
  } finally {
    await service.kill();
  }
}

interface Compared {
  readonly rounds: readonly Measured[];
  /** Without any waiting delivery. */
  readonly base: readonly Measured[];
}

function keep(add: Add, heap: string, size: number, { rounds, base }: Compared): void {
  for (const share of size > 0 ? sharesOf({ rounds, base }) : []) {
    add(`throughput of empty, ${heap}`, 'share', share, size);
  }
  for (const round of rounds) {
    add(`throughput, ${heap}`, 'rate', round.perSecond, size);
    add(`ready, ${heap}`, 'duration', round.readyMs, size);
    add(`memory after start, ${heap}`, 'memory', round.startedMiB, size);
    add(`memory under load, ${heap}`, 'memory', round.loadedMiB, size);
  }
}

/** The throughput of each round as a part of the same round's on the empty store. */
function sharesOf({ rounds, base }: Compared): readonly number[] {
  return rounds.map((round, index) => round.perSecond / (base[index]?.perSecond ?? Number.NaN));
}

function told(rounds: readonly Measured[], base: readonly Measured[]): string {
  const of = (list: readonly Measured[], pick: keyof Measured): number =>
    median(list.map((each) => each[pick]));
  const share = median(sharesOf({ rounds, base }));
  const more = (pick: keyof Measured): string => {
    const difference = of(rounds, pick) - of(base, pick);
    return `${mib(of(rounds, pick))} (${difference < 0 ? '' : '+'}${mib(difference)})`;
  };
  return (
    `${rate(of(rounds, 'perSecond')).padStart(8)}  ${share.toFixed(2)} of empty` +
    `  ready after ${of(rounds, 'readyMs').toFixed(0)} ms` +
    `  RSS after start ${more('startedMiB')}, under load ${more('loadedMiB')}`
  );
}
