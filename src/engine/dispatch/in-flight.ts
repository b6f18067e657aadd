/**
 * Steps 8 and 9 of the deliveries in flight: from a head that got a slot to its durable outcome and
 * the consequences for its endpoint. The slot is for the request: it becomes free when the answer
 * is there, unless too many outcomes wait to be written. The lane becomes free only when the
 * outcome is durable. Other parts decide whether a head may be sent, and which is next.
 */

import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { isAgent } from '../../core/endpoint/endpoint.ts';
import { messageOf } from '../../core/error/service-error.ts';
import type { DeliveryKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';
import type { DispatchStore, Head, Settlement, SettleResult } from '../ports/dispatch-store.ts';
import { type RetryParts, writeDurably } from '../store-retry.ts';
import { type AttemptParts, attempt, cancellation, type Ended } from './attempt.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { FairSlots } from './fair-slots.ts';
import { SETTLE_TRIES_MAX } from './limits.ts';
import type { ShardPermit } from './shard-ownership.ts';

export type InFlightParts = AttemptParts &
  RetryParts & {
    readonly store: Pick<DispatchStore, 'runtime' | 'settle'>;
    /** Called if the launch of an agent was settled or cancelled, because its run may be due. */
    readonly onRunMoved?: () => void;
  };

export interface InFlightListener {
  /** Called when a slot is free, although the lane is not. */
  onSlotFree(queue: EndpointQueue): void;
  /**
   * Called when the outcome is durable or given up: the lane is free, and the queue knows the
   * result.
   */
  onSettled(queue: EndpointQueue, permit: ShardPermit): void;
  /**
   * Called if another process owned the shard when the outcome was written: this process must send
   * nothing more of it.
   */
  onFenced(permit: ShardPermit): void;
}

export class InFlight {
  /** When an attempt was last settled, or the first one started after a pause; monotonic. */
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

  /** The number of attempts in flight and of outcomes not yet durable. */
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

  /** Resolves when nothing is in flight, or after `longestMs`. No attempt may start any more. */
  async drain(longestMs: number): Promise<void> {
    if (this.unsettled === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onDrained = resolve;
    const timer = this.#parts.clock.after(longestMs, resolve);
    await promise;
    timer.cancel();
  }

  /**
   * Gives up outcomes that cannot be written; after the next start their deliveries are found
   * again.
   */
  abandon(): void {
    this.#abandoned = true;
  }

  async #deliver(queue: EndpointQueue, head: Head, permit: ShardPermit): Promise<void> {
    const { endpoint, generation } = queue;
    let settlement: Settlement;
    let disables = false;
    if (endpoint === null || mustCancel(queue, head)) {
      if (!(await this.#isUnwanted(queue, head))) return this.#withdraw(queue, head, permit);
      settlement = cancellation(head, { epoch: permit.epoch }, this.#parts.clock.wallMs());
    } else {
      const ended = await attempt(head, endpoint, queue.health, permit, this.#parts);
      if (ended === null) return this.#withdraw(queue, head, permit);
      this.#tell(queue, head, ended);
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
    // The endpoint is read again to see its present settings, also if the outcome did not count
    // because the lane's state was decided elsewhere.
    if (disables || disabled || result?.kind === 'fenced') queue.invalidate();
    // The endpoint was read while this outcome was not durable, so that read has the old health.
    else if (settlement.health !== null && queue.generation !== generation) queue.invalidate();
    this.#listener.onSettled(queue, permit);
  }

  /**
   * Writes the outcome with backoff until it is durable. Its lane stays taken meanwhile, so nothing
   * can overtake it; if many outcomes wait, slots stay taken too. So a store that cannot write
   * stops the sending, because the service must not send what it cannot record. Returns null if the
   * outcome was given up; after a restart the head is sent again.
   */
  #settle(settlement: Settlement): Promise<SettleResult | null> {
    const write = () => this.#parts.store.settle(settlement);
    const isGivenUp = this.#isAbandoned;
    const settle = { operation: 'settle' as const, write, triesMax: SETTLE_TRIES_MAX, isGivenUp };
    return writeDurably(settle, this.#parts);
  }

  /**
   * Whether the delivery is really to be cancelled. A cancellation is final, and the settings in
   * memory may be older than the delivery: another process may have just ticked its trigger.
   * Returns false if they are, or cannot be read.
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

  /**
   * Gives up a delivery whose outcome is unknown: the owner of the shard finds the head as it was.
   */
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
    const endpointId = idOf(queue);
    const { kind } = change;
    if (kind === 'held') emit({ name: 'endpoint.held', endpointId, untilMs: change.untilMs });
    else emit({ name: 'endpoint.released', endpointId });
  }

  /** Returns false if so many outcomes wait to be written that the slot stays taken. */
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
    const { delivery, createdAtMs, callId } = head;
    const endpointId = idOf(queue);
    this.#parts.emit({
      name: 'delivery.moved',
      project: head.projectKey,
      delivery,
      createdAtMs,
      callId,
      endpointId,
      state: result.kind === 'settled' ? next.state : '',
    });
    if (settlement.run !== undefined) this.#parts.onRunMoved?.();
    const nowMs = this.#parts.clock.wallMs();
    if (result.kind === 'settled') {
      if (next.state !== 'retrying') {
        const { state } = next;
        const closed = { delivery, createdAtMs, callId, endpointId, state };
        this.#parts.emit({ name: 'delivery.closed', ...closed });
      } else if (tried !== null) {
        queue.retryLater(next.dueAtMs, tried.startedAtMs, nowMs);
      }
    }
    if (result.promoted !== null) queue.offer(result.promoted, nowMs);
  }

  /** Whether the store disabled the endpoint; it does not if the endpoint was edited meanwhile. */
  #wasDisabled(queue: EndpointQueue, { disable }: Settlement, result: SettleResult | null) {
    if (disable === null || result === null || result.kind === 'fenced') return false;
    if (result.disabled !== true) return false;
    this.#parts.emit({ name: 'endpoint.disabled', endpointId: idOf(queue), reason: disable });
    return true;
  }

  #tell(queue: EndpointQueue, head: Head, { deliveryId, attention, settlement }: Ended): void {
    const { clock, emit } = this.#parts;
    const ended = settlement.attempt;
    emit({
      name: 'attempt.ended',
      endpointId: idOf(queue),
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
 * Whether the delivery must be cancelled: its endpoint is gone, or its trigger was unticked after
 * it fired. A delivery that an operator asked for is always sent.
 */
export function mustCancel(queue: EndpointQueue, head: Head): boolean {
  return queue.endpoint === null || queue.isGone() || isUnticked(queue.endpoint, head);
}

/** An operator may launch an agent by hand for a call whose trigger the agent does not tick. */
export function isUnticked({ kind, triggers }: Endpoint, { manual, trigger }: Head): boolean {
  return !manual && !isAgent(kind) && !triggers.includes(trigger);
}

/**
 * Takes a token and returns true if pacing allows it; a delivery that is only cancelled needs none.
 */
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

/** Empty until the endpoint is read. */
function idOf(queue: EndpointQueue): string {
  return queue.endpoint?.id ?? '';
}
