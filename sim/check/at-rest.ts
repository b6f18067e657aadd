/**
 * Checker: every run comes to rest. After the last disturbance, every open delivery and run ends
 * before the horizon; lanes are whole, nothing stays in memory, and no error was left uncaught
 * (ARCHITECTURE.md, invariants).
 */
import type { Checker, History, Violation } from '../history.ts';
import { violation } from './ledger.ts';

const name = 'at-rest';

export const atRest: Checker = {
  name,
  promise: 'Every run drains, lanes stay whole, and at most one request of a lane is in flight.',
  check,
};

function check({ rest, happenings }: History): readonly Violation[] {
  const ms = happenings.at(-1)?.ms ?? 0;
  const { drained, deliveries, gauges } = rest;
  const open = deliveries.filter(({ state }) => /^(?:waiting|due|retrying)$/.test(state)).length;
  const faults: string[] = [];
  if (!drained || open > 0) faults.push(`${open} deliveries are open at the end`);
  if (drained && gauges.inFlight > 0) faults.push(`${gauges.inFlight} are in flight at the end`);
  if (drained && gauges.residentHeads > 0) {
    faults.push(`${gauges.residentHeads} heads stay in memory at the end`);
  }
  faults.push(
    ...rest.laneFaults,
    ...rest.networkFaults,
    ...rest.crashes.map((error) => `an uncaught error: ${error}`),
  );
  return faults.map((says) => violation(name, says, ms, null));
}
