/**
 * How long each party lets the other wait: from the end of what the other said to the beginning of
 * the answer. Negative when the answer begins before that end. Percentiles are nearest-rank: a
 * value that occurred, never one between two. Pure.
 */

import type { SpokenTurn } from '../call-log/timeline.ts';
import type { Party, Percentiles } from './analysis.ts';
import type { Stretch, Stretches } from './stretch.ts';

export function responseLatencies(
  { AGENT, CUSTOMER }: Stretches,
  turns: readonly SpokenTurn[],
): Record<Party, number[]> {
  const floor = [...AGENT, ...CUSTOMER, ...turns.filter(({ speaker }) => speaker === 'SYSTEM')]
    .filter((held) => !('backchannel' in held && held.backchannel))
    .sort((a, b) => a.startMs - b.startMs);
  const latencies: Record<Party, number[]> = { AGENT: [], CUSTOMER: [] };
  const ends: Record<Party, number> = { AGENT: -1, CUSTOMER: -1 };
  let last: Stretch | SpokenTurn | null = null;
  for (const held of floor) {
    const { speaker } = held;
    if (speaker !== 'SYSTEM') {
      if (last !== null && answers(held, last, ends[speaker])) {
        latencies[speaker].push(held.startMs - last.endMs);
      }
      ends[speaker] = Math.max(ends[speaker], held.endMs);
    }
    last = held;
  }
  return latencies;
}

/** p-th percentile: the value at rank ceil(p / 100 * n) of the sorted n; null of none. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (p: number) => sorted[Math.ceil((p / 100) * sorted.length) - 1] ?? null;
  return { p50: at(50), p95: at(95) };
}

/**
 * Who follows the other party, and has been silent since the other ended. No answer: to an
 * announcement, when both begin together, to what has no known end, when one only goes on.
 */
function answers(
  held: Stretch | SpokenTurn,
  last: Stretch | SpokenTurn,
  ownEndMs: number,
): boolean {
  if (last.speaker === 'SYSTEM' || last.speaker === held.speaker) return false;
  return last.measured && held.startMs > last.startMs && ownEndMs <= last.endMs;
}
