/**
 * Checker: a shard without an owner soon gets one: at once if it was given back, after the rest of
 * the lease if its owner died, and never much later, as long as the remaining processes are well
 * (docs/internals/design, "Several processes").
 */
import type { Checker, History, Violation } from '../history.ts';
import { violation } from './ledger.ts';
import { diskFaults } from './lost-right.ts';
import { type Tenure, tenuresIn } from './tenures.ts';
import { troublesIn } from './troubles.ts';

const name = 'take-over';

/**
 * A worker polls three times per lease; one with too many shards gives some back at the next poll.
 */
const ASKS_PER_LEASE = 3;

export const takeOver: Checker = {
  name,
  promise: 'A shard whose owner is gone has another one within a lease and a little.',
  check,
};

function check(history: History): readonly Violation[] {
  const { fleet, disk } = history.script;
  if (fleet === undefined) return [];
  const haste = 2_000 + 30 * (disk.commitMs + disk.readMs) + 5 * fleet.newsMs;
  const askMs = (2 * fleet.leaseMs) / ASKS_PER_LEASE;
  const found: Violation[] = [];
  for (const tenures of tenuresIn(history).byShard) {
    for (const [index, tenure] of tenures.entries()) {
      const next = tenures[index + 1] ?? null;
      const fromMs = goneMs(history, tenure);
      const toMs = next?.from.ms ?? history.happenings.at(-1)?.ms ?? 0;
      if (fromMs === null) continue;
      const wasFreed = tenure.until !== null && tenure.until.ms <= fromMs && next?.expired === null;
      const mostMs = haste + askMs + (wasFreed ? 0 : fleet.leaseMs);
      if (toMs - fromMs <= mostMs || !isQuiet(history, tenure.life, fromMs, toMs)) continue;
      const says = `shard ${tenure.shard} had no owner for ${toMs - fromMs} ms, ${mostMs} at most`;
      found.push(violation(name, says, toMs, null));
    }
  }
  return found;
}

/** When its owner stopped working for it; null if it never did. */
function goneMs(history: History, { life, from, until }: Tenure): number | null {
  const down = troublesIn(history)
    .of(life)
    .find(({ kind }) => kind === 'down');
  const times = [until?.ms, down?.fromMs].filter((ms) => ms !== undefined);
  return times.length === 0 ? null : Math.max(from.ms, Math.min(...times));
}

/** Some process sends all the while, and every process is well. */
function isQuiet(history: History, gone: number, fromMs: number, toMs: number): boolean {
  const leaseMs = history.script.fleet?.leaseMs ?? 0;
  const sinceMs = fromMs - leaseMs;
  const isMeanwhile = (span: { readonly fromMs: number; readonly toMs: number }) =>
    span.fromMs < toMs && span.toMs + leaseMs > sinceMs;
  if (diskFaults(history).some(isMeanwhile)) return false;
  let isThere = false;
  for (const told of history.happenings) {
    if (told.what !== 'started' || told.role === 'api' || told.ms > toMs) continue;
    const troubles = troublesIn(history).of(told.life);
    if (told.life !== gone && troubles.some(isMeanwhile)) return false;
    if (told.life !== gone && told.ms < sinceMs && !troubles.some(isMeanwhile)) isThere = true;
  }
  return isThere;
}
