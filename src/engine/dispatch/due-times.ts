/**
 * Which endpoint must be looked at next, and when (step 7): a binary heap with one entry per
 * endpoint, whatever number of its deliveries wait. Entries know their position, so moving one
 * costs O(log endpoints). The dispatcher keeps one timer, for the earliest.
 */

/** `wakeAtMs` null and `wakeIndex` -1: not in the heap. Only `DueTimes` writes them. */
export interface Wakeable {
  wakeAtMs: number | null;
  wakeIndex: number;
}

export class DueTimes<Item extends Wakeable> {
  readonly #heap: Item[] = [];

  earliestMs(): number | null {
    return this.#heap[0]?.wakeAtMs ?? null;
  }

  /** Null takes it out. */
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

  /** Takes out one item whose time has come. */
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
