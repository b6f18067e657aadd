/**
 * First in, first out, over items that may leave at any moment (step 7): a doubly linked list, so
 * that adding, removing and taking cost the same however many items are in it. An item's node is
 * in at most one list. Nothing is allocated once a node was made.
 */

export class FifoNode<Item> {
  readonly item: Item;
  /** The list it is in, or null. Only `Fifo` writes these three. */
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

  /** Adds the node at the end and takes it out of any other list; in this one it stays in place. */
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

  /** Removes the item that has been in the list for longest; null if the list is empty. */
  takeFirst(): Item | null {
    const node = this.#first;
    if (node === null) return null;
    this.remove(node);
    return node.item;
  }
}
