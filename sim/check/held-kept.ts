/**
 * Checker: a delivery made while its endpoint is disabled is held, and sent when it is enabled,
 * unless an operator chose newest or drop, cancelled the delivery or deleted the endpoint (S6.23,
 * S6.24).
 */
import type { Checker, History, Violation } from '../history.ts';
import { mayBeCancelled } from './asked-for.ts';
import { type Course, type Ledger, ledgerOf, lifeOf, nameOf, violation } from './ledger.ts';

const name = 'held-kept';

export const heldKept: Checker = {
  name,
  promise: 'What is held for a disabled endpoint is sent when it is enabled, never discarded.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const found: Violation[] = [];
  for (const course of ledger.courses) {
    const { owed } = course;
    const version = lifeOf(ledger, owed.endpoint).versionAt(owed.made.at);
    if (version === null || version.enabled || version.deleted) continue;
    const says = discarded(ledger, course);
    if (says === null) continue;
    found.push(violation(name, `${nameOf(owed)} was held and ${says}`, owed.made.ms, owed));
  }
  return found;
}

function discarded(ledger: Ledger, course: Course): string | null {
  const { owed, rest, sends } = course;
  if (rest === null) return 'is not on disk any more';
  if (sends.length > 0) return null;
  const life = lifeOf(ledger, owed.endpoint);
  if (rest.state === 'cancelled') {
    return mayBeCancelled(ledger, course) ? null : 'was cancelled without a request';
  }
  return life.versions.at(-1)?.enabled ? `never sent, it is ${rest.state}` : null;
}
