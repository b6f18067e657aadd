/**
 * The cost of an idle service: the resident set of its process after the start and after a rest,
 * and its share of a core during that rest. One endpoint is registered, no report has come.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { median, mib } from '../figures.ts';
import { onSqlite } from '../line.ts';
import { memoryOf, processorMs } from '../processor.ts';
import type { Add } from '../record.ts';

/** After this time the work of a start is over, and its garbage is collected. */
const SETTLE_MS = 15_000;
const GOAL = '(goals after rest: at most 160 MiB, 0.20 %)';

export interface IdleOptions {
  /** The length of the rest: a clock tick of 10 ms is 0.03 % of 30 of them. */
  readonly seconds: number;
  readonly rounds: number;
}

interface Measured {
  readonly startedMiB: number;
  readonly restedMiB: number;
  /** A share of one core. */
  readonly percent: number;
}

export async function runIdle({ seconds, rounds }: IdleOptions, add: Add): Promise<void> {
  const all: Measured[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const measured = await rest(seconds);
    all.push(measured);
    add('memory after start', 'memory', measured.startedMiB);
    add('memory after rest', 'memory', measured.restedMiB);
    add('processor', 'idle', measured.percent);
  }
  const of = (pick: keyof Measured): number => median(all.map((each) => each[pick]));
  console.log(
    `idle, median of ${rounds}: RSS ${mib(of('startedMiB'))} after start,` +
      ` ${mib(of('restedMiB'))} after ${seconds} s; ${of('percent').toFixed(2)} % of a core` +
      ` ${GOAL}`,
  );
}

function rest(seconds: number): Promise<Measured> {
  return onSqlite({ endpoints: 1 }, async ({ parts: { service = [] } }) => {
    const [pid = 0] = service;
    const startedMiB = await memoryOf(pid);
    await pause(SETTLE_MS);
    const [before, startMs] = [await processorMs({ service }), performance.now()];
    await pause(seconds * 1_000);
    const usedMs = (await processorMs({ service })).get('service') ?? Number.NaN;
    const percent =
      ((usedMs - (before.get('service') ?? Number.NaN)) / (performance.now() - startMs)) * 100;
    return { startedMiB, restedMiB: await memoryOf(pid), percent };
  });
}
