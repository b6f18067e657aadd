/**
 * Checker: how often a delivery is tried. At most one attempt and the retries of its schedule count
 * (S6.11); attempts are numbered one by one, and one is repeated only when its process died,
 * stopped or lost the right to send before the outcome was on disk.
 */
import type { Checker, History, Violation } from '../history.ts';
import type { ChangeOf } from './change.ts';
import {
  type Course,
  type Ledger,
  ledgerOf,
  lifeOf,
  nameOf,
  type Send,
  violation,
} from './ledger.ts';
import { excuseFor } from './lost-right.ts';

const name = 'attempts';

export const attempts: Checker = {
  name,
  promise: 'A delivery is tried as often as its schedule says and no more; attempts count by one.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  return ledger.courses.flatMap((course) => [
    ...numberFaults(ledger, course),
    ...countFaults(ledger, course),
    ...recordFaults(course),
  ]);
}

/** An attempt's number is one more than the attempts on disk when it leaves. */
function numberFaults(ledger: Ledger, { owed, sends, settles }: Course): Violation[] {
  const found: Violation[] = [];
  const tried = settles.filter(({ argument }) => argument.attempt !== null);
  let settled = 0;
  const numbers = new Map<number, Send>();
  for (const send of sends) {
    const { sent } = send;
    const { at, ms, attempt, life } = sent;
    while ((tried[settled]?.at ?? Number.POSITIVE_INFINITY) < at) settled += 1;
    const fault = (says: string) =>
      found.push(violation(name, `attempt ${attempt} of ${nameOf(owed)} ${says}`, ms, owed));
    if (attempt !== settled + 1) fault(`comes after ${settled} that are on disk`);
    const before = numbers.get(attempt);
    if (before?.sent.life === life && excuseFor(ledger, before, send) === null) {
      fault('was sent twice by one process');
    }
    numbers.set(attempt, send);
  }
  return found;
}

/** Failures grow by one with each failed attempt that counts, and never beyond the schedule. */
function countFaults(ledger: Ledger, { owed, settles, key }: Course): Violation[] {
  const found: Violation[] = [];
  const life = lifeOf(ledger, owed.endpoint);
  let failures = 0;
  let lastAt = owed.made.at;
  for (const settle of settles) {
    const { at, ms, argument, value } = settle;
    const { attempt, next } = argument;
    if (attempt === null || value.kind !== 'settled') continue;
    const counts = attempt.outcome !== 'delivered' && !attempt.manual;
    const expected = failures + (counts ? 1 : 0);
    const anew = counts ? 1 : 0;
    const wasReopened = life.moved('reopen', key, lastAt, at);
    const fault = (says: string) =>
      found.push(violation(name, `${nameOf(owed)} ${says}`, ms, owed));
    if (next.failures !== expected && !(wasReopened && next.failures === anew)) {
      fault(`counts ${next.failures} failures after ${failures} and a ${kindOf(settle)}`);
    }
    failures = next.failures;
    lastAt = at;
    const most = 1 + longestSchedule(ledger, settle);
    if (counts && next.failures > most) fault(`failed ${next.failures} times, ${most} count`);
  }
  return found;
}

function kindOf({ argument: { attempt } }: ChangeOf<'settle'>): string {
  return `${attempt?.manual ? 'manual ' : ''}attempt that was ${attempt?.outcome}`;
}

/**
 * The longest schedule that the endpoint has had so far: an edit counts from the next attempt on.
 */
function longestSchedule(ledger: Ledger, { argument, at }: ChangeOf<'settle'>): number {
  const { versions } = lifeOf(ledger, argument.endpoint);
  const lengths = versions
    .filter(({ since }) => since.at < at)
    .map(({ settings }) => settings.retryScheduleMs.length);
  return Math.max(0, ...lengths);
}

/** The stored attempts are those that the disk was told of, each number once. */
function recordFaults({ owed, rest, settles }: Course): Violation[] {
  const told = settles.flatMap(({ argument: { attempt } }) => attempt ?? []);
  const kept = rest?.attempts ?? [];
  const numbers = kept.map(({ number }) => number).join();
  const expected = told.map((_, index) => index + 1).join();
  if (rest === null || numbers === expected) return [];
  const says = `has attempts [${numbers}] on record, not [${expected}]`;
  return [violation(name, `${nameOf(owed)} ${says}`, owed.made.ms, owed)];
}
