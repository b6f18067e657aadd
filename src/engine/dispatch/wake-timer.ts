/**
 * The one timer of the dispatcher (step 7): wakes endpoints when their time comes, the earliest
 * first. It never sleeps longer than `TIMER_MAX_MS`, so that a jump of the wall clock is noticed
 * soon and everything measured with that clock is checked again.
 */

import type { Clock, Timer } from '../ports/clock.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import { CLOCK_JUMP_MS, TIMER_MAX_MS } from './limits.ts';

export interface WakeListener {
  onWake(queue: EndpointQueue, nowMs: number): void;
  /** The wall clock jumped forward or, if `byMs` is negative, back. */
  onJump(nowMs: number, byMs: number): void;
  /** All endpoints that were due have been woken. */
  onEnd(): void;
}

export class WakeTimer {
  readonly #clock: Clock;
  readonly #listener: WakeListener;
  readonly #due = new WakeHeap<EndpointQueue>();
  #timer: Timer | null = null;
  #firesAtMs = 0;
  #offsetMs: number;
  #stopped = false;

  constructor(clock: Clock, listener: WakeListener) {
    this.#clock = clock;
    this.#listener = listener;
    this.#offsetMs = clock.wallMs() - clock.monoMs();
  }

  /**
   * Reports a jump since the last call; `nowMs`: the wall clock, just read. The dispatcher calls it
   * before anything it does for an endpoint. The timer is not enough: there may be none, a timer
   * that is set again and again never fires, and two jumps between two calls cancel each other.
   */
  noticeJump(nowMs: number): void {
    const offsetMs = nowMs - this.#clock.monoMs();
    const jumpMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    if (Math.abs(jumpMs) >= CLOCK_JUMP_MS) this.#listener.onJump(nowMs, jumpMs);
  }

  /** `atMs` null: the endpoint is not woken by time. */
  set(queue: EndpointQueue, atMs: number | null): void {
    if (queue.wakeAtMs === atMs) return;
    this.#due.set(queue, atMs);
    this.#arm();
  }

  /** Whether an endpoint should have been woken at least `byMs` ago. */
  isOverdue(nowMs: number, byMs: number): boolean {
    const earliestMs = this.#due.earliestMs();
    return earliestMs !== null && nowMs - earliestMs >= byMs;
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
    this.#timer = null;
    this.#due.clear();
  }

  /** A timer that fires too early does no harm: it only sets the next one. */
  #arm(): void {
    const earliestMs = this.#due.earliestMs();
    if (earliestMs === null || this.#stopped) return;
    if (this.#timer !== null && this.#firesAtMs <= earliestMs) return;
    this.#timer?.cancel();
    const nowMs = this.#clock.wallMs();
    const delayMs = Math.min(Math.max(0, earliestMs - nowMs), TIMER_MAX_MS);
    this.#firesAtMs = nowMs + delayMs;
    this.#timer = this.#clock.after(delayMs, () => this.#fire());
  }

  #fire(): void {
    this.#timer = null;
    const nowMs = this.#clock.wallMs();
    this.noticeJump(nowMs);
    // An endpoint that is woken gets a later time or none, so this ends.
    for (;;) {
      const queue = this.#due.takeDue(nowMs);
      if (queue === null) break;
      this.#listener.onWake(queue, nowMs);
    }
    this.#listener.onEnd();
    this.#arm();
  }
}

/** `wakeAtMs` null and `wakeIndex` -1: the item is not in the heap. Only `WakeHeap` writes them. */
export interface Wakeable {
  wakeAtMs: number | null;
  wakeIndex: number;
}

/**
 * A binary heap with one entry per endpoint, however many of its deliveries wait. Entries know
 * their position, so moving one costs O(log endpoints).
 */
export class WakeHeap<Item extends Wakeable> {
  readonly #heap: Item[] = [];

  earliestMs(): number | null {
    return this.#heap[0]?.wakeAtMs ?? null;
  }

  /** `atMs` null removes the item. */
  set(item: Item, atMs: number | null): void {
    if (item.wakeAtMs === atMs) return;
    if (atMs === null) {
      this.#remove(item);
      return;
    }
    item.wakeAtMs = atMs;
    if (item.wakeIndex < 0) {
      item.wakeIndex = this.#heap.length;
      this.#heap.push(item);
    }
    this.#down(this.#up(item.wakeIndex));
  }

  /** Removes one item whose time has come; null if there is none. */
  takeDue(nowMs: number): Item | null {
    const first = this.#heap[0];
    if (first === undefined || timeOf(first) > nowMs) return null;
    this.#remove(first);
    return first;
  }

  clear(): void {
    for (const item of this.#heap) {
      item.wakeAtMs = null;
      item.wakeIndex = -1;
    }
    this.#heap.length = 0;
  }

  #remove(item: Item): void {
    const index = item.wakeIndex;
    const last = this.#heap.pop();
    item.wakeAtMs = null;
    item.wakeIndex = -1;
    if (last === undefined || last === item) return;
    this.#put(last, index);
    this.#down(this.#up(index));
  }

  #up(start: number): number {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#timeAt(parent) <= this.#timeAt(index)) break;
      this.#swap(parent, index);
      index = parent;
    }
    return index;
  }

  #down(start: number): void {
    let index = start;
    for (;;) {
      const left = 2 * index + 1;
      const least = this.#timeAt(left + 1) < this.#timeAt(left) ? left + 1 : left;
      if (this.#timeAt(least) >= this.#timeAt(index)) return;
      this.#swap(least, index);
      index = least;
    }
  }

  #timeAt(index: number): number {
    const item = this.#heap[index];
    return item === undefined ? Number.POSITIVE_INFINITY : timeOf(item);
  }

  #swap(one: number, other: number): void {
    const first = this.#heap[one];
    const second = this.#heap[other];
    if (first === undefined || second === undefined) return;
    this.#put(second, one);
    this.#put(first, other);
  }

  #put(item: Item, index: number): void {
    this.#heap[index] = item;
    item.wakeIndex = index;
  }
}

function timeOf(item: Wakeable): number {
  return item.wakeAtMs ?? Number.POSITIVE_INFINITY;
}
