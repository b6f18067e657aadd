/**
 * Checker: an operator sees a firing as filtered if and only if the endpoint ticks its trigger and
 * does not want the call (S3.16, S12.13). `nothing-invented` checks that it is never delivered.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EndpointSettings } from '../../src/core/endpoint/endpoint.ts';
import type { Checker, History, Violation } from '../history.ts';
import { ledgerOf, lifeOf, violation } from './ledger.ts';

const name = 'filtered-told';

export const filteredTold: Checker = {
  name,
  promise: 'What an endpoint does not want is told as filtered, and nothing else is.',
  check,
};

function check(history: History): readonly Violation[] {
  const { untold } = history.rest;
  if (untold === undefined) return [];
  const ledger = ledgerOf(history);
  // `explain` reads the endpoint as it is now; if the endpoint was changed, it can only guess.
  const isUnchanged = (endpoint: (typeof untold)[number]['endpoint']): boolean => {
    const [first, ...later] = lifeOf(ledger, endpoint).versions;
    return later.every(
      ({ settings: { triggers, filter }, deleted }) =>
        !deleted && isDeepStrictEqual({ triggers, filter }, wishOf(first?.settings)),
    );
  };
  const keyOf = (of: Omit<(typeof untold)[number], 'reason'>): string =>
    `${of.endpoint} ${of.callId} ${of.trigger}`;
  const clocksDiffer = ledger.jumps.length > 0 || history.script.fleet !== undefined;
  const unwanted = new Set(ledger.oracle.unwanted.map(keyOf));
  const told = new Map(untold.map((each) => [keyOf(each), each.reason]));
  const found: Violation[] = [];
  for (const each of ledger.oracle.unwanted) {
    const reason = told.get(keyOf(each));
    if (!isUnchanged(each.endpoint) || reason === 'FILTERED') continue;
    // If clocks were set or differ, a report may seem older than its endpoint.
    if (reason === 'ENDPOINT_CREATED_LATER' && clocksDiffer) continue;
    const says = `${each.trigger} was filtered and is told as ${reason ?? 'made'}`;
    found.push(violation(name, says, each.made.ms, each));
  }
  for (const each of untold) {
    if (each.reason !== 'FILTERED' || !isUnchanged(each.endpoint)) continue;
    if (unwanted.has(keyOf(each))) continue;
    found.push(violation(name, `${each.trigger} is told as filtered and was not`, 0, each));
  }
  return found;
}

function wishOf(settings: EndpointSettings | undefined): object {
  return { triggers: settings?.triggers, filter: settings?.filter };
}
