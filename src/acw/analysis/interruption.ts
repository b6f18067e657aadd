/**
 * Interruptions: a party begins while the other has the floor, and both go on. Half a second of
 * both is the bound, since people who take turns well overlap by less. Pure.
 */
import type { Party } from './analysis.ts';
import { begunBefore, type Stretch, type Stretches } from './stretch.ts';

/** The interrupted has talked for so long, and then both for so long. */
export const INTERRUPTION_MS_MIN = 500;

/** How often each party interrupted the other. */
export function interruptionCounts({ AGENT, CUSTOMER }: Stretches): Record<Party, number> {
  return { AGENT: count(AGENT, CUSTOMER), CUSTOMER: count(CUSTOMER, AGENT) };
}

function count(own: readonly Stretch[], others: readonly Stretch[]): number {
  return own.filter((stretch) => interrupts(stretch, others)).length;
}

function interrupts({ startMs, endMs, backchannel }: Stretch, others: readonly Stretch[]): boolean {
  const other = begunBefore(others, startMs);
  if (other === null || backchannel) return false;
  const bothMs = Math.min(endMs, other.endMs) - startMs;
  return startMs - other.startMs >= INTERRUPTION_MS_MIN && bothMs >= INTERRUPTION_MS_MIN;
}
