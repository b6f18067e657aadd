/**
 * Step 7: takes the heads of ready lanes, lets endpoints take turns, has each head attempted and
 * its outcome written, and goes on with the head that the settlement promoted. Memory is bounded
 * whatever waits in the store, and one timer serves all. Must never send a head while another of
 * its lane is in flight or its outcome is not durable (specification section 6, rule 4; decisions
 * section 5; docs/internals/design.md, "The dispatcher").
 */
import type { EndpointKind } from '../core/endpoint/endpoint.ts';
import type { DeliveryKey, EndpointKey } from '../core/id.ts';
import { type DispatcherLimits, withDefaults } from './dispatcher-limits.ts';
import { EndpointQueue } from './endpoint-queue.ts';
import { Flights, mustCancel } from './flights.ts';
import { HeadReader } from './head-reader.ts';
import type { Channel } from './ports/channel.ts';
import type { Clock, Random } from './ports/clock.ts';
import type { DispatchStore, Head } from './ports/dispatch-store.ts';
import type { Emit } from './ports/emit.ts';
import { Redating } from './redating.ts';
import { ResidentHeads } from './resident-heads.ts';
import { SlotLine } from './slot-line.ts';
import { WakeTimer } from './wake-timer.ts';

export interface Dispatcher {
  /** Takes ownership and begins with what is in the store. Rejects when the store does. */
  start(): Promise<void>;
  /** Heads that a commit has just made. */
  offer(heads: readonly Head[]): void;
  /** After a commit that changed an endpoint or its deliveries: reads it anew. */
  invalidate(endpoint: EndpointKey): void;
  isSending(delivery: DeliveryKey): boolean;
  sendingKeys(): readonly DeliveryKey[];
  /** True in one process at a time, of all that share the store: for what only one should do. */
  leads(): boolean;
  /** False when it is not running, lost its right to write, or is stuck although work is due. */
  alive(): boolean;
  gauges(): DispatcherGauges;
  /** Takes nothing new, waits for what is in flight (at most `drainMs`). */
  stop(): Promise<void>;
}

export interface DispatcherGauges {
  readonly inFlight: number;
  readonly residentHeads: number;
  readonly endpointsWithWork: number;
}

export interface DispatcherParts {
  readonly store: DispatchStore;
  readonly channels: ReadonlyMap<EndpointKind, Channel>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  readonly limits?: Partial<DispatcherLimits>;
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  return new RunningDispatcher(parts);
}

/** Whoever owns it leads. */
const LEADING_SHARD = 0;

/** Offers are taken from `running` to `stopping`; `ended` for good, by `stop` or by a fence. */
type Phase = 'new' | 'running' | 'stopping' | 'ended';

class RunningDispatcher implements Dispatcher {
  #phase: Phase = 'new';
  readonly #store: DispatchStore;
  readonly #clock: Clock;
  readonly #limits: DispatcherLimits;
  readonly #queues = new Map<EndpointKey, EndpointQueue>();
  readonly #resident: ResidentHeads;
  readonly #line: SlotLine;
  readonly #flights: Flights;
  readonly #reader: HeadReader;
  readonly #wakes: WakeTimer;
  readonly #redating: Redating;
  readonly #drained = Promise.withResolvers<void>();

