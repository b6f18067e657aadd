/**
 * Checker: every delivery that the oracle owes exists and came to an end that something the
 * receiver or an operator did explains (S6.7, S6.8).
 */
import type { Checker, History, Violation } from '../history.ts';
import { isSuccess } from './arrivals.ts';
import { mayBeCancelled } from './asked-for.ts';
import { type Course, type Ledger, ledgerOf, lifeOf, nameOf, violation } from './ledger.ts';

const name = 'nothing-lost';

export const nothingLost: Checker = {
  name,
  promise: 'Every delivery is delivered, given up as its receiver asked for, or cancelled by hand.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const found: Violation[] = [];
  for (const course of ledger.courses) {
    const says = lossOf(ledger, course);
    if (says === null) continue;
    const { owed } = course;
    found.push(violation(name, `${nameOf(owed)} ${says}`, owed.made.ms, owed));
  }
  return found;
}

function lossOf(ledger: Ledger, course: Course): string | null {
  const { owed, rest } = course;
  if (rest === null) return 'was fired and is not on disk';
  if (rest.trigger !== owed.trigger) return `is on disk as ${rest.trigger}`;
  switch (rest.state) {
    case 'waiting':
    case 'due':
    case 'retrying':
      return `is still ${rest.state} at the end`;
    case 'delivered':
      return wasDelivered(course) ? null : 'counts as delivered, but no receiver answered 2xx';
    case 'exhausted':
      return exhaustion(ledger, course);
    case 'rejected':
      return has(course, 'rejected', 'gone')
        ? null
        : 'counts as rejected, but no receiver rejected it';
    case 'blocked':
      return has(course, 'blocked') ? null : 'counts as blocked, but nothing was';
    case 'cancelled':
      return mayBeCancelled(ledger, course) ? null : 'was cancelled without a request';
  }
}

/** The receiver acted on it, and the sender got the answer. */
function wasDelivered({ sends }: Course): boolean {
  return sends.some(({ answered, processed }) => {
    const result = answered?.result;
    const isHeard = result?.kind === 'response' && isSuccess(result.status);
    return isHeard && processed.some(({ status }) => isSuccess(status));
  });
}

/** The first attempt and one per step of the schedule failed, and all of them are stored. */
function exhaustion(ledger: Ledger, course: Course): string | null {
  const { owed, rest, sends, key } = course;
  const life = lifeOf(ledger, owed.endpoint);
  const failures = rest?.failures ?? 0;
  const lastAt = sends.at(-1)?.sent.at ?? owed.made.at;
  const steps = life
    .versionsBetween(owed.made.at, lastAt)
    .map(({ settings }) => settings.retryScheduleMs.length);
  if (failures < Math.min(...steps) + 1 || failures > Math.max(...steps) + 1) {
    return `was given up after ${failures} failures of a schedule of ${steps.join(' or ')} steps`;
  }
  const counted = (rest?.attempts ?? []).filter((each) => !each.manual);
  const failed = counted.filter(({ outcome }) => outcome !== 'delivered').length;
  const isTouched = ['reopen', 'cancel'] as const;
  if (failed === failures) return null;
  // A reopened delivery counts from the start, and one cancelled in flight does not count.
  const end = ledger.history.happenings.length;
  const wasTouched = isTouched.some((kind) => life.moved(kind, key, owed.made.at, end));
  if (failed > failures && wasTouched) return null;
  return `was given up after ${failures} failures, but ${failed} attempts are on record`;
}

function has({ rest }: Course, ...outcomes: readonly string[]): boolean {
  return rest?.attempts.some(({ outcome }) => outcomes.includes(outcome)) ?? false;
}
