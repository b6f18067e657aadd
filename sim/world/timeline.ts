/**
 * Virtual time: a heap of what is to happen, in the order of time and, at one time, of asking.
 * One thing happens, then everything that follows from it by promises alone, then the next. Time
 * is whole milliseconds and moves only between two of them. Nothing here reads a real clock.
 */
import type { Clock, Timer } from '../../src/engine/ports/clock.ts';

/** What the wall clock says at the start of every run: 2026-11-20 11:19 UTC. */
export const START_WALL_MS = Date.UTC(2026, 10, 20, 11, 19);

/** Cancelled entries that may stay in the heap before it is cleared of them. */
const CANCELLED_MAX = 1_024;

/** One life of a process: when it is dead, nothing of it runs any more. */
export interface Life {
  /** From 1. */
  readonly number: number;
  dead: boolean;
}

class Entry implements Timer {
  readonly atMs: number;
  readonly order: number;
  readonly life: Life | null;
  task: (() => void) | null;
  readonly #onCancel: () => void;

  constructor(
    atMs: number,
    order: number,
    life: Life | null,
    task: () => void,
    onCancel: () => void,
  ) {
    this.atMs = atMs;
    this.order = order;
    this.life = life;
    this.task = task;
    this.#onCancel = onCancel;
  }

  get isOver(): boolean {
    return this.task === null || this.life?.dead === true;
  }

  cancel(): void {
    if (this.task === null) return;
    this.task = null;
    this.#onCancel();
  }
}

export class Timeline {
  /** Errors that a task threw; a process would have died of them. */
  readonly thrown: unknown[] = [];
  #nowMs = 0;
  #offsetMs = 0;
  #order = 0;
  #cancelled = 0;
  #run = 0;
  #heap: Entry[] = [];
  readonly #onCancel = (): void => this.#noteCancelled();

  /** Since the start of the run; never goes back. */
  monoMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return START_WALL_MS + this.#nowMs + this.#offsetMs;
  }

  /** What has happened so far. */
  get events(): number {
    return this.#run;
  }

  /** Only the wall clock: somebody set it. */
  jump(byMs: number): void {
    this.#offsetMs += byMs;
  }

  /** Of nobody's life: it happens whoever dies. */
  at(atMs: number, task: () => void): Timer {
    return this.#add(atMs, null, task);
  }

  after(delayMs: number, task: () => void): Timer {
    return this.#add(this.#nowMs + delayMs, null, task);
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(delayMs, resolve);
    });
  }

  /** The clock of one life: its timers end with it. */
  clockOf(life: Life): Clock {
    return {
      wallMs: () => this.wallMs(),
      monoMs: () => this.#nowMs,
      after: (delayMs, task) => this.#add(this.#nowMs + delayMs, life, task),
    };
  }

  /**
   * Until `isOver` says so (asked after each event), nothing is left before `endMs`, or
   * `eventsMax` have happened. Time is then `endMs`, unless `isOver` ended it.
   */
  run(endMs: number, eventsMax: number, isOver: () => boolean): Promise<'over' | 'end' | 'bound'> {
    const bound = this.#run + eventsMax;
    return new Promise((resolve) => {
      // One turn of the event loop is enough: engine and store use promises and microtasks only,
      // and all of them run before the next immediate.
      const next = (): void => {
        const entry = isOver() ? 'over' : this.#run >= bound ? 'bound' : this.#take(endMs);
        if (entry instanceof Entry) {
          this.#happen(entry);
          setImmediate(next);
        } else {
          resolve(entry);
        }
      };
      setImmediate(next);
    });
  }

  #happen(entry: Entry): void {
    const { task } = entry;
    entry.task = null;
    this.#run += 1;
    this.#nowMs = Math.max(this.#nowMs, entry.atMs);
    try {
      task?.();
    } catch (error) {
      this.thrown.push(error);
    }
  }

  #add(atMs: number, life: Life | null, task: () => void): Timer {
    this.#order += 1;
    // Whole milliseconds, rounded up: a timer never runs early.
    const entry = new Entry(
      Math.max(this.#nowMs, Math.ceil(atMs)),
      this.#order,
      life,
      task,
      this.#onCancel,
    );
    if (life?.dead === true) return entry;
    this.#heap.push(entry);
    rise(this.#heap, this.#heap.length - 1);
    return entry;
  }

  /** The next thing to happen; `end` when there is none, and time has moved there. */
  #take(endMs: number): Entry | 'end' {
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined) break;
      if (first.isOver) {
        if (first.task === null) this.#cancelled -= 1;
        this.#removeFirst();
        continue;
      }
      if (first.atMs > endMs) break;
      this.#removeFirst();
      return first;
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
    return 'end';
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    sink(this.#heap, 0);
  }

  #noteCancelled(): void {
    this.#cancelled += 1;
    if (this.#cancelled < CANCELLED_MAX || this.#cancelled * 2 < this.#heap.length) return;
    this.#heap = this.#heap.filter((entry) => !entry.isOver).sort(compare);
    this.#cancelled = 0;
  }
}

function compare(one: Entry, other: Entry): number {
  return one.atMs - other.atMs || one.order - other.order;
}

function rise(heap: Entry[], from: number): void {
  let index = from;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!swapIfBefore(heap, index, parent)) return;
    index = parent;
  }
}

function sink(heap: Entry[], from: number): void {
  let index = from;
  for (;;) {
    const left = 2 * index + 1;
    const [one, other] = [heap[left], heap[left + 1]];
    if (one === undefined) return;
    const child = other !== undefined && compare(other, one) < 0 ? left + 1 : left;
    if (!swapIfBefore(heap, child, index)) return;
    index = child;
  }
}

/** Swaps when the entry at `index` comes before the one at `other`. */
function swapIfBefore(heap: Entry[], index: number, other: number): boolean {
  const [mine, its] = [heap[index], heap[other]];
  if (mine === undefined || its === undefined || compare(mine, its) >= 0) return false;
  heap[index] = its;
  heap[other] = mine;
  return true;
}