  constructor(parts: DispatcherParts) {
    const { store, clock, random, emit } = parts;
    this.#store = store;
    this.#clock = clock;
    this.#limits = withDefaults(parts.limits ?? {});
    const { inFlightMax, reserve, readsMax, settlingMax } = this.#limits;
    this.#resident = new ResidentHeads(this.#limits);
    this.#line = new SlotLine(inFlightMax, reserve);
    this.#flights = new Flights(parts, this.#line, settlingMax, {
      onSlotFree: (queue) => this.#onSlotFree(queue),
      onLanded: (queue) => this.#onLanded(queue),
      onFenced: () => this.#onFenced(),
    });
    const onRead = (queue: EndpointQueue) => this.#onRead(queue);
    this.#reader = new HeadReader({ store, clock, random, emit, readsMax, onRead });
    this.#wakes = new WakeTimer(clock, {
      onWake: (queue, nowMs) => this.#advance(queue, nowMs),
      onJump: (nowMs, byMs) => this.#onJump(nowMs, byMs),
      onEnd: () => this.#pump(),
    });
    const onRedated = (endpoint: EndpointKey) => this.#readAnew(endpoint);
    this.#redating = new Redating({ store, clock, random, emit, onRedated });
  }

  async start(): Promise<void> {
    const { shards } = await this.#store.own({ surrender: [] });
    this.#flights.shards = shards;
    this.#phase = 'running';
    const endpoints = await this.#store.endpointsWithHeads([...shards.keys()]);
    const nowMs = this.#clock.wallMs();
    for (const { endpoint, dueAtMs } of endpoints) {
      const queue = this.#queueOf(endpoint);
      queue.later(dueAtMs);
      // The clock may have been set back while no process was there to notice.
      this.#redating.doubt(endpoint);
      this.#advance(queue, nowMs);
    }
  }

  offer(heads: readonly Head[]): void {
    if (this.#phase !== 'running') return;
    const nowMs = this.#clock.wallMs();
    for (const head of heads) {
      const queue = this.#queueOf(head.endpoint);
      queue.offer(head, nowMs);
      this.#advance(queue, nowMs);
    }
    this.#pump();
  }

  invalidate(endpoint: EndpointKey): void {
    this.#readAnew(endpoint);
    // Of an endpoint that rested while it was disabled nobody heeded the clock.
    if (this.#phase === 'running') this.#redating.doubt(endpoint);
  }

  isSending(delivery: DeliveryKey): boolean {
    return this.#flights.sending.has(delivery);
  }

  sendingKeys(): readonly DeliveryKey[] {
    return [...this.#flights.sending];
  }

  leads(): boolean {
    return this.#phase === 'running' && this.#flights.shards.has(LEADING_SHARD);
  }

  alive(): boolean {
    if (this.#phase !== 'running') return false;
    const { stallMs } = this.#limits;
    const stalledSinceMs = this.#clock.monoMs() - stallMs;
    if (this.#flights.unlanded > 0 && this.#flights.movedAtMonoMs <= stalledSinceMs) return false;
    const failingSinceMs = this.#reader.failingSinceMonoMs;
    if (failingSinceMs !== null && failingSinceMs <= stalledSinceMs) return false;
    return !this.#wakes.isOverdue(this.#clock.wallMs(), stallMs);
  }

  gauges(): DispatcherGauges {
    return {
      inFlight: this.#line.inFlight,
      residentHeads: this.#resident.count,
      endpointsWithWork: this.#queues.size - this.#line.idle.size,
    };
  }

  async stop(): Promise<void> {
    if (this.#phase === 'running') this.#phase = 'stopping';
    this.#stopReading();
    if (this.#flights.unlanded > 0) {
      const timer = this.#clock.after(this.#limits.drainMs, () => this.#drained.resolve());
      await this.#drained.promise;
      timer.cancel();
    }
    this.#flights.abandon();
    this.#phase = 'ended';
  }

  #stopReading(): void {
    this.#reader.stop();
    this.#wakes.stop();
    this.#redating.stop();
  }

  #readAnew(endpoint: EndpointKey): void {
    if (this.#phase !== 'running') return;
    const queue = this.#queueOf(endpoint);
    queue.invalidate();
    this.#advance(queue, this.#clock.wallMs());
  }

  #queueOf(endpoint: EndpointKey): EndpointQueue {
    const present = this.#queues.get(endpoint);
    if (present !== undefined) return present;
    const queue = new EndpointQueue(endpoint, this.#resident);
    this.#queues.set(endpoint, queue);
    return queue;
  }

  /** After anything changed for an endpoint: what it needs next is asked for, and no more. */
  #advance(queue: EndpointQueue, nowMs: number): void {
    if (this.#phase !== 'running') return;
    this.#wakes.look();
    queue.elapse(nowMs);
    if (queue.takeDoubt()) this.#redating.doubt(queue.key);
    if (queue.wantsRead(nowMs)) this.#reader.request(queue);
    if (queue.isReady()) this.#line.join(queue);
    this.#wakes.set(queue, queue.nextWakeMs(nowMs));
    if (queue.isIdle()) this.#rest(queue);
    else this.#line.idle.leave(queue.turn);
  }

  /** Its settings stay in memory for the next report, unless very many endpoints rest. */
  #rest(queue: EndpointQueue): void {
    this.#line.idle.join(queue.turn);
    if (this.#line.idle.size <= this.#limits.idleMax) return;
    const oldest = this.#line.idle.serve();
    if (oldest !== null) this.#queues.delete(oldest.key);
  }

  /** Gives free slots to endpoints in turn until there is no slot or nobody who may take one. */
  #pump(): void {
    while (this.#phase === 'running') {
      const queue = this.#line.serve();
      if (queue === null) return;
      const nowMs = this.#clock.wallMs();
      const head = queue.isReady() ? queue.next() : null;
      if (head === null || !this.#line.admits(queue)) continue;
      const isPaced = !mustCancel(queue, head);
      if (!isPaced || queue.pace(nowMs, this.#clock.monoMs())) this.#flights.launch(queue, head);
      this.#advance(queue, nowMs);
    }
  }

  #onSlotFree(queue: EndpointQueue): void {
    if (this.#phase !== 'running') return;
    this.#advance(queue, this.#clock.wallMs());
    this.#pump();
  }

  #onLanded(queue: EndpointQueue): void {
    if (this.#phase !== 'running') {
      if (this.#flights.unlanded === 0) this.#drained.resolve();
      return;
    }
    this.#advance(queue, this.#clock.wallMs());
    this.#pump();
  }

  #onRead(queue: EndpointQueue): void {
    this.#line.noticeSuspicion(queue);
    this.#advance(queue, this.#clock.wallMs());
    this.#pump();
  }

  #onFenced(): void {
    if (this.#phase === 'running') this.#phase = 'ended';
    this.#stopReading();
    this.#flights.abandon();
  }

  #onJump(nowMs: number, byMs: number): void {
    for (const queue of this.#queues.values()) {
      queue.forgetWaits();
      if (byMs < 0) this.#redating.doubt(queue.key);
      this.#advance(queue, nowMs);
    }
  }
}
