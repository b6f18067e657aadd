/**
 * When a stream that breaks is opened again, and when it is given up for asking: more than three
 * breaks within 15 s mean that something between us and the service cuts streams off. Pure.
 */

const BREAKS_MAX = 3;
const WITHIN_MS = 15_000;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

export interface Breaks {
  readonly atMs: readonly number[];
  /** Without one whole event or heartbeat between. */
  readonly inRow: number;
}

export const NO_BREAKS: Breaks = { atMs: [], inRow: 0 };

export type NextTry =
  | { readonly kind: 'wait'; readonly ms: number; readonly breaks: Breaks }
  | { readonly kind: 'poll'; readonly breaks: Breaks };

/** `fraction`: chance from 0 to 1, so that many pages do not come back at once. */
export function afterBreak(breaks: Breaks, nowMs: number, fraction: number): NextTry {
  const atMs = [...breaks.atMs, nowMs].filter((one) => nowMs - one <= WITHIN_MS);
  const next = { atMs, inRow: breaks.inRow + 1 };
  if (atMs.length > BREAKS_MAX) return { kind: 'poll', breaks: next };
  const delay = Math.min(LONGEST_MS, FIRST_MS * 2 ** (next.inRow - 1));
  return { kind: 'wait', ms: Math.round(delay * (0.5 + fraction / 2)), breaks: next };
}

/** Something came: the way is open. */
export function afterNews(breaks: Breaks): Breaks {
  return breaks.inRow === 0 ? breaks : { ...breaks, inRow: 0 };
}
