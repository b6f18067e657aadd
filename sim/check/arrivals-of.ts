/**
 * What the receivers of a run saw and what they were owed, in the plain form of `arrivals.ts`, so
 * that simulated runs and real crash runs are judged by the same rules. `must` is false for all:
 * only the whole history can say whether a delivery that never arrived is lost.
 */
import type { LaneArrival, Owed } from './arrivals.ts';
import { type Course, type Ledger, laneOf, type Send } from './ledger.ts';

/** An arrival that remembers which request it was. */
export interface SentArrival extends LaneArrival {
  readonly send: Send;
  readonly course: Course;
  /** Its place among all happenings. */
  readonly at: number;
  /** Its sender no longer waited for the answer. */
  readonly late: boolean;
}

const KNOWN = new WeakMap<
  Ledger,
  { readonly owed: readonly Owed[]; readonly arrivals: readonly SentArrival[] }
>();

export function arrivalsOf(ledger: Ledger) {
  const known = KNOWN.get(ledger) ?? collect(ledger);
  KNOWN.set(ledger, known);
  return known;
}

function collect(ledger: Ledger) {
  const arrivals: SentArrival[] = [];
  for (const course of ledger.courses) {
    for (const send of course.sends) {
      const { webhookId, sequence, trigger, bodyHash } = send.sent;
      const facts = { lane: laneOf(send.sent), webhookId, sequence, trigger, bodyHash };
      for (const { status, ms, at, late } of send.processed) {
        arrivals.push({ ...facts, status, atMs: ms, at, late, send, course });
      }
    }
  }
  arrivals.sort((one, other) => one.at - other.at);
  const owed = ledger.courses.map(({ owed: { sequence, trigger, ...of } }): Owed => {
    return { lane: laneOf(of), sequence, trigger, must: false };
  });
  return { owed, arrivals };
}
