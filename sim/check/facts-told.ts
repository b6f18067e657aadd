/**
 * Checker: receivers of payload version 2 are told exactly what was known of the call, those of
 * version 1 nothing of it, and the call keeps it (S2.25 to S2.27, S4.14).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Checker, History, Violation } from '../history.ts';
import { type Ledger, ledgerOf, lifeOf, nameOf, violation } from './ledger.ts';

const name = 'facts-told';

export const factsTold: Checker = {
  name,
  promise: 'Payload version 2 says what was known of the call when the trigger fired.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  return [...toldOf(ledger), ...keptOf(ledger)];
}

function toldOf(ledger: Ledger): Violation[] {
  const found: Violation[] = [];
  for (const { owed, sends } of ledger.courses) {
    // The endpoint's settings when the trigger fired decide the form of the body.
    const version = lifeOf(ledger, owed.endpoint).versionAt(owed.made.at)?.settings.payloadVersion;
    const [first] = sends;
    if (version === undefined || first === undefined) continue;
    const told: unknown = callOf(first.sent.body);
    const wanted = version === 2 ? owed.facts : undefined;
    if (isDeepStrictEqual(told, wanted)) continue;
    const says = `${nameOf(owed)} says ${JSON.stringify(told)}, not ${JSON.stringify(wanted)}`;
    found.push(violation(name, says, first.sent.ms, owed));
  }
  return found;
}

function keptOf({ history, oracle }: Ledger): Violation[] {
  return (history.rest.calls ?? []).flatMap(({ callId, facts }) => {
    const kept: unknown = facts === null ? {} : JSON.parse(facts);
    const wanted = oracle.facts.get(callId) ?? {};
    if (isDeepStrictEqual(kept, wanted)) return [];
    const says = `the call keeps ${JSON.stringify(kept)}, not ${JSON.stringify(wanted)}`;
    return [{ checker: name, ms: 0, endpoint: null, callId, says }];
  });
}

function callOf(body: string): unknown {
  try {
    return Object(JSON.parse(body)).data?.call;
  } catch {
    return null;
  }
}
