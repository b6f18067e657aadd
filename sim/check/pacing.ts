/**
 * Checker: a paced endpoint gets at most its burst and its rate from all processes together, also
 * while its shard changes owner (S6.20: pacing).
 */
import type { EndpointKey } from '../../src/core/id.ts';
import type { Checker, History, Violation } from '../history.ts';
import { type Ledger, ledgerOf, lifeOf, type Send, violation } from './ledger.ts';

const name = 'pacing';

/** Tolerance for clocks that run a little fast, and for requests that wait for a connection. */
const SLACK = 1;

export const pacing: Checker = {
  name,
  promise: 'All processes together keep to the rate of an endpoint.',
  check,
};

/** A process alone is not judged: its bucket is full again after each start. */
function check(history: History): readonly Violation[] {
  const { fleet } = history.script;
  // A request that waits for a connection may leave together with later ones.
  if (fleet === undefined || fleet.connectMs > 0) return [];
  const ledger = ledgerOf(history);
  const byEndpoint = Map.groupBy(ledger.sends, ({ sent }) => sent.endpoint);
  return [...byEndpoint].flatMap(([endpoint, sends]) => excessOf(ledger, endpoint, sends));
}

/** A bucket that fills like the endpoint's; only if no step edits the limits. */
function excessOf(ledger: Ledger, endpoint: EndpointKey, sends: readonly Send[]): Violation[] {
  const { versions } = lifeOf(ledger, endpoint);
  const limits = versions.map(({ settings }) => settings.pacing);
  const [first] = limits;
  if (first === undefined || first.ratePerS === null) return [];
  const { ratePerS, burst } = first;
  if (limits.some((each) => each.ratePerS !== ratePerS || each.burst !== burst)) return [];
  const full = burst + SLACK;
  let tokens = full;
  let lastMs = 0;
  for (const { sent } of sends) {
    tokens = Math.min(full, tokens + ((sent.ms - lastMs) * ratePerS * 1.001) / 1_000) - 1;
    lastMs = sent.ms;
    if (tokens >= 0) continue;
    const says = `send ${sent.send} is one too many: ${ratePerS}/s and ${burst} at once may go`;
    return [violation(name, says, sent.ms, sent)];
  }
  return [];
}
