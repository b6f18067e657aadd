/**
 * Checker: deliveries of a call reach an endpoint in order (S6.2). A delivery is first sent when
 * the one before it is closed on disk, and never beside or after a later one unless an operator
 * reopened it.
 */
import type { Checker, History, Violation } from '../history.ts';
import { judgeArrivals, type LaneArrival } from './arrivals.ts';
import { arrivalsOf, type SentArrival } from './arrivals-of.ts';
import { crosses } from './crossing.ts';
import {
  type Course,
  type Ledger,
  ledgerOf,
  lifeOf,
  nameOf,
  type Send,
  violation,
} from './ledger.ts';

const name = 'lane-order';

export const laneOrder: Checker = {
  name,
  promise: 'The deliveries of a call arrive in order, each after the one before it is closed.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const found: Violation[] = [];
  for (const lane of ledger.lanes.values()) found.push(...disorderOf(ledger, lane));
  const { arrivals, owed } = arrivalsOf(ledger);
  const known = new Map<LaneArrival, SentArrival>(arrivals.map((each) => [each, each]));
  const { faults } = judgeArrivals({
    owed,
    arrivals,
    mayRepeat: () => true,
    mayReturn: (arrival) => {
      const back = known.get(arrival);
      if (back === undefined) return false;
      return mayBeLate(ledger, back) || wasTakenUp(ledger, back.course, back.at);
    },
  });
  for (const { rule, says, atMs } of faults) {
    if (rule === 'order') found.push(violation(name, says, atMs ?? 0, null));
  }
  return found;
}

/**
 * True for an arrival whose sender no longer waited. If there are several processes, one that lost
 * its right to send may still bring its request, but only after the next owner's repeat.
 */
function mayBeLate({ history }: Ledger, { late, send, course, at }: SentArrival): boolean {
  if (!late) return false;
  if (history.script.fleet === undefined || send.answered !== null) return true;
  const others = course.sends.filter((other) => other !== send);
  return others.some(({ processed }) => processed.some((before) => before.at < at));
}

/** Looks at every send, arrived or not: the rule is about sending. */
function disorderOf(ledger: Ledger, lane: readonly Course[]): Violation[] {
  const found: Violation[] = [];
  let latest = 0;
  const sends = lane.flatMap((course) => course.sends.map((send) => ({ course, send })));
  sends.sort((one, other) => one.send.sent.at - other.send.sent.at);
  for (const { course, send } of sends) {
    const { owed } = course;
    const { sent } = send;
    const fault = (says: string) =>
      found.push(violation(name, `${nameOf(owed)} ${says}`, sent.ms, owed));
    if (owed.sequence < latest && !wasTakenUp(ledger, course, sent.at)) {
      fault(`was sent after sequence ${latest}`);
    }
    latest = Math.max(latest, owed.sequence);
    if (sent.olderOpen > 0 && !isCrossing(ledger, course, send)) {
      fault(`was sent while ${sent.olderOpen} older of its lane were open`);
    }
    if (send !== course.sends[0]) continue;
    for (const before of lane) {
      if (before.owed.sequence >= owed.sequence || wasClosed(ledger, before, sent.at)) continue;
      fault(`was sent before sequence ${before.owed.sequence} had come to an end on disk`);
    }
  }
  return found;
}

/** An operator reopened it, so it may come back into its old place. */
function wasTakenUp(ledger: Ledger, { owed, key }: Course, at: number): boolean {
  return lifeOf(ledger, owed.endpoint).moved('reopen', key, owed.made.at, at);
}

/**
 * An operator's change and a request may cross: a request about to leave when an older delivery is
 * reopened still leaves.
 */
function isCrossing(ledger: Ledger, { owed }: Course, { sent }: Send): boolean {
  return lifeOf(ledger, owed.endpoint).moves.some(
    ({ kind, since }) => kind === 'reopen' && crosses(ledger, since, sent),
  );
}

/** Closed by its outcome or by hand, at least once before `at`. */
function wasClosed(ledger: Ledger, { owed, settles, key }: Course, at: number): boolean {
  const isSettled = settles.some(
    (settle) =>
      settle.at < at &&
      settle.value.kind !== 'reopened' &&
      settle.argument.next.state !== 'retrying',
  );
  return isSettled || lifeOf(ledger, owed.endpoint).moved('cancel', key, owed.made.at, at);
}
