/**
 * Endpoints in line for a slot (step 7): round robin over those that have a head ready, and two
 * side lines for those that the slot rule keeps waiting, so that nobody is asked again and again
 * while nothing has changed. Also the line of the idle, oldest first. An endpoint is in one line.
 */
import type { EndpointQueue } from './endpoint-queue.ts';
import { Fifo } from './fifo.ts';
import { SlotCounts } from './slots.ts';

export class FairSlots {
  readonly idle = new Fifo<EndpointQueue>();
  readonly #slots: SlotCounts;
  readonly #ready = new Fifo<EndpointQueue>();
  /** They have an attempt in flight already, and no more than the reserve is free. */
  readonly #forReserve = new Fifo<EndpointQueue>();
  /** They keep timing out, and suspects have their share. */
  readonly #forSuspects = new Fifo<EndpointQueue>();

  constructor(inFlightMax: number, reserve: number) {
    this.#slots = new SlotCounts(inFlightMax, reserve);
  }

  get inFlight(): number {
    return this.#slots.inFlight;
  }

  /** It has a head that may go; it keeps its place where it waits, unless the reason is gone. */
  join(queue: EndpointQueue): void {
    const { line } = queue.turn;
    if (line === this.#forReserve && queue.busy > 0) return;
    if (line === this.#forSuspects && queue.suspect) return;
    this.#ready.join(queue.turn);
  }

  /** Whose turn it is, out of its line; null when there is no slot or nobody for it. */
  serve(): EndpointQueue | null {
    if (!this.#slots.hasFree()) return null;
    if (this.#slots.hasMoreThanReserve()) {
      const waited = this.#forReserve.serve();
      if (waited !== null) return waited;
    }
    if (this.#slots.hasFreeForSuspect()) {
      const suspect = this.#forSuspects.serve();
      if (suspect !== null) return suspect;
    }
    return this.#ready.serve();
  }

  /** True when it may take a slot now; else it waits in the line of the reason. */
  admits(queue: EndpointQueue): boolean {
    switch (this.#slots.ask(queue.busy, queue.suspect)) {
      case 'yes':
        return true;
      case 'full':
        this.#ready.join(queue.turn);
        return false;
      case 'reserve':
        this.#forReserve.join(queue.turn);
        return false;
      case 'suspects':
        this.#forSuspects.join(queue.turn);
        return false;
    }
  }

  take(queue: EndpointQueue): void {
    this.#slots.take(queue.suspect);
  }

  release(queue: EndpointQueue): void {
    this.#slots.release(queue.suspect);
  }

  /** After every change of its health. */
  noticeSuspicion(queue: EndpointQueue): void {
    const suspect = queue.health.isSuspicious();
    if (suspect === queue.suspect) return;
    queue.suspect = suspect;
    this.#slots.changeSuspicion(queue.busy, suspect);
  }
}
