/**
 * Steps 8 and 9 of the deliveries in flight: from a head that got a slot to its durable outcome
 * and what follows from it for its endpoint. The slot is for the request: it is free when the
 * answer is there, unless too many outcomes wait for the disk. The lane is free only when the
 * outcome is durable. Whether a head may go is decided before; this never looks for the next one.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { isAgent } from '../../core/endpoint/endpoint.ts';
import type { DeliveryKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';
import type { DispatchStore, Head, Settlement, SettleResult } from '../ports/dispatch-store.ts';
import { messageOf, type RetryParts, writeDurably } from '../store-retry.ts';
import { type AttemptParts, attempt, cancellation, type Ended } from './attempt.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { FairSlots } from './fair-slots.ts';
import { SETTLE_TRIES_MAX } from './limits.ts';
import type { ShardPermit } from './permit.ts';

export type InFlightParts = AttemptParts &
  RetryParts & {
    readonly store: Pick<DispatchStore, 'runtime' | 'settle'>;
    /** A run of an agent may have something to do: its launch was settled. */
    readonly onRunMoved?: () => void;
  };

export interface InFlightListener {
  /** A slot is free; the lane is not. */
  onSlotFree(queue: EndpointQueue): void;
  /** The outcome is durable or given up: the lane is free, and the queue knows what follows. */
  onSettled(queue: EndpointQueue, permit: ShardPermit): void;
  /** Another process owned the shard when the outcome came: this one must send nothing of it. */
  onFenced(permit: ShardPermit): void;
}

export class InFlight {
  /** When an attempt was last settled, or started after a pause; monotonic. */
  movedAtMonoMs = 0;
  readonly sending = new Set<DeliveryKey>();
  #settling = 0;
  #abandoned = false;
  #onDrained: () => void = () => {};
  readonly #settlingMax: number;
  readonly #parts: InFlightParts;
  readonly #slots: FairSlots;
  readonly #listener: InFlightListener;
  readonly #isAbandoned = () => this.#abandoned;

  constructor(
    parts: InFlightParts,
    slots: FairSlots,
    settlingMax: number,
    listener: InFlightListener,
  ) {
    this.#parts = parts;
    this.#settlingMax = settlingMax;
    this.#slots = slots;
    this.#listener = listener;
  }

  /** Attempts in flight, and outcomes on their way to the disk. */
  get unsettled(): number {
    return this.#slots.inFlight + this.#settling;
  }

  start(queue: EndpointQueue, head: Head, permit: ShardPermit): void {
    if (this.unsettled === 0) this.movedAtMonoMs = this.#parts.clock.monoMs();
    queue.startNext();
    this.#slots.take(queue);
    this.sending.add(head.delivery);
    void this.#deliver(queue, head, permit);
  }

  /** Resolves when nothing is in flight, or after so long. No attempt may start any more. */
  async drain(longestMs: number): Promise<void> {
    if (this.unsettled === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onDrained = resolve;
    const timer = this.#parts.clock.after(longestMs, resolve);
    await promise;
    timer.cancel();
  }

  /** Outcomes that cannot be written are given up: after the next start they are found again. */
  abandon(): void {
    this.#abandoned = true;
  }

  async #deliver(queue: EndpointQueue, head: Head, permit: ShardPermit): Promise<void> {
    const { endpoint, generation } = queue;
    let settlement: Settlement;
    let disables = false;
    if (endpoint === null || mustCancel(queue, head)) {
      if (!(await this.#isUnwanted(queue, head))) return this.#withdraw(queue, head, permit);
      settlement = cancellation(head, permit.epoch, this.#parts.clock.wallMs());
    } else {
      const ended = await attempt(head, endpoint, queue.health, permit, this.#parts);
      if (ended === null) return this.#withdraw(queue, head, permit);
      this.#tell(head, ended);
      this.#noticeHealth(queue);
      settlement = ended.settlement;
      disables = settlement.disable !== null && !queue.isDisabled();
      if (disables) queue.disable();
    }
    const durable = this.#settle(settlement);
    const hasSlot = !this.#freeSlot(queue);
    const result = await durable;
    if (hasSlot) this.#slots.release(queue);
    else this.#settling -= 1;
    this.#finish(queue, head, hasSlot);
    if (result?.kind === 'fenced') this.#listener.onFenced(permit);
    else if (result !== null) this.#follow(queue, head, settlement, result);
    const disabled = this.#wasDisabled(queue, settlement, result);
    // The endpoint is read again, to see what the store says of it now; so is the lane of an
    // outcome that did not count, because its state was decided elsewhere.
    if (disables || disabled || result?.kind === 'fenced') queue.invalidate();
    // Read again while this was not durable: what was read is the health from before it.
    else if (settlement.health !== null && queue.generation !== generation) queue.invalidate();
    this.#listener.onSettled(queue, permit);
  }

  /**
   * Writes the outcome again and again until it is durable. Its lane stays taken meanwhile, so
   * nothing can overtake it, and so do slots if many wait: a store that cannot write stops the
   * service, which must not send what it cannot note. Null if it was given up before: after a
   * restart the head is sent again.
   */
  #settle(settlement: Settlement): Promise<SettleResult | null> {
    const write = () => this.#parts.store.settle(settlement);
    const isGivenUp = this.#isAbandoned;
    const settle = { operation: 'settle', write, triesMax: SETTLE_TRIES_MAX, isGivenUp };
    return writeDurably(settle, this.#parts);
  }

  /**
   * A cancellation is for good, and the settings in memory may be older than the delivery: another
   * process may have ticked its trigger a moment ago. False when they are, or cannot be read.
   */
  async #isUnwanted(queue: EndpointQueue, head: Head): Promise<boolean> {
    if (queue.isGone()) return true;
    try {
      const runtime = await this.#parts.store.runtime(queue.key);
      return runtime === null || isUnticked(runtime.endpoint, head);
    } catch (error) {
      this.#parts.emit({ name: 'store.failed', operation: 'runtime', error: messageOf(error) });
      return false;
    }
  }

  /** Its outcome is not known: the owner of the shard finds the head as it was. */
  #withdraw(queue: EndpointQueue, head: Head, permit: ShardPermit): void {
    this.#slots.release(queue);
    this.#finish(queue, head, true);
    queue.invalidate();
    this.#listener.onSettled(queue, permit);
  }

  #noticeHealth(queue: EndpointQueue): void {
    this.#slots.noticeSuspicion(queue);
    const change = queue.noticeHealth();
    if (change === null) return;
    const { emit } = this.#parts;
    const endpoint = queue.key;
    if (change.kind === 'held') emit({ name: 'endpoint.held', endpoint, untilMs: change.untilMs });
    else emit({ name: 'endpoint.released', endpoint });
  }

  /** False when so many outcomes wait for the disk that the slot is kept. */
  #freeSlot(queue: EndpointQueue): boolean {
    if (this.#settling >= this.#settlingMax) return false;
    this.#settling += 1;
    this.#slots.release(queue);
    queue.freeSlot();
    this.#listener.onSlotFree(queue);
    return true;
  }

  #finish(queue: EndpointQueue, head: Head, hasSlot: boolean): void {
    if (hasSlot) queue.freeSlot();
    queue.freeLane(head);
    this.sending.delete(head.delivery);
    this.movedAtMonoMs = this.#parts.clock.monoMs();
    if (this.unsettled === 0) this.#onDrained();
  }

