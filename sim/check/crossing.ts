/**
 * How long a committed change may be unknown to a process that sends: the commit is answered, told
 * to the other processes and read again. A process that stands still, is cut off or hears nothing
 * learns of it when that is over.
 */
import type { Sent } from '../history.ts';
import type { Moment } from './change.ts';
import type { Ledger } from './ledger.ts';
import { troublesIn } from './troubles.ts';

/** In one process: how long after an operator's change a request may still leave. */
const CROSSING_MS = 2_000;
/** A broken connection is noticed within this time; an unanswered query takes as long. */
const UNHEARD_MS = 23_000;

/** True if the sender may not have known at `sent` what is on disk since `since`. */
export function crosses({ history }: Ledger, since: Moment, sent: Sent & Moment): boolean {
  if (since.at >= sent.at) return false;
  const { fleet, disk } = history.script;
  if (fleet === undefined) return since.ms >= sent.ms - CROSSING_MS;
  const turnsMs = 20 * (disk.commitMs + disk.readMs) + 10 * (fleet.newsMs + fleet.connectMs);
  if (since.ms >= sent.ms - CROSSING_MS - turnsMs) return true;
  return troublesIn(history)
    .of(sent.life)
    .some(({ fromMs, toMs }) => {
      return fromMs < sent.ms && toMs > since.ms && sent.ms < toMs + UNHEARD_MS;
    });
}
