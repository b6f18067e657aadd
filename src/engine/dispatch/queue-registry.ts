/**
 * The queues in memory, one per endpoint (step 7): those of endpoints with work, and up to
 * `idleMax` idle ones, whose settings spare the next report a read. It does not decide what is sent
 * or when.
 */

import { SHARDS } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import type { DispatcherLimits } from './limits.ts';
import { Fifo, ResidentHeads } from './ready-queue.ts';

export class QueueRegistry {
  readonly #queues = new Map<EndpointKey, EndpointQueue>();
  /** The longest idle queue comes first. An idle queue needs no slot. */
  readonly #idle = new Fifo<EndpointQueue>();
  readonly #resident: ResidentHeads;
  readonly #idleMax: number;
  readonly #clock: Clock;
  /** When a queue was last dropped together with its token bucket. */
  #droppedAtMonoMs = Number.NEGATIVE_INFINITY;

  constructor(limits: DispatcherLimits, clock: Clock) {
    this.#resident = new ResidentHeads(limits);
    this.#idleMax = limits.idleMax;
    this.#clock = clock;
  }

  get residentHeads(): number {
    return this.#resident.count;
  }

  /** How many queues have work. */
  get busy(): number {
    return this.#queues.size - this.#idle.size;
  }

  of(endpoint: EndpointKey): EndpointQueue {
    const present = this.#queues.get(endpoint);
    if (present !== undefined) return present;
    // The endpoint may have had a queue before; how much of its rate was used is unknown.
    const queue = new EndpointQueue(endpoint, this.#resident, this.#droppedAtMonoMs);
    this.#queues.set(endpoint, queue);
    return queue;
  }

  all(): Iterable<EndpointQueue> {
    return this.#queues.values();
  }

  *ofShards(shards: readonly number[]): Iterable<EndpointQueue> {
    const wanted = new Set(shards);
    for (const queue of this.#queues.values()) if (wanted.has(queue.key % SHARDS)) yield queue;
  }

  /** Keeps the queue in memory for the next report, unless too many queues are idle. */
  markIdle(queue: EndpointQueue): void {
    this.#idle.add(queue.slotNode);
    if (this.#idle.size <= this.#idleMax) return;
    const oldest = this.#idle.takeFirst();
    if (oldest === null) return;
    this.#queues.delete(oldest.key);
    this.#droppedAtMonoMs = this.#clock.monoMs();
  }

  /** The queue has work. */
  markBusy(queue: EndpointQueue): void {
    this.#idle.remove(queue.slotNode);
  }

  /**
   * Sets a queue aside because its endpoint belongs to another process, at least for now. It takes
   * no slot; its attempts in flight end; everything else is forgotten.
   */
  setAside(queue: EndpointQueue): void {
    queue.slotNode.list?.remove(queue.slotNode);
    if (queue.isEmpty()) this.#queues.delete(queue.key);
  }
}
