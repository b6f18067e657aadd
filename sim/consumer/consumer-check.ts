/**
 * What must hold for consumers of a pull endpoint whatever fails: nothing is lost, messages of a
 * call come in order, no two consumers have messages of one lane at once, and a lease settles once
 * (S6.34 to S6.38).
 */
import type { ConsumerHistory, Seen } from './consumer-world.ts';

/** One sentence for each broken promise; empty if all are kept. */
export function consumerFaults(history: ConsumerHistory): readonly string[] {
  return [
    ...lost(history),
    ...unkept(history),
    ...disordered(history),
    ...twoAtOnce(history),
    ...settledTwice(history),
  ];
}

function lost({ drained, deliveries, seen, leasesLeft }: ConsumerHistory): readonly string[] {
  const faults: string[] = [];
  if (!drained) faults.push('lost: the end of time came before all was closed');
  if (drained && leasesLeft > 0) faults.push(`lost: ${leasesLeft} leases are left`);
  const got = new Set(seen.filter(({ what }) => what === 'got').map(nameOf));
  const places = new Map<string, number>();
  for (const { call_id: callId, sequence, state } of deliveries) {
    const name = nameOf({ callId, sequence });
    const expected = (places.get(callId) ?? 0) + 1;
    places.set(callId, sequence);
    if (sequence !== expected) faults.push(`lost: ${callId} has no sequence ${expected}`);
    if (state !== 'delivered' && state !== 'exhausted') faults.push(`lost: ${name} is ${state}`);
    if (!got.has(name)) faults.push(`lost: no consumer got ${name}`);
  }
  return faults;
}

function unkept({ seen, deliveries }: ConsumerHistory): readonly string[] {
  const states = new Map(
    deliveries.map(({ call_id: callId, sequence, state }) => [nameOf({ callId, sequence }), state]),
  );
  return seen.flatMap((each) => {
    if (each.what !== 'settled' || each.how !== 'ack') return [];
    const state = states.get(nameOf(each));
    return state === 'delivered' ? [] : [`unkept: ${nameOf(each)} was acknowledged, is ${state}`];
  });
}

function disordered({ seen }: ConsumerHistory): readonly string[] {
  return seen.flatMap((each) =>
    (each.olderOpen ?? 0) > 0
      ? [`order: ${nameOf(each)} at ${each.atMs} before ${each.olderOpen} older ones`]
      : [],
  );
}

/** By the clock of the service. If the clock was ahead when a lease was taken, it may end early. */
function twoAtOnce({ seen, jumps }: ConsumerHistory): readonly string[] {
  /** By call: the message that is leased, and until when. */
  const out = new Map<string, Seen>();
  const faults: string[] = [];
  for (const each of seen) {
    const before = out.get(each.callId);
    // An asked message may be settled although the process died before it could say so.
    if (each.what !== 'got') {
      if (before?.lease === each.lease) out.delete(each.callId);
      continue;
    }
    const wasSetBack = jumps.some(
      ({ atMs, byMs }) => byMs < 0 && atMs >= (before?.atMs ?? 0) && atMs <= each.atMs,
    );
    if (before !== undefined && !wasSetBack && (before.untilMs ?? 0) > each.wallMs) {
      faults.push(`two at once: ${nameOf(each)} at ${each.atMs}, out until ${before.untilMs}`);
    }
    out.set(each.callId, each);
  }
  return faults;
}

function settledTwice({ seen }: ConsumerHistory): readonly string[] {
  const settled = new Set<string>();
  return seen.flatMap(({ what, lease, ...rest }) => {
    if (what !== 'settled') return [];
    if (settled.has(lease)) return [`settled twice: ${nameOf(rest)}`];
    settled.add(lease);
    return [];
  });
}

function nameOf({ callId, sequence }: Pick<Seen, 'callId' | 'sequence'>): string {
  return `${callId}/${sequence}`;
}
