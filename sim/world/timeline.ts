/**
 * Virtual time: a heap of events, ordered by time and then by when they were scheduled. One event
 * runs, then everything that follows from it by promises alone, then the next. Time is whole
 * milliseconds and moves only between two events; the clocks of a machine may run apart from it,
 * and a process may stand still. Reads no real clock.
 */
import type { Clock, Timer } from '../../src/engine/ports/clock.ts';
import { rise, sink, sorted } from './heap.ts';
import { type Machine, monoAt, TRUE_MACHINE, timeOfMono } from './machine.ts';

/** What the wall clock says at the start of every run: 2026-11-20 11:19 UTC. */
export const START_WALL_MS = Date.UTC(2026, 10, 20, 11, 19);

/** How many cancelled entries may stay in the heap before they are removed. */
const CANCELLED_MAX = 1_024;

/** One life of a process: once it is dead, none of its code runs any more. */
export interface Life {
  /** From 1. */
  readonly number: number;
  dead: boolean;
  /** The machine on which it runs; if missing, one with true clocks. */
  readonly machine?: Machine;
}

/**
 * Which code runs. `timer`: a process's own, by its clock. `word`: what reaches it from outside.
 * Both wait while it stands still. `away`: work done for it elsewhere, dropped when it is dead.
 */
type Kind = 'timer' | 'word' | 'away';

const NO_LIFE = [null, 'away'] as const;

class Entry implements Timer {
  atMs: number;
  order: number;
  readonly life: Life | null;
  readonly kind: Kind;
  task: (() => void) | null;
  readonly #onCancel: () => void;

  constructor(
    atMs: number,
    order: number,
    [life, kind]: readonly [Life | null, Kind],
    task: () => void,
    onCancel: () => void,
  ) {
    this.atMs = atMs;
    this.order = order;
    this.life = life;
    this.kind = kind;
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
  /** Errors that a task threw; a real process would have died of them. */
  readonly thrown: unknown[] = [];
  #nowMs = 0;
  #offsetMs = 0;
  #order = 0;
  #cancelled = 0;
  #run = 0;
  #heap: Entry[] = [];
  /** Suspended lives: since when, and the events that wait for them. */
  readonly #frozen = new Map<Life, { readonly sinceMs: number; readonly due: Entry[] }>();
  readonly #onCancel = (): void => this.#noteCancelled();

  /** Since the start of the run; never goes back. */
  monoMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return START_WALL_MS + this.#nowMs + this.#offsetMs;
  }

  /** The number of events so far. */
  get events(): number {
    return this.#run;
  }

  /** Sets the wall clock only. */
  jump(byMs: number): void {
    this.#offsetMs += byMs;
  }

  /** Schedules an event of no life: it runs whichever process dies. */
  at(atMs: number, task: () => void): Timer {
    return this.#add(atMs, NO_LIFE, task);
  }

  after(delayMs: number, task: () => void): Timer {
    return this.#add(this.#nowMs + delayMs, NO_LIFE, task);
  }

  /** Schedules what reaches a process from outside. */
  tell(life: Life, delayMs: number, task: () => void): Timer {
    return this.#add(this.#nowMs + delayMs, [life, 'word'], task);
  }

  /** Schedules work for a process elsewhere: it goes on while the process stands still. */
  away(life: Life, delayMs: number, task: () => void): Timer {
    return this.#add(this.#nowMs + delayMs, [life, 'away'], task);
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(delayMs, resolve);
    });
  }

  /** The clock of one life: its timers end with it. */
  clockOf(life: Life): Clock {
    const { machine = TRUE_MACHINE } = life;
    return {
      wallMs: () => this.wallMs() + machine.skewMs,
      monoMs: () => monoAt(machine, this.#nowMs),
      after: (delayMs, task) => {
        const monoMs = monoAt(machine, this.#nowMs) + delayMs;
        return this.#add(timeOfMono(machine, monoMs), [life, 'timer'], task);
      },
    };
  }

  isFrozen(life: Life): boolean {
    return this.#frozen.has(life);
  }

  /** Suspends the life, as SIGSTOP does: nothing happens to it until `thaw`. */
  freeze(life: Life): void {
    if (!life.dead && !this.#frozen.has(life)) {
      this.#frozen.set(life, { sinceMs: this.#nowMs, due: [] });
    }
  }

  /**
   * Resumes the life: the waiting events run first, in order. `asleep`: the machine slept, so its
   * monotonic clock and all timers stood still.
   */
  thaw(life: Life, asleep: boolean): void {
    const frozen = this.#frozen.get(life);
    if (frozen === undefined) return;
    this.#frozen.delete(life);
    const { machine } = life;
    const lostMs = asleep && machine !== undefined ? this.#nowMs - frozen.sinceMs : 0;
    if (machine !== undefined) machine.lostMs += lostMs;
    for (const entry of this.#heap) {
      if (entry.life === life && entry.kind === 'timer') entry.atMs += lostMs;
    }
    this.#heap = this.#heap.sort(sorted);
    for (const entry of frozen.due) {
      const lateMs = entry.kind === 'timer' ? entry.atMs + lostMs : this.#nowMs;
      entry.atMs = Math.max(this.#nowMs, lateMs);
      this.#order += 1;
      entry.order = this.#order;
      this.#push(entry);
    }
  }

  /**
   * Runs until `isOver` says so (asked after each event), no event is left before `endMs`, or
   * `eventsMax` have run. Time is then `endMs`, unless `isOver` ended it.
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

  #add(atMs: number, whose: readonly [Life | null, Kind], task: () => void): Timer {
    this.#order += 1;
    // Rounded up to whole milliseconds: a timer never runs early.
    const dueMs = Math.max(this.#nowMs, Math.ceil(atMs));
    const entry = new Entry(dueMs, this.#order, whose, task, this.#onCancel);
    if (whose[0]?.dead !== true) this.#push(entry);
    return entry;
  }

  #push(entry: Entry): void {
    this.#heap.push(entry);
    rise(this.#heap, this.#heap.length - 1);
  }

  /** The next event; `end` if there is none and time has moved to the end. */
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
      if (!this.#waits(first)) return first;
    }
    this.#nowMs = Math.max(this.#nowMs, endMs);
    return 'end';
  }

  /** True if the event's life is suspended: the event is kept until the process resumes. */
  #waits(entry: Entry): boolean {
    if (entry.life === null || entry.kind === 'away') return false;
    const frozen = this.#frozen.get(entry.life);
    frozen?.due.push(entry);
    return frozen !== undefined;
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
    this.#heap = this.#heap.filter((entry) => !entry.isOver).sort(sorted);
    this.#cancelled = 0;
  }
}
