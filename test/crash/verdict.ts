/**
 * Reads the receivers' log against what the service acknowledged: nothing lost, nothing out of
 * order, nothing invented, duplicates only as often as crashes and failures allow. Pure.
 */
import type { Acknowledged } from './load.ts';
import type { Arrival } from './recording-receiver.ts';

export interface Verdict {
  readonly expected: number;
  readonly delivered: number;
  readonly lost: readonly string[];
  readonly invented: readonly string[];
  readonly outOfOrder: readonly string[];
  readonly duplicates: number;
}

/** `paths`: the endpoints, each of which every trigger was ticked on. */
export function judgeRun(
  acknowledged: readonly Acknowledged[],
  arrivals: readonly Arrival[],
  paths: readonly string[],
): Verdict {
  const owed = new Map<string, string[]>();
  for (const { callId, triggers } of acknowledged) {
    owed.set(callId, [...(owed.get(callId) ?? []), ...triggers]);
  }
  const lanes = Map.groupBy(arrivals, (arrival) => `${arrival.path} ${arrival.callId}`);
  const lost: string[] = [];
  const outOfOrder: string[] = [];
  let expected = 0;
  let delivered = 0;
  let duplicates = 0;
  for (const path of paths) {
    for (const [callId, triggers] of owed) {
      const lane = lanes.get(`${path} ${callId}`) ?? [];
      const good = lane.filter((arrival) => arrival.status === 200);
      const firsts = firstBySequence(good);
      expected += triggers.length;
      delivered += firsts.length;
      duplicates += good.length - firsts.length;
      for (const [index, trigger] of triggers.entries()) {
        const arrival = firsts.find((each) => each.sequence === index + 1);
        if (arrival?.trigger !== trigger) lost.push(`${path} ${callId} ${index + 1} ${trigger}`);
      }
      if (!isOrdered(lane)) {
        outOfOrder.push(`${path} ${callId}: ${lane.map((each) => each.sequence).join(' ')}`);
      }
    }
  }
  const invented = arrivals
    .filter(({ callId, trigger }) => !owed.get(callId)?.includes(trigger))
    .map(({ path, callId, trigger }) => `${path} ${callId} ${trigger}`);
  return { expected, delivered, lost, invented, outOfOrder, duplicates };
}

function firstBySequence(lane: readonly Arrival[]): Arrival[] {
  const seen = new Set<number>();
  return lane.filter(({ sequence }) => !seen.has(sequence) && seen.add(sequence));
}

/** A head may be repeated, but once a later delivery was sent an earlier one never is. */
function isOrdered(lane: readonly Arrival[]): boolean {
  return lane.every((arrival, index) => {
    const before = lane[index - 1];
    return before === undefined || arrival.sequence >= before.sequence;
  });
}
