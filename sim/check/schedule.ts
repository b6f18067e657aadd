/**
 * Checker: when a delivery is retried. Never before its step of the schedule has passed, nor before
 * the `Retry-After` of a 429 or 503 up to the longest step, unless an operator or the recovery of
 * the endpoint wakes it; and not much later either (S6.11 to S6.13, S6.18).
 *
 * Measured by the clock that is never set. Due times must outlive the process, so they are kept by
 * the wall clock. If it is set back, no retry is early, and none is later than by one new delay; if
 * it is set forward, or another machine's clock is ahead, a retry is early by at most that much.
 */
import type { Checker, History, Violation } from '../history.ts';
import { isSuccess } from './arrivals.ts';
import type { Moment } from './change.ts';
import {
  type Course,
  isNoted,
  type Ledger,
  ledgerOf,
  lifeOf,
  nameOf,
  type Send,
  violation,
} from './ledger.ts';
import { troublesIn } from './troubles.ts';
import { patienceMs, waitsOf } from './waits.ts';

const name = 'schedule';

/** The failures in a row that make an outage; a success ends it. */
const OUTAGE_FAILURES = 5;
/** The longest latency that 32 bits of chance can give, as a multiple of the mean. */
const LONGEST_LATENCY = 22.2;

export const schedule: Checker = {
  name,
  promise: 'A retry comes no earlier than its schedule says, and not much later.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const recoveries = recoveriesOf(ledger);
  const found: Violation[] = [];
  for (const course of ledger.courses) found.push(...earlyRetries(ledger, course, recoveries));
  const mostMs = patienceMs(ledger);
  for (const { kind, course, toMs, idleMs } of waitsOf(ledger)) {
    if (kind !== 'retry' || idleMs <= mostMs) continue;
    const says = `${nameOf(course.owed)} was due, and for ${idleMs} ms nothing kept it`;
    found.push(violation(name, says, toMs, course.owed));
  }
  return found;
}

function earlyRetries(ledger: Ledger, course: Course, recoveries: Recoveries): Violation[] {
  const { owed, sends, key } = course;
  const life = lifeOf(ledger, owed.endpoint);
  const found: Violation[] = [];
  for (const [index, next] of sends.entries()) {
    const before = sends[index - 1];
    if (before === undefined || before.settled === null || before.answered === null) continue;
    const { settled, answered } = before;
    if (settled.argument.next.state !== 'retrying' || settled.value.kind !== 'settled') continue;
    // A failed manual attempt goes back to the due time from before it.
    if (settled.argument.attempt?.manual) continue;
    if (life.moved('reopen', key, before.sent.at, next.sent.at)) continue;
    const woken = recoveries.get(owed.endpoint) ?? [];
    const isSince = ({ at, ms }: Place) => at > before.sent.at || ms > tookOffMs(ledger, before);
    if (woken.some((place) => isSince(place) && place.at < next.sent.at)) continue;
    const skippedMs =
      setForwardMs(ledger, answered.at, next.sent.at) + skewMs(ledger, before, next);
    const leastMs = leastWaitMs(ledger, before) - skippedMs;
    const waitedMs = next.sent.ms - answered.ms;
    if (waitedMs >= leastMs) continue;
    const says = `was tried again after ${waitedMs} ms, ${leastMs} ms at the earliest`;
    found.push(violation(name, `${nameOf(owed)} ${says}`, next.sent.ms, owed));
  }
  return found;
}

/** When its attempt began, if connecting took as long as it can. */
function tookOffMs({ history }: Ledger, { sent }: Send): number {
  const { connectMs = 0 } = history.script.fleet ?? {};
  return connectMs === 0 ? sent.ms : sent.ms - LONGEST_LATENCY * connectMs;
}

/** How far the clock that reads a due time is ahead of the one that wrote or repaired it. */
function skewMs({ history, changes }: Ledger, { sent, answered }: Send, next: Send): number {
  if (history.script.fleet === undefined) return 0;
  const troubles = troublesIn(history);
  const fromAt = answered?.at ?? sent.at;
  const written = [troubles.skewAt(sent.life, fromAt)];
  for (const { name: what, at, life } of changes) {
    if (what !== 'repairHeads' || at < fromAt || at > next.sent.at) continue;
    written.push(troubles.skewAt(life, at));
  }
  return Math.max(0, troubles.skewAt(next.sent.life, next.sent.at) - Math.min(...written));
}

function setForwardMs({ jumps }: Ledger, from: number, to: number): number {
  const within = jumps.filter(({ at, member }) => member === undefined && at > from && at < to);
  return within.reduce((sum, { byMs }) => sum + Math.max(0, byMs), 0);
}

/** The shortest wait that any settings the attempt may have seen allow. */
function leastWaitMs(ledger: Ledger, { sent, answered, settled }: Send): number {
  const life = lifeOf(ledger, sent.endpoint);
  const failures = settled?.argument.next.failures ?? 1;
  const result = answered?.result;
  const askedMs =
    result?.kind === 'response' && (result.status === 429 || result.status === 503)
      ? Number(result.retryAfter ?? 0) * 1_000
      : 0;
  const leasts = life.versionsBetween(sent.at, answered?.at ?? sent.at).map(({ settings }) => {
    const steps = settings.retryScheduleMs;
    return Math.max(steps[failures - 1] ?? 0, Math.min(askedMs, Math.max(0, ...steps)));
  });
  // Settings in memory are a little older than on disk: the settings before a fresh edit may still
  // count.
  const older = life.versions.filter(({ since }) => since.at <= sent.at).at(-2);
  const isFresh = (life.versionAt(sent.at)?.since.ms ?? 0) > sent.ms - 5_000;
  if (older !== undefined && isFresh) {
    const steps = older.settings.retryScheduleMs;
    leasts.push(Math.max(steps[failures - 1] ?? 0, Math.min(askedMs, Math.max(0, ...steps))));
  }
  return Math.min(...leasts);
}

type Place = Pick<Moment, 'at' | 'ms'>;
type Recoveries = Map<number, Place[]>;

/** By endpoint: where a success ended an outage and woke its retries. */
function recoveriesOf(ledger: Ledger): Recoveries {
  const recoveries: Recoveries = new Map();
  const answers = ledger.sends.filter(({ answered }) => answered !== null);
  answers.sort((a, b) => (a.answered?.at ?? 0) - (b.answered?.at ?? 0));
  const failures = new Map<number, number>();
  for (const send of answers) {
    const { sent, answered } = send;
    const result = answered?.result;
    if (answered === null || result === undefined || result.kind === 'blocked') continue;
    const inRow = failures.get(sent.endpoint) ?? 0;
    if (result.kind !== 'response' || !isSuccess(result.status)) {
      failures.set(sent.endpoint, inRow + 1);
      continue;
    }
    if (isNoted(ledger, send)) failures.set(sent.endpoint, 0);
    if (inRow < OUTAGE_FAILURES) continue;
    recoveries.set(sent.endpoint, [...(recoveries.get(sent.endpoint) ?? []), answered]);
  }
  return recoveries;
}
