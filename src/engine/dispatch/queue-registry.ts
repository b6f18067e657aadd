/**
 * The queues in memory, one per endpoint (step 7): those with work, and those at rest whose
 * settings spare the next report a read, as long as they are not too many. Decides nothing about
 * what goes when.
 */
import type { EndpointKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';
import { SHARDS } from '../ports/dispatch-store.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import type { FairSlots } from './fair-slots.ts';
import type { DispatcherLimits } from './limits.ts';
import { ResidentHeads } from './resident-heads.ts';

export class QueueRegistry {
  readonly #queues = new Map<EndpointKey, EndpointQueue>();
  readonly #resident: ResidentHeads;
  readonly #line: FairSlots;
  readonly #idleMax: number;
  readonly #clock: Clock;
  /** When one was last dropped, with what was left of its rate. */
  #droppedAtMonoMs = Number.NEGATIVE_INFINITY;

  constructor(limits: DispatcherLimits, line: FairSlots, clock: Clock) {
    this.#resident = new ResidentHeads(limits);
    this.#line = line;
    this.#idleMax = limits.idleMax;
    this.#clock = clock;
  }

  get residentHeads(): number {
    return this.#resident.count;
  }

  /** Those that have something to do. */
  get busy(): number {
    return this.#queues.size - this.#line.idle.size;
  }

  of(endpoint: EndpointKey): EndpointQueue {
    const present = this.#queues.get(endpoint);
    if (present !== undefined) return present;
    const queue = new EndpointQueue(endpoint, this.#resident);
    // It may have been here before: nobody knows how much of its rate it had used up by then.
    queue.pacer.emptyAtMonoMs = this.#droppedAtMonoMs;
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

  /** Its settings stay in memory for the next report, unless very many endpoints rest. */
  rest(queue: EndpointQueue): void {
    this.#line.idle.join(queue.turn);
    if (this.#line.idle.size <= this.#idleMax) return;
    const oldest = this.#line.idle.serve();
    if (oldest === null) return;
    this.#queues.delete(oldest.key);
    this.#droppedAtMonoMs = this.#clock.monoMs();
  }

  /** It has something to do. */
  busyAgain(queue: EndpointQueue): void {
    this.#line.idle.leave(queue.turn);
  }

  /** Not ours, or not now: what is in flight of it ends, nothing else is remembered. */
  setAside(queue: EndpointQueue): void {
    queue.turn.line?.leave(queue.turn);
    if (queue.isEmpty()) this.#queues.delete(queue.key);
  }
}
