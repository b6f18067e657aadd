/**
 * One machine of several: its wall clock is apart from the true time by a skew, its monotonic clock
 * runs a little slower or faster and stands still while the machine sleeps, and its connection to
 * the database may be cut. All lives of its process share these. Times in whole ms.
 */

/**
 * `refused`: the caller learns it at once. `silent`: no answer comes, and the caller gives up
 * later.
 */
export type Cut = 'refused' | 'silent';

export interface Machine {
  /** Skew of the wall clock; positive: ahead. */
  skewMs: number;
  /** How much faster the monotonic clock runs, in parts of a million. */
  readonly ppm: number;
  /** How long the machine has slept. */
  lostMs: number;
  /** Whether it is cut off from the database; requests to receivers go on. */
  cut: Cut | null;
  /** Whether it hears no news from other processes. */
  deaf: boolean;
}

export function machineOf(skewMs: number, ppm: number): Machine {
  return { skewMs, ppm, lostMs: 0, cut: null, deaf: false };
}

/** A world with one process has the true time. */
export const TRUE_MACHINE: Readonly<Machine> = machineOf(0, 0);

type Clocks = Pick<Machine, 'ppm' | 'lostMs'>;

/** The monotonic clock at a true time. */
export function monoAt({ ppm, lostMs }: Clocks, trueMs: number): number {
  return ppm === 0 ? trueMs - lostMs : Math.floor((trueMs - lostMs) * rateOf(ppm));
}

/** The first true time at which the monotonic clock reaches `monoMs`; fractions are kept. */
export function timeOfMono({ ppm, lostMs }: Clocks, monoMs: number): number {
  if (ppm === 0) return monoMs + lostMs;
  const trueMs = Math.ceil(monoMs / rateOf(ppm)) + lostMs;
  return monoAt({ ppm, lostMs }, trueMs) < monoMs ? trueMs + 1 : trueMs;
}

function rateOf(ppm: number): number {
  return 1 + ppm / 1_000_000;
}
