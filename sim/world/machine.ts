/**
 * One machine of several: its wall clock is apart from the true time by a skew, its monotonic
 * clock runs a little slower or faster and stands still while the machine sleeps, and its way to
 * the database may be cut. The lives of the processes on it share all this. Times in whole ms.
 */

/** `refused`: told so at once. `silent`: nothing comes back, and who asked gives up later. */
export type Cut = 'refused' | 'silent';

export interface Machine {
  /** Of the wall clock; positive: ahead. */
  skewMs: number;
  /** How much faster the monotonic clock runs, in parts of a million. */
  readonly ppm: number;
  /** What the machine has slept through. */
  lostMs: number;
  /** From the database; requests to receivers go on. */
  cut: Cut | null;
  /** It does not hear what other processes tell. */
  deaf: boolean;
}

export function machineOf(skewMs: number, ppm: number): Machine {
  return { skewMs, ppm, lostMs: 0, cut: null, deaf: false };
}

/** Of a world with one process: the true time. */
export const TRUE_MACHINE: Readonly<Machine> = machineOf(0, 0);

type Clocks = Pick<Machine, 'ppm' | 'lostMs'>;

/** What the monotonic clock says at a true time. */
export function monoAt({ ppm, lostMs }: Clocks, trueMs: number): number {
  return ppm === 0 ? trueMs - lostMs : Math.floor((trueMs - lostMs) * rateOf(ppm));
}

/** The first true time at which the monotonic clock has reached this; fractions as they are. */
export function timeOfMono({ ppm, lostMs }: Clocks, monoMs: number): number {
  if (ppm === 0) return monoMs + lostMs;
  const trueMs = Math.ceil(monoMs / rateOf(ppm)) + lostMs;
  return monoAt({ ppm, lostMs }, trueMs) < monoMs ? trueMs + 1 : trueMs;
}

function rateOf(ppm: number): number {
  return 1 + ppm / 1_000_000;
}
