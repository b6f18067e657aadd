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
  readonly #counts: SlotCounts;
  readonly #ready = new Fifo<EndpointQueue>();
  /** Endpoints with an attempt in flight, while no more than the reserve is free. */
  readonly #forReserve = new Fifo<EndpointQueue>();
  /** Suspect endpoints, while suspects use all the slots that they may have. */
  readonly #forSuspects = new Fifo<EndpointQueue>();

  constructor(inFlightMax: number, reserve: number) {
    this.#counts = new SlotCounts(inFlightMax, reserve);
  }

  get inFlight(): number {
    return this.#counts.inFlight;
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
    if (!this.#counts.hasFree()) return null;
    if (this.#counts.hasMoreThanReserve()) {
      const waited = this.#forReserve.takeFirst();
      if (waited !== null) return waited;
    }
    if (this.#counts.hasFreeForSuspect()) {
      const suspect = this.#forSuspects.takeFirst();
      if (suspect !== null) return suspect;
    }
    return this.#ready.takeFirst();
  }

  /** Whether the endpoint may take a slot now; if not, it joins the queue of its obstacle. */
  admits(queue: EndpointQueue): boolean {
    switch (this.#counts.ask(queue.busy, queue.suspect)) {
      case 'yes':
        return true;
      case 'full':
        this.#ready.add(queue.slotNode);
        return false;
      case 'reserve':
        this.#forReserve.add(queue.slotNode);
        return false;
      case 'suspects':
        this.#forSuspects.add(queue.slotNode);
        return false;
    }
  }

  take(queue: EndpointQueue): void {
    this.#counts.take(queue.suspect);
  }

  release(queue: EndpointQueue): void {
    this.#counts.release(queue.suspect);
  }

  /** Must be called after every change of the endpoint's health. */
  noticeSuspicion(queue: EndpointQueue): void {
    const suspect = queue.health.isSuspicious();
    if (suspect === queue.suspect) return;
    queue.suspect = suspect;
    this.#counts.changeSuspicion(queue.busy, suspect);
  }
}

/** `suspects` and `reserve` name the obstacle for which the endpoint has to wait. */
type SlotAnswer = 'yes' | 'full' | 'reserve' | 'suspects';

/** Counts the slots in use and applies the rule, by numbers alone. */
export class SlotCounts {
  inFlight = 0;
  #suspectsInFlight = 0;
  readonly #inFlightMax: number;
  readonly #reserve: number;
  readonly #suspectsMax: number;

  constructor(inFlightMax: number, reserve: number) {
    this.#inFlightMax = inFlightMax;
    this.#reserve = reserve;
    this.#suspectsMax = Math.max(1, Math.floor(inFlightMax / 2));
  }

  /** `busy`: the attempts that the endpoint has in flight. */
  ask(busy: number, suspect: boolean): SlotAnswer {
    if (!this.hasFree()) return 'full';
    if (suspect && !this.hasFreeForSuspect()) return 'suspects';
    return busy === 0 || this.hasMoreThanReserve() ? 'yes' : 'reserve';
  }

  hasFree(): boolean {
    return this.inFlight < this.#inFlightMax;
  }

  hasMoreThanReserve(): boolean {
    return this.#inFlightMax - this.inFlight > this.#reserve;
  }

  hasFreeForSuspect(): boolean {
    return this.#suspectsInFlight < this.#suspectsMax;
  }

  take(suspect: boolean): void {
    this.inFlight += 1;
    if (suspect) this.#suspectsInFlight += 1;
  }

  release(suspect: boolean): void {
    this.inFlight -= 1;
    if (suspect) this.#suspectsInFlight -= 1;
  }

  /** Records that an endpoint with `busy` attempts in flight became suspect or ceased to be. */
  changeSuspicion(busy: number, suspect: boolean): void {
    this.#suspectsInFlight += suspect ? busy : -busy;
  }
}
