/**
 * Who may have an attempt in flight (step 7), so that no number of slow endpoints can take the
 * service from the others: an endpoint may take a slot when it has none, or when more than the
 * reserve is free; an endpoint that keeps timing out is suspect, has one slot at most, and all
 * suspects together have at most half.
 */

/** `suspects`, `reserve`: what it has to wait for. */
export type SlotAnswer = 'yes' | 'full' | 'reserve' | 'suspects';

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

  /** `busy`: what the endpoint has in flight. */
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

  /** An endpoint became suspect, or no longer is, with `busy` attempts in flight. */
  changeSuspicion(busy: number, suspect: boolean): void {
    this.#suspectsInFlight += suspect ? busy : -busy;
  }
}
