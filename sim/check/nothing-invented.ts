/**
 * Checker: no delivery is made up. Every delivery sent or on disk was fired by a committed report,
 * at that place of its lane, with that id and those bytes, at every attempt (S4.2, S6.1, S7.1).
 */
import type { Checker, History, Violation } from '../history.ts';
import { judgeArrivals } from './arrivals.ts';
import { arrivalsOf } from './arrivals-of.ts';
import { type Ledger, ledgerOf, lifeOf, nameOf, placeOf, type Send, violation } from './ledger.ts';
import type { OwedDelivery } from './oracle.ts';

const name = 'nothing-invented';

export const nothingInvented: Checker = {
  name,
  promise: 'Nothing is sent that was not fired, and every attempt has the same id and bytes.',
  check,
};

function check(history: History): readonly Violation[] {
  const ledger = ledgerOf(history);
  const found: Violation[] = [];
  for (const { sent } of ledger.strays) {
    const says = `${sent.trigger} was sent to a place of its lane where nothing is owed`;
    found.push(violation(name, says, sent.ms, sent));
  }
  for (const row of history.rest.deliveries) {
    if (ledger.byPlace.has(placeOf(row))) continue;
    const says = `delivery ${row.deliveryId} (${row.trigger}, ${row.sequence}) was never fired`;
    found.push(violation(name, says, 0, row));
  }
  found.push(...changedFirings(ledger));
  const { arrivals, owed } = arrivalsOf(ledger);
  const { faults } = judgeArrivals({ owed, arrivals, mayRepeat: always, mayReturn: always });
  for (const { rule, says, atMs } of faults) {
    if (rule === 'lost') continue;
    found.push(violation(name, `${rule}: ${says}`, atMs ?? 0, null));
  }
  return found;
}

function always(): boolean {
  return true;
}

/** A firing has one id and one body at all endpoints, and an id belongs to one firing. */
function changedFirings(ledger: Ledger): Violation[] {
  const found: Violation[] = [];
  const ids = new Map<string, { readonly firing: number; readonly hash: string }>();
  const firings = new Map<number, string>();
  for (const { owed, sends } of ledger.courses) {
    for (const send of sends) {
      const { webhookId, bodyHash, ms, at, trigger } = send.sent;
      const fault = (says: string) =>
        found.push(violation(name, `${nameOf(owed)} ${says}`, ms, owed));
      if (trigger !== owed.trigger) fault(`was sent as ${trigger}`);
      if (at < owed.made.at) fault('was sent before its report was on disk');
      // The launch of an agent has more fields than other payloads.
      const { kind = 'custom' } = lifeOf(ledger, owed.endpoint).versionAt(at)?.settings ?? {};
      // The payload version is the endpoint's when the trigger fired.
      const made = lifeOf(ledger, owed.endpoint).versionAt(owed.made.at)?.settings;
      const form = `${webhookId} ${kind} ${made?.payloadVersion ?? 1}`;
      const firing = ids.get(form);
      if (firing === undefined) {
        ids.set(form, { firing: owed.firing, hash: bodyHash });
        const says = wrongBody(send, owed);
        if (says !== null) fault(says);
      } else if (firing.firing !== owed.firing) fault(`has the webhook-id of another firing`);
      else if (firing.hash !== bodyHash) fault('was sent with other bytes than before');
      const id = firings.get(owed.firing) ?? webhookId;
      if (id !== webhookId) fault('was sent with another webhook-id than before');
      firings.set(owed.firing, id);
    }
  }
  return found;
}

interface Body {
  readonly data?: { readonly callId?: unknown; readonly callStatus?: unknown };
  readonly errors?: readonly unknown[];
}

function wrongBody({ sent }: Send, owed: OwedDelivery): string | null {
  let body: Body;
  try {
    body = JSON.parse(sent.body);
  } catch {
    return 'has a body that is not JSON';
  }
  if (body.data?.callId !== owed.callId) return `speaks of call ${String(body.data?.callId)}`;
  if ((body.data.callStatus ?? null) !== owed.callStatus) {
    return `says ${String(body.data.callStatus)} of a call that was ${owed.callStatus}`;
  }
  const hasErrors = (body.errors?.length ?? 0) > 0;
  return hasErrors === owed.hasErrors ? null : `has ${hasErrors ? '' : 'no '}errors`;
}
