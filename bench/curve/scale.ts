/**
 * Scales of a picture: from values to places on an axis, and the values that an axis names.
 * Pure; must never read a file or draw.
 */

export interface Scale {
  /** From 0, the first value of the axis, to 1, its last. */
  place(value: number): number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const TICKS_WANTED = 5;

/** From 0 to a round value at or above all of `values`. */
export function linear(values: readonly number[]): Scale {
  const most = Math.max(0, ...values);
  const rough = (most > 0 ? most : 1) / TICKS_WANTED;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough * (1 - 1e-9)) ?? 10);
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, index) => rounded(index * step));
  return { place: (value) => value / (count * step), ticks };
}

/** Powers of ten around `values`, which are above 0. */
export function logarithmic(values: readonly number[]): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => rounded(10 ** (low + index)));
  return { place: (value) => (Math.log10(value) - low) / (high - low), ticks };
}

/** Without the rounding errors of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
