/**
 * What happens to the process, its disk and its clock in a script: crashes and stops, a disk that
 * is full, away or slow, jumps of the wall clock, and how fast the disk is when it is well.
 */
import type { Stream } from './random.ts';
import type { DiskFault, DiskPlan, Step } from './script.ts';
import { moments, scaled } from './streams.ts';

const DAY_MS = 86_400_000;

/** Most are crashes; some are stops as a deployment does them. */
export function drawCrashes(stream: Stream, count: number, toMs: number, downMsMax: number) {
  return moments(stream, count, 0, toMs).map((atMs): Step => {
    const downMs = scaled(stream, 10, downMsMax);
    return { atMs, do: stream.chance(75) ? 'crash' : 'stop', downMs };
  });
}

/**
 * Crashes right after some of these steps, so that their changes may be on disk or not; only before
 * `toMs`, when all disturbances end.
 */
export function drawCrashesAfter(
  stream: Stream,
  count: number,
  steps: readonly Step[],
  toMs: number,
): Step[] {
  return Array.from({ length: Math.min(count, steps.length) }, (): Step => {
    const stepMs = steps[stream.between(0, steps.length - 1)]?.atMs ?? 0;
    const atMs = Math.min(stepMs + stream.between(0, 5), toMs - 1);
    return { atMs, do: 'crash', downMs: scaled(stream, 10, 5_000) };
  });
}

export function drawDiskTrouble(stream: Stream, count: number, toMs: number): Step[] {
  const faults: readonly [DiskFault, ...DiskFault[]] = ['full', 'unavailable', 'slow'];
  return moments(stream, count, 0, toMs).map((atMs): Step => {
    const forMs = scaled(stream, 50, 60_000);
    return { atMs, do: 'disk', fault: stream.pick(faults), forMs };
  });
}

/** By how much the wall clock is set: from a second to a week, forward or back. */
export function drawJumps(stream: Stream, count: number, toMs: number): Step[] {
  return moments(stream, count, 0, toMs).map((atMs): Step => {
    const byMs = scaled(stream, 1_000, 7 * DAY_MS);
    return { atMs, do: 'jump', byMs: stream.chance(50) ? byMs : -byMs };
  });
}

export function drawDisk(stream: Stream): DiskPlan {
  return {
    commitMs: stream.chance(20) ? 0 : scaled(stream, 1, 40),
    readMs: stream.chance(30) ? 0 : scaled(stream, 1, 20),
  };
}
