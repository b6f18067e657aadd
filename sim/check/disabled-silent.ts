/**
 * Checker: an endpoint that is disabled or deleted gets nothing. What was in flight ends; what was
 * about to leave may cross the change; then it is quiet until it is enabled (decisions section 5).
 */
import type { Checker, History, Violation } from '../history.ts';
import { ledgerOf, lifeOf, violation } from './ledger.ts';

const name = 'disabled-silent';

/** The change is known when its commit is answered, which a slow disk delays. */
const CROSSING_MS = 2_000;

export const disabledSilent: Checker = {
  name,
  promise: 'Nothing is sent to an endpoint that is disabled or deleted.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const { commitMs, readMs } = history.script.disk;
  const slow = history.happenings.some((told) => told.what === 'disk' && told.fault === 'slow');
  const crossingMs = CROSSING_MS + 25 * (commitMs + readMs) * (slow ? 400 : 1);
  const found: Violation[] = [];
  for (const { sent } of ledger.sends) {
    const version = lifeOf(ledger, sent.endpoint).versionAt(sent.at);
    if (version === null) continue;
    if ((version.enabled && !version.deleted) || sent.ms <= version.since.ms + crossingMs) continue;
    const what = version.deleted ? 'deleted' : 'disabled';
    const forMs = sent.ms - version.since.ms;
    const says = `${sent.trigger} was sent to an endpoint that was ${what} for ${forMs} ms`;
    found.push(violation(name, says, sent.ms, sent));
  }
  return found;
}
