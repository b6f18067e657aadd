/**
 * Which endpoint gets the next slot (step 7), so that no number of slow endpoints can take the
 * service from the others. Endpoints with a ready head get slots in turn. An endpoint may take a
 * slot if it has none, or if more than the reserve is free; an endpoint that keeps timing out is
 * suspect, has one slot at most, and all suspects together have at most half. Two side queues
 * keep the endpoints that this rule holds back, so that none is asked again while nothing changed.
 */
import type { EndpointQueue } from './endpoint-queue.ts';
import { Fifo } from './ready-queue.ts';

export class FairSlots {
  /** The slots in use. */
  inFlight = 0;
  #suspectsInFlight = 0;
  readonly #inFlightMax: number;
  readonly #reserve: number;
  readonly #suspectsMax: number;
  readonly #ready = new Fifo<EndpointQueue>();
  /** Endpoints with an attempt in flight, while no more than the reserve is free. */
  readonly #forReserve = new Fifo<EndpointQueue>();
  /** Suspect endpoints, while suspects use all the slots that they may have. */
  readonly #forSuspects = new Fifo<EndpointQueue>();

  constructor(inFlightMax: number, reserve: number) {
    this.#inFlightMax = inFlightMax;
    this.#reserve = reserve;
    this.#suspectsMax = Math.max(1, Math.floor(inFlightMax / 2));
  }

  /** The endpoint has a head that may be sent. It keeps its place unless the obstacle is gone. */
  enqueue(queue: EndpointQueue): void {
    const { list } = queue.slotNode;
    if (list === this.#forReserve && queue.busy > 0) return;
    if (list === this.#forSuspects && queue.suspect) return;
    this.#ready.add(queue.slotNode);
  }

  /** The endpoint whose turn it is; null if there is no free slot, or no endpoint for one. */
  takeNext(): EndpointQueue | null {
    if (!this.#hasFree()) return null;
    if (this.#hasMoreThanReserve()) {
      const waited = this.#forReserve.takeFirst();
      if (waited !== null) return waited;
    }
    if (this.#hasFreeForSuspect()) {
      const suspect = this.#forSuspects.takeFirst();
      if (suspect !== null) return suspect;
    }
    return this.#ready.takeFirst();
  }

  /** Whether the endpoint may take a slot now; if not, it joins the queue of its obstacle. */
  admits(queue: EndpointQueue): boolean {
    const obstacle = this.#obstacleOf(queue);
    obstacle?.add(queue.slotNode);
    return obstacle === null;
  }

  take({ suspect }: EndpointQueue): void {
    this.inFlight += 1;
    if (suspect) this.#suspectsInFlight += 1;
  }

  release({ suspect }: EndpointQueue): void {
    this.inFlight -= 1;
    if (suspect) this.#suspectsInFlight -= 1;
  }

  /** Must be called after every change of the endpoint's health. */
  noticeSuspicion(queue: EndpointQueue): void {
    const suspect = queue.health.isSuspicious();
    if (suspect === queue.suspect) return;
    queue.suspect = suspect;
    this.#suspectsInFlight += suspect ? queue.busy : -queue.busy;
  }

  /** Where the endpoint has to wait for a slot; null: it need not. */
  #obstacleOf({ busy, suspect }: EndpointQueue): Fifo<EndpointQueue> | null {
    if (!this.#hasFree()) return this.#ready;
    if (suspect && !this.#hasFreeForSuspect()) return this.#forSuspects;
    return busy === 0 || this.#hasMoreThanReserve() ? null : this.#forReserve;
  }

  #hasFree(): boolean {
    return this.inFlight < this.#inFlightMax;
  }

  #hasMoreThanReserve(): boolean {
    return this.#inFlightMax - this.inFlight > this.#reserve;
  }

  #hasFreeForSuspect(): boolean {
    return this.#suspectsInFlight < this.#suspectsMax;
  }
}
