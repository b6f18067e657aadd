/**
 * A binary heap in an array: the next event, by time and then by order, is at index 0. A sorted
 * array is a heap too. Only the steps; the timeline keeps the array.
 */

export interface Timed {
  readonly atMs: number;
  readonly order: number;
}

/** Compares two entries for sorting: no two have the same order. */
export function sorted(one: Timed, other: Timed): number {
  return one.atMs - other.atMs || one.order - other.order;
}

/** Restores the heap after the entry at `from` was added or moved to an earlier time. */
export function rise(heap: Timed[], from: number): void {
  let index = from;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!swapIfBefore(heap, index, parent)) return;
    index = parent;
  }
}

/** Restores the heap after the entry at `from` was replaced by a later one. */
export function sink(heap: Timed[], from: number): void {
  let index = from;
  for (;;) {
    const left = 2 * index + 1;
    const [one, other] = [heap[left], heap[left + 1]];
    if (one === undefined) return;
    const child = other !== undefined && sorted(other, one) < 0 ? left + 1 : left;
    if (!swapIfBefore(heap, child, index)) return;
    index = child;
  }
}

/** Swaps the entries if the one at `index` comes before the one at `other`. */
function swapIfBefore(heap: Timed[], index: number, other: number): boolean {
  const [mine, its] = [heap[index], heap[other]];
  if (mine === undefined || its === undefined || sorted(mine, its) >= 0) return false;
  heap[index] = its;
  heap[other] = mine;
  return true;
}
