/**
 * First come, first served, over things that may leave the line at any moment (step 7): a doubly
 * linked ring, so that joining, leaving and being served cost the same however many stand in it.
 * A place stands in at most one line. Never allocates after a place was made.
 */

export class FifoNode<Item> {
  readonly item: Item;
  /** The line it stands in, or null. Only `Fifo` writes these three. */
  line: Fifo<Item> | null = null;
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

  /** Joins at the end, leaving any other line; keeps its place when it stands in this one. */
  join(place: FifoNode<Item>): void {
    if (place.line === this) return;
    place.line?.leave(place);
    place.line = this;
    place.previous = this.#last;
    if (this.#last === null) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
    this.size += 1;
  }

  /** Does nothing when it does not stand in this line. */
  leave(place: FifoNode<Item>): void {
    if (place.line !== this) return;
    if (place.previous === null) this.#first = place.next;
    else place.previous.next = place.next;
    if (place.next === null) this.#last = place.previous;
    else place.next.previous = place.previous;
    place.line = null;
    place.next = null;
    place.previous = null;
    this.size -= 1;
  }

  /** Who has stood here longest leaves the line. */
  serve(): Item | null {
    const place = this.#first;
    if (place === null) return null;
    this.leave(place);
    return place.item;
  }
}
