/**
 * Checker: a disabled or deleted endpoint gets nothing. Requests in flight end, and one about to
 * leave may cross the change; then nothing is sent until the endpoint is enabled (S6.23).
 */
import type { Checker, History, Violation } from '../history.ts';
import { crosses } from './crossing.ts';
import { ledgerOf, lifeOf, violation } from './ledger.ts';

const name = 'disabled-silent';

/** The change is known when its commit is answered, which a slow disk delays. */
const CROSSING_MS = 2_000;

/** How much slower a slow disk is. */
const SLOWER = 400;

export const disabledSilent: Checker = {
  name,
  promise: 'Nothing is sent to an endpoint that is disabled or deleted.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const { commitMs, readMs } = history.script.disk;
  const turnsMs = 25 * (commitMs + readMs);
  const slow = slowSpans(history);
  const found: Violation[] = [];
  for (const { sent } of ledger.sends) {
    const version = lifeOf(ledger, sent.endpoint).versionAt(sent.at);
    if (version === null) continue;
    if (version.enabled && !version.deleted) continue;
    const since = version.since.ms;
    const isSlow = slow.some(
      ({ from, to }) => since < to && sent.ms < to + CROSSING_MS && sent.ms > from,
    );
    if (sent.ms <= since + CROSSING_MS + turnsMs * (isSlow ? SLOWER : 1)) continue;
    if (history.script.fleet !== undefined && crosses(ledger, version.since, sent)) continue;
    const what = version.deleted ? 'deleted' : 'disabled';
    const forMs = sent.ms - version.since.ms;
    const says = `${sent.trigger} was sent to an endpoint that was ${what} for ${forMs} ms`;
    found.push(violation(name, says, sent.ms, sent));
  }
  return found;
}

/** When the disk was slow, in virtual milliseconds. */
function slowSpans({ happenings }: History): readonly { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  let from: number | null = null;
  for (const told of happenings) {
    if (told.what !== 'disk') continue;
    if (from !== null) spans.push({ from, to: told.ms });
    from = told.fault === 'slow' ? told.ms : null;
  }
  if (from !== null) spans.push({ from, to: Number.POSITIVE_INFINITY });
  return spans;
}
