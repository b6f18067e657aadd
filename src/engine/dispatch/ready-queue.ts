/**
 * The heads of one endpoint that are in memory (step 7): a queue of ready ones, and those in
 * flight. A lane has at most one head here, so no two attempts of one lane can meet and no head is
 * sent twice, whatever a read of the store shows meanwhile. Deliveries that wait in the store never
 * count: a queue is small, and all queues together are bounded. The queue is a doubly linked list,
 * since a head may leave it at any moment; an item's node is in at most one list.
 */
import type { CallKey, DeliveryKey } from '../../core/id.ts';
import type { Head } from '../ports/dispatch-store.ts';
import type { DispatcherLimits } from './limits.ts';

/** Counts the ready heads in memory, and tells how many more an endpoint may have. */
export class ResidentHeads {
  count = 0;
  readonly #limits: DispatcherLimits;

  constructor(limits: DispatcherLimits) {
    this.#limits = limits;
  }

  /** The present limit of a ready queue: half of the room that all queues leave. */
  windowMax(): number {
    const { residentMax, windowMax, windowMin } = this.#limits;
    const half = Math.floor((residentMax - this.count) / 2);
    return Math.min(windowMax, Math.max(windowMin, half));
  }
}

export class ReadyQueue {
  #busy = 0;
  readonly #resident: ResidentHeads;
  #ready: Head[] = [];
  /** Lanes whose head is ready, in flight, or has an outcome that is not durable yet. */
  readonly #lanes = new Set<CallKey>();
  /** Lanes in which the store made another head while one was in memory. */
  readonly #contested = new Set<CallKey>();
  /** Deliveries settled since the read under way began; its answer may still show them as ready. */
  readonly #settled = new Set<DeliveryKey>();
  #isReading = false;

  constructor(resident: ResidentHeads) {
    this.#resident = resident;
  }

  /** The number of attempts that have a slot. */
  get busy(): number {
    return this.#busy;
  }

  /** The number of ready heads. */
  get size(): number {
    return this.#ready.length;
  }

  /** The number of lanes that have a head in memory. */
  get lanes(): number {
    return this.#lanes.size;
  }

  sizeMax(): number {
    return this.#resident.windowMax();
  }

  /** The caller must check `holds` before. */
  enter(head: Head): void {
    this.#ready.push(head);
    this.#lanes.add(head.call);
    this.#resident.count += 1;
  }

  /**
   * Whether the head's lane has a head in memory, or the head was settled during the read under
   * way.
   */
  holds(head: Head): boolean {
    return this.#lanes.has(head.call) || (this.#isReading && this.#settled.has(head.delivery));
  }

  /**
   * Remembers that a commit made this delivery a head while its lane has a head in memory. If that
   * one is settled by then, only a read brings the new head again.
   */
  contest(head: Head): void {
    if (this.#lanes.has(head.call)) this.#contested.add(head.call);
  }

  /** The oldest ready head. */
  next(): Head | null {
    return this.#ready[0] ?? null;
  }

  /** Moves the oldest ready head into flight. */
  startNext(): void {
    if (this.#ready.shift() === undefined) return;
    this.#resident.count -= 1;
    this.#busy += 1;
  }

  /** An attempt has its answer and gives its slot back; its lane stays taken. */
  freeSlot(): void {
    this.#busy -= 1;
  }

  /** Frees the lane of a settled head. True if the store may have another head of the lane. */
  freeLane(head: Head): boolean {
    this.#lanes.delete(head.call);
    if (this.#isReading) this.#settled.add(head.delivery);
    return this.#contested.delete(head.call);
  }

  dropReady(): void {
    this.#keep([]);
  }

  /** Returns true if there were any. */
  dropFirstAttempts(): boolean {
    const before = this.#ready.length;
    this.#keep(this.#ready.filter(isRetry));
    return this.#ready.length < before;
  }

  /** Until `endRead`, remembers settled deliveries, since the read may still show them. */
  beginRead(): void {
    this.#settled.clear();
    this.#isReading = true;
  }

  endRead(): void {
    this.#settled.clear();
    this.#isReading = false;
  }

  #keep(kept: Head[]): void {
    for (const { call } of this.#ready) {
      this.#lanes.delete(call);
      this.#contested.delete(call);
    }
    for (const head of kept) this.#lanes.add(head.call);
    this.#resident.count -= this.#ready.length - kept.length;
    this.#ready = kept;
  }
}

/** Whether a hold lets the head pass: it has failed before, or an operator asked for it. */
export function isRetry(head: Head): boolean {
  return head.state === 'retrying' || head.manual;
}

/**
 * Whether a time proves that the clock went back: a `due` head that is due later, or a last attempt
 * in the future.
 */
export function isMistimed({ state, manual, lastAttemptAtMs }: Head, nowMs: number): boolean {
  return state === 'due' || manual || (lastAttemptAtMs ?? 0) > nowMs;
}

export class FifoNode<Item> {
  readonly item: Item;
  /** The list that contains the node, or null. Only `Fifo` writes these three fields. */
  list: Fifo<Item> | null = null;
  next: FifoNode<Item> | null = null;
  previous: FifoNode<Item> | null = null;

  constructor(item: Item) {
    this.item = item;
  }
}

export class Fifo<Item> {
  size = 0;
  #first: FifoNode<Item> | null = null;
  #last: FifoNode<Item> | null = null;

  /**
   * Adds the node at the end and removes it from any other list. A node of this list keeps its
   * place.
   */
  add(node: FifoNode<Item>): void {
    if (node.list === this) return;
    node.list?.remove(node);
    node.list = this;
    node.previous = this.#last;
    if (this.#last === null) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.size += 1;
  }

  /** Does nothing if the node is not in this list. */
  remove(node: FifoNode<Item>): void {
    if (node.list !== this) return;
    if (node.previous === null) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === null) this.#last = node.previous;
    else node.next.previous = node.previous;
    node.list = null;
    node.next = null;
    node.previous = null;
    this.size -= 1;
  }

  /** Removes the item that has been in the list longest; null if the list is empty. */
  takeFirst(): Item | null {
    const node = this.#first;
    if (node === null) return null;
    this.remove(node);
    return node.item;
  }
}
