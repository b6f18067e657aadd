/**
 * Checker: a lane goes on. When a delivery comes to an end, delivered or given up, the next of its
 * lane is sent soon unless something explains the wait; a head that may be sent is not forgotten
 * (S6.4, S6.14: lane, after the last retry).
 */
import type { Checker, History, Violation } from '../history.ts';
import { ledgerOf, nameOf, violation } from './ledger.ts';
import { patienceMs, waitsOf } from './waits.ts';

const name = 'dead-letter';

export const deadLetter: Checker = {
  name,
  promise: 'A delivery that is given up never blocks its lane, and no lane is forgotten.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const mostMs = patienceMs(ledger);
  const found: Violation[] = [];
  for (const { kind, course, toMs, idleMs } of waitsOf(ledger)) {
    if (kind === 'retry' || idleMs <= mostMs) continue;
    const why = kind === 'next' ? 'after the one before it was closed' : 'at the head of its lane';
    const says = `${nameOf(course.owed)} waited ${why}, for ${idleMs} ms with nothing to keep it`;
    found.push(violation(name, says, toMs, course.owed));
  }
  return found;
}
