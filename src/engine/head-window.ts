/**
 * The heads of one endpoint that are in memory (step 7): a window of ready ones, and those in
 * flight. A lane has at most one head here, which is why no two attempts of one lane can meet and
 * no head is sent twice, whatever a read of the store shows meanwhile.
 */
import type { CallKey, DeliveryKey } from '../core/id.ts';
import type { Head } from './ports/dispatch-store.ts';
import type { ResidentHeads } from './resident-heads.ts';

export class HeadWindow {
  /** Attempts in flight. */
  busy = 0;
  readonly #resident: ResidentHeads;
  #ready: Head[] = [];
  /** The head of each lane that is ready or in flight. */
  readonly #lanes = new Map<CallKey, Head>();
  /** Lanes here of which the store showed another head meanwhile (one was reopened). */
  readonly #contested = new Set<CallKey>();
  /** What landed since the read under way began: its answer may still show it as ready. */
  readonly #landed = new Set<DeliveryKey>();
  #noteLandings = false;

  constructor(resident: ResidentHeads) {
    this.#resident = resident;
  }

  /** Ready heads. */
  get size(): number {
    return this.#ready.length;
  }

  /** Lanes that are ready or in flight. */
  get lanes(): number {
    return this.#lanes.size;
  }

  sizeMax(): number {
    return this.#resident.windowMax();
  }

  /** Only for a head that `holds` denied. */
  enter(head: Head): void {
    this.#ready.push(head);
    this.#lanes.set(head.call, head);
    this.#resident.count += 1;
  }

  /** Its lane has a head here, or it has just landed. Another head of the lane is remembered. */
  holds(head: Head): boolean {
    if (this.#noteLandings && this.#landed.has(head.delivery)) return true;
    const present = this.#lanes.get(head.call);
    if (present === undefined) return false;
    if (present.delivery !== head.delivery) this.#contested.add(head.call);
    return true;
  }

  /** The oldest ready head, or with `retriesOnly` the oldest that a hold lets pass. */
  next(retriesOnly: boolean): Head | null {
    const first = this.#ready[0];
    if (first === undefined) return null;
    if (!retriesOnly || isRetry(first)) return first;
    return this.#ready.find(isRetry) ?? null;
  }

  /** The head goes into flight. */
  takeOff(head: Head): void {
    if (this.#ready[0] === head) this.#ready.shift();
    else this.#ready.splice(this.#ready.indexOf(head), 1);
    this.#resident.count -= 1;
    this.busy += 1;
  }

  /** Its lane is free. True: the store has another head of the lane, so read. */
  land(head: Head): boolean {
    this.busy -= 1;
    this.#lanes.delete(head.call);
    if (this.#noteLandings) this.#landed.add(head.delivery);
    return this.#contested.delete(head.call);
  }

  dropReady(): void {
    this.#keep([]);
  }

  /** True when there were some. */
  dropFirstAttempts(): boolean {
    const before = this.#ready.length;
    this.#keep(this.#ready.filter(isRetry));
    return this.#ready.length < before;
  }

  /** From now to `endRead`, what lands is kept apart from what the read may still show. */
  beginRead(): void {
    this.#landed.clear();
    this.#noteLandings = true;
  }

  endRead(): void {
    this.#landed.clear();
    this.#noteLandings = false;
  }

  #keep(kept: Head[]): void {
    const stays = new Set(kept);
    for (const head of this.#ready) {
      if (stays.has(head)) continue;
      this.#lanes.delete(head.call);
      this.#contested.delete(head.call);
    }
    this.#resident.count -= this.#ready.length - kept.length;
    this.#ready = kept;
  }
}

/** What a hold lets pass: it has failed before, or an operator asked for it. */
export function isRetry(head: Head): boolean {
  return head.state === 'retrying' || head.manual;
}
