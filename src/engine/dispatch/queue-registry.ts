/**
 * The queues in memory, one per endpoint (step 7): those of endpoints with work, and idle ones,
 * whose settings spare the next report a read, up to `idleMax`. It decides nothing about what is
 * sent when.
 */

import { SHARDS } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import type { DispatcherLimits } from './limits.ts';
import { Fifo, ResidentHeads } from './ready-queue.ts';

export class QueueRegistry {
  readonly #queues = new Map<EndpointKey, EndpointQueue>();
  /** The one that has been idle for longest comes first. An idle queue wants no slot. */
  readonly #idle = new Fifo<EndpointQueue>();
  readonly #resident: ResidentHeads;
  readonly #idleMax: number;
  readonly #clock: Clock;
  /** When a queue was last dropped, with what was left of its rate. */
  #droppedAtMonoMs = Number.NEGATIVE_INFINITY;

  constructor(limits: DispatcherLimits, clock: Clock) {
    this.#resident = new ResidentHeads(limits);
    this.#idleMax = limits.idleMax;
    this.#clock = clock;
  }

  get residentHeads(): number {
    return this.#resident.count;
  }

  /** How many queues have something to do. */
  get busy(): number {
    return this.#queues.size - this.#idle.size;
  }

  of(endpoint: EndpointKey): EndpointQueue {
    const present = this.#queues.get(endpoint);
    if (present !== undefined) return present;
    // The endpoint may have had a queue before, and how much of its rate was used is not known.
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

  /** The queue stays in memory for the next report, unless too many queues are idle. */
  markIdle(queue: EndpointQueue): void {
    this.#idle.add(queue.slotNode);
    if (this.#idle.size <= this.#idleMax) return;
    const oldest = this.#idle.takeFirst();
    if (oldest === null) return;
    this.#queues.delete(oldest.key);
    this.#droppedAtMonoMs = this.#clock.monoMs();
  }

  /** The queue has something to do. */
  markBusy(queue: EndpointQueue): void {
    this.#idle.remove(queue.slotNode);
  }

  /**
   * Its endpoint is not ours, or not now: it wants no slot, what is in flight of it ends, and
   * nothing else is remembered.
   */
  setAside(queue: EndpointQueue): void {
    queue.slotNode.list?.remove(queue.slotNode);
    if (queue.isEmpty()) this.#queues.delete(queue.key);
  }
}
