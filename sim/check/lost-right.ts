/**
 * When one of several processes may leave an outcome in doubt: it died, or it could not renew its
 * lease because it stood still, was cut off, or the database did not work. Then the next owner
 * repeats the requests that were in flight (D1, D2, D4); otherwise no process may. Says which
 * stretch of which life is the excuse.
 */
import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import { endOfLife, type Ledger, type Send } from './ledger.ts';
import { merged, type Span } from './spans.ts';
import { tenuresIn } from './tenures.ts';
import { NEVER_MS, troublesIn } from './troubles.ts';

/** How long a process waits for an answer that does not come, before it tries again. */
const SILENCE_MS = 10_000;
const BACK_OFF_MS = 6_000;

/**
 * The excuse for sending `again` what `earlier` may have brought; null if its sender held its right
 * all the time and should have known the outcome.
 */
export function excuseFor(ledger: Ledger, earlier: Send, again: Send): string | null {
  const { history } = ledger;
  const { life, endpoint, at, ms } = earlier.sent;
  const isDurable = earlier.settled !== null && earlier.settled.at < again.sent.at;
  if (isDurable) return null;
  const end = endOfLife(ledger, earlier);
  if (end !== null && end.at < again.sent.at && ledger.lives.get(life)?.isCrash === true) {
    return `D1: life ${life} died at ${end.ms} ms`;
  }
  const isOver = gaveUpAt(earlier) < again.sent.at;
  const next = tenuresIn(history).nextBetween(endpoint % SHARDS, at, again.sent.at);
  if (!isOver && next === null) return null;
  const why = whyLapsed(ledger, life, ms, again.sent.ms);
  return why === null ? null : `D2, D4: ${why}`;
}

/** Where its sender gave the request up: it was withdrawn, or a failure found the right expired. */
function gaveUpAt({ withdrawn, answered, settled }: Send): number {
  if (withdrawn !== null) return withdrawn.at;
  const isFailure = answered?.result.kind === 'error' && settled === null;
  return isFailure ? answered.at : Number.POSITIVE_INFINITY;
}

/** What kept a life from renewing its lease between two times; null if nothing did. */
export function whyLapsed(
  { history }: Ledger,
  life: number,
  fromMs: number,
  toMs: number,
): string | null {
  const leaseMs = history.script.fleet?.leaseMs ?? 0;
  for (const { kind, ...span } of troublesIn(history).of(life)) {
    if (kind === 'deaf' || kind === 'stopping') continue;
    const isSlow = kind === 'cut' ? SILENCE_MS + BACK_OFF_MS : 0;
    if (span.fromMs > toMs || span.toMs + isSlow < fromMs - leaseMs) continue;
    return `life ${life} was ${kind} from ${span.fromMs} to ${span.toMs} ms`;
  }
  // A wall clock set forward looks like a machine that slept.
  const jump = troublesIn(history)
    .jumpsOf(life)
    .find(({ ms, byMs }) => byMs > 0 && ms <= toMs && ms >= fromMs - leaseMs);
  if (jump !== undefined) return `the clock of life ${life} was set ${jump.byMs} ms forward`;
  const fault = diskFaults(history).find(
    (span) => span.fromMs <= toMs && span.toMs + BACK_OFF_MS >= fromMs - leaseMs,
  );
  return fault === undefined ? null : `the database did not work from ${fault.fromMs} ms`;
}

export function diskFaults({ happenings }: Ledger['history']): readonly Span[] {
  const spans: Span[] = [];
  let sinceMs: number | null = null;
  for (const told of happenings) {
    if (told.what !== 'disk') continue;
    if (sinceMs !== null) spans.push({ fromMs: sinceMs, toMs: told.ms });
    sinceMs = told.fault === null ? null : told.ms;
  }
  if (sinceMs !== null) spans.push({ fromMs: sinceMs, toMs: NEVER_MS });
  return merged(spans);
}