  #follow(
    queue: EndpointQueue,
    head: Head,
    settlement: Settlement,
    result: Exclude<SettleResult, { readonly kind: 'fenced' }>,
  ): void {
    const { next, attempt: tried } = settlement;
    this.#parts.emit({
      name: 'delivery.moved',
      project: head.projectKey,
      delivery: head.delivery,
      createdAtMs: head.createdAtMs,
      callId: head.callId,
      endpointId: queue.endpoint?.id ?? '',
      state: result.kind === 'settled' ? next.state : '',
    });
    if (settlement.run !== undefined) this.#parts.onRunMoved?.();
    const nowMs = this.#parts.clock.wallMs();
    if (result.kind === 'settled') {
      if (next.state !== 'retrying') {
        this.#parts.emit({ name: 'delivery.closed', endpoint: queue.key, state: next.state });
      } else if (tried !== null) {
        queue.retryLater(next.dueAtMs, tried.startedAtMs, nowMs);
      }
    }
    if (result.promoted !== null) queue.offer(result.promoted, nowMs);
  }

  /** As the store says: it does not disable an endpoint that was edited meanwhile. */
  #wasDisabled(queue: EndpointQueue, { disable }: Settlement, result: SettleResult | null) {
    if (disable === null || result === null || result.kind === 'fenced') return false;
    if (result.disabled !== true) return false;
    this.#parts.emit({ name: 'endpoint.disabled', endpoint: queue.key, reason: disable });
    return true;
  }

  #tell(head: Head, { deliveryId, attention, settlement }: Ended): void {
    const { clock, emit } = this.#parts;
    const ended = settlement.attempt;
    emit({
      name: 'attempt.ended',
      endpoint: head.endpoint,
      deliveryId,
      callId: head.callId,
      trigger: head.trigger,
      attempt: ended.number,
      outcome: ended.outcome,
      status: ended.status,
      error: ended.error,
      attention,
      durationMs: ended.durationMs,
      ageMs: clock.wallMs() - head.createdAtMs,
    });
  }
}

/**
 * Its endpoint is gone, or its trigger was unticked since it fired. A delivery that an operator
 * asks for goes out all the same, subscribed or not.
 */
export function mustCancel(queue: EndpointQueue, head: Head): boolean {
  return queue.endpoint === null || queue.isGone() || isUnticked(queue.endpoint, head);
}

/** An agent may be launched by hand for a call that fired what it does not tick. */
function isUnticked({ kind, triggers }: Endpoint, { manual, trigger }: Head): boolean {
  return !manual && !isAgent(kind) && !triggers.includes(trigger);
}

/** True if pacing allows it, and takes the token; a delivery that is only cancelled has none. */
export function mayGo(
  queue: EndpointQueue,
  head: Head,
  permit: ShardPermit,
  clock: Clock,
): boolean {
  if (queue.endpoint === null || mustCancel(queue, head)) return true;
  const { pacing } = queue.endpoint;
  return queue.pacer.take(pacing, clock.wallMs(), clock.monoMs(), permit.sinceMonoMs);
}
