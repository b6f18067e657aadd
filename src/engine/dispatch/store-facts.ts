/**
 * All that is known of an endpoint's heads that are only rows (step 7), however many they are:
 * that there are more that may be ready, that first attempts are held back by a hold, and the
 * earliest due time of what is later. Whoever forgets a head sets one of the three.
 */
import { DUE_READ_GAP_MS } from './limits.ts';

export class StoreFacts {
  more = false;
  heldBack = false;
  #laterDueAtMs: number | null = null;
  #dueReadFromMs = 0;
  #readFromMs: number | null = null;

  /** There is a head that is due then. */
  later(dueAtMs: number): void {
    if (this.#laterDueAtMs === null || dueAtMs < this.#laterDueAtMs) this.#laterDueAtMs = dueAtMs;
  }

  /** Fifo times that have passed into facts. */
  elapse(nowMs: number): void {
    if (this.#readFromMs !== null && this.#readFromMs <= nowMs) this.#readFromMs = null;
    const dueReadAtMs = this.#dueReadAtMs();
    if (dueReadAtMs === null || dueReadAtMs > nowMs) return;
    this.#laterDueAtMs = null;
    this.#dueReadFromMs = nowMs + DUE_READ_GAP_MS;
    this.more = true;
  }

  pauseReads(untilMs: number): void {
    this.#readFromMs = untilMs;
  }

  mayBeRead(): boolean {
    return this.#readFromMs === null;
  }

  /** Forgets waits of our own; due times stay. */
  forgetWaits(): void {
    this.#readFromMs = null;
    this.#dueReadFromMs = 0;
  }

  /** When one of the facts changes by time alone; infinity when none does. */
  nextChangeMs(): number {
    const dueReadAtMs = this.#dueReadAtMs() ?? Number.POSITIVE_INFINITY;
    return Math.min(dueReadAtMs, this.#readFromMs ?? Number.POSITIVE_INFINITY);
  }

  /** Nothing that could become ready by itself. */
  isNothing(): boolean {
    return !this.more && !this.heldBack && this.#laterDueAtMs === null;
  }

  #dueReadAtMs(): number | null {
    if (this.#laterDueAtMs === null) return null;
    return Math.max(this.#laterDueAtMs, this.#dueReadFromMs);
  }
}
