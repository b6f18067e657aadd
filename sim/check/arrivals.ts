/**
 * Compares what receivers got with what they were owed, by the rules they can check themselves.
 * Used by the checkers of the simulator and by the real crash runs, so both are judged alike. Pure;
 * knows nothing of how the service works, only lanes, sequences, ids, bytes and answers.
 */

/** One delivery that a lane owes its receiver. */
export interface Owed {
  /** Any text that is equal for one (endpoint, call) and for nothing else. */
  readonly lane: string;
  /** From 1. */
  readonly sequence: number;
  readonly trigger: string;
  /** False if it was closed in another way, or might have been: then it need not arrive. */
  readonly must: boolean;
}

/** One request that a receiver read to its end. `status`: what it answered. */
export interface LaneArrival {
  readonly lane: string;
  readonly webhookId: string;
  readonly sequence: number;
  readonly trigger: string;
  /** Of the body's bytes; any hash. */
  readonly bodyHash: string;
  readonly status: number;
  readonly atMs: number;
}

export interface ArrivalsToJudge {
  readonly owed: readonly Owed[];
  /** In the order in which they were read. */
  readonly arrivals: readonly LaneArrival[];
  /**
   * Whether this arrival is excused although its delivery was answered 2xx before, as after a
   * crash.
   */
  readonly mayRepeat: (arrival: LaneArrival) => boolean;
  /**
   * Whether this arrival is excused although a later sequence of its lane came; by default never.
   */
  readonly mayReturn?: (arrival: LaneArrival) => boolean;
}

/**
 * `lost`: owed, never answered 2xx. `invented`: arrived, not owed. `order`: after a later sequence
 * of its lane. `bytes`: not the same id or bytes as before. `repeat`: processed twice without an
 * excuse.
 */
export type ArrivalRule = 'lost' | 'invented' | 'order' | 'bytes' | 'repeat';

export interface ArrivalFault {
  readonly rule: ArrivalRule;
  readonly says: string;
  readonly lane: string;
  /** Null if nothing arrived that could have a time. */
  readonly atMs: number | null;
}

export interface ArrivalVerdict {
  readonly faults: readonly ArrivalFault[];
  /** Deliveries owed with `must`, and all deliveries that were answered 2xx at least once. */
  readonly expected: number;
  readonly delivered: number;
  /** Arrivals answered 2xx of deliveries that had been answered 2xx before. */
  readonly duplicates: number;
}

export function judgeArrivals(given: ArrivalsToJudge): ArrivalVerdict {
  const { owed, arrivals, mayRepeat, mayReturn = () => false } = given;
  const triggers = new Map(owed.map((each) => [placeOf(each), each.trigger]));
  const seen: Seen = { latest: new Map(), places: new Map(), ids: new Map(), hashes: new Map() };
  const done = new Set<string>();
  const faults: ArrivalFault[] = [];
  let duplicates = 0;
  for (const arrival of arrivals) {
    const { lane, atMs } = arrival;
    const fault = (rule: ArrivalRule, says: string) => faults.push({ rule, says, lane, atMs });
    const owes = triggers.get(placeOf(arrival));
    if (owes !== arrival.trigger) fault('invented', `${nameOf(arrival)}, owed is ${owes}`);
    for (const says of changesOf(arrival, seen)) fault('bytes', `${nameOf(arrival)}: ${says}`);
    const latest = seen.latest.get(lane) ?? 0;
    if (arrival.sequence < latest && !mayReturn(arrival)) {
      fault('order', `${nameOf(arrival)} came after sequence ${latest}`);
    }
    seen.latest.set(lane, Math.max(latest, arrival.sequence));
    const isRepeat = done.has(placeOf(arrival));
    if (isRepeat && !mayRepeat(arrival)) fault('repeat', `${nameOf(arrival)} came again`);
    if (!isSuccess(arrival.status)) continue;
    if (isRepeat) duplicates += 1;
    done.add(placeOf(arrival));
  }
  const due = owed.filter((each) => each.must);
  for (const each of due) {
    if (done.has(placeOf(each))) continue;
    faults.push({ rule: 'lost', says: `${nameOf(each)} is lost`, lane: each.lane, atMs: null });
  }
  return { faults, expected: due.length, delivered: done.size, duplicates };
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

interface Seen {
  /** Lane to the highest sequence that came. */
  readonly latest: Map<string, number>;
  /** Place in a lane to its id; lane and id to the place; lane and id to the bytes. */
  readonly places: Map<string, string>;
  readonly ids: Map<string, string>;
  readonly hashes: Map<string, string>;
}

/** Id, place and bytes belong together from the first arrival on. */
function changesOf(arrival: LaneArrival, seen: Seen): string[] {
  const { lane, webhookId, bodyHash } = arrival;
  const place = placeOf(arrival);
  const id = `${lane}\n${webhookId}`;
  const changes: string[] = [];
  if (firstOf(seen.places, place, webhookId) !== webhookId) changes.push('another webhook-id');
  if (firstOf(seen.ids, id, place) !== place) changes.push('the id of another delivery');
  if (firstOf(seen.hashes, id, bodyHash) !== bodyHash) changes.push('other bytes than before');
  return changes;
}

function firstOf(map: Map<string, string>, key: string, value: string): string {
  const first = map.get(key) ?? value;
  map.set(key, first);
  return first;
}

function placeOf({ lane, sequence }: { readonly lane: string; readonly sequence: number }): string {
  return `${lane}\n${sequence}`;
}

function nameOf(each: Pick<Owed, 'lane' | 'sequence' | 'trigger'>): string {
  return `${each.trigger} (sequence ${each.sequence} of ${each.lane})`;
}
