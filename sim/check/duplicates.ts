/**
 * Checker: a receiver gets a delivery that it has processed again only if the service could not
 * know that it had: the process died before the outcome was on disk, its lease ran out with the
 * request in flight or the outcome unwritten, the answer was lost or came too late, or an operator
 * asked for it (design/reliability, D1 to D4 and D6).
 */
import type { Checker, History, Violation } from '../history.ts';
import { isSuccess, judgeArrivals, type LaneArrival } from './arrivals.ts';
import { arrivalsOf, type SentArrival } from './arrivals-of.ts';
import {
  type Course,
  endOfLife,
  type Ledger,
  ledgerOf,
  lifeOf,
  type Send,
  violation,
} from './ledger.ts';
import { excuseFor } from './lost-right.ts';

const name = 'duplicates';

export const duplicates: Checker = {
  name,
  promise: 'A receiver gets a delivery twice only after a crash, a lost answer, or by hand.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const { arrivals, owed } = arrivalsOf(ledger);
  const known = new Map<LaneArrival, SentArrival>(arrivals.map((each) => [each, each]));
  const { faults } = judgeArrivals({
    owed,
    arrivals,
    mayReturn: () => true,
    mayRepeat: (arrival) => {
      const again = known.get(arrival);
      return again !== undefined && mayRepeat(ledger, again);
    },
  });
  return faults
    .filter(({ rule }) => rule === 'repeat')
    .map(({ says, atMs }) => violation(name, says, atMs ?? 0, null));
}

/** Every earlier request that the receiver processed must have left its sender in doubt. */
function mayRepeat(ledger: Ledger, { send, course }: SentArrival): boolean {
  return course.sends
    .filter(({ sent }) => sent.at < send.sent.at)
    .filter(({ processed }) => processed.some(({ status }) => isSuccess(status)))
    .every((earlier) => wasInDoubt(ledger, course, earlier, send));
}

function wasInDoubt(ledger: Ledger, course: Course, earlier: Send, again: Send): boolean {
  const { answered, settled, sent } = earlier;
  const result = answered?.result;
  const isAnswered = answered !== null && answered.at <= again.sent.at;
  if (isAnswered && (result?.kind !== 'response' || !isSuccess(result.status))) return true;
  const life = lifeOf(ledger, course.owed.endpoint);
  if (life.moved('reopen', course.key, sent.at, again.sent.at)) return true;
  if (ledger.history.script.fleet !== undefined) return excuseFor(ledger, earlier, again) !== null;
  if (!isAnswered) return true;
  const end = endOfLife(ledger, earlier);
  return settled === null && end !== null && end.at < again.sent.at;
}
