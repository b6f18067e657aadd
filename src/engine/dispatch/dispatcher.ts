/**
 * Step 7: takes the heads of ready lanes, lets endpoints take turns, has each head attempted and
 * its outcome written, and goes on with the head that the settlement promoted. Memory is bounded
 * whatever waits in the store, and one timer serves all. Must never send a head while another of
 * its lane is in flight or its outcome is not durable (S6.2 to S6.5; docs/internals/design.md, "The
 * dispatcher").
 */
import type { EndpointKind } from '../../core/endpoint/endpoint.ts';
import type { DeliveryKey, EndpointKey } from '../../core/id.ts';
import type { Channel } from '../ports/channel.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { DispatchStore, Head } from '../ports/dispatch-store.ts';
import type { Emit } from '../ports/emit.ts';
import { ClockRepair } from './clock-repair.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import { FairSlots } from './fair-slots.ts';
import { HeadReader } from './head-reader.ts';
import { InFlight, type InFlightParts, mayGo } from './in-flight.ts';
import { type DispatcherLimits, LEADING_SHARD, withDefaults } from './limits.ts';
import type { ShardPermit } from './permit.ts';
import { QueueRegistry } from './queue-registry.ts';
import { ShardOwnership } from './shard-ownership.ts';
import { WakeTimer } from './wake-timer.ts';
import { WorkPoller } from './work-poller.ts';

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
  /** Of 64; with several workers on one store, a part. */
  readonly ownedShards: number;
}

export interface DispatcherParts extends Pick<InFlightParts, 'onRunMoved'> {
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

/** Offers are taken from `running` to `stopping`; `ended` for good, by `stop` or by a fence. */
type Phase = 'new' | 'running' | 'stopping' | 'ended';

class RunningDispatcher implements Dispatcher {
  #phase: Phase = 'new';
  readonly #clock: Clock;
  readonly #limits: DispatcherLimits;
  readonly #queues: QueueRegistry;
  readonly #line: FairSlots;
  readonly #flights: InFlight;
  readonly #reader: HeadReader;
  readonly #wakes: WakeTimer;
  readonly #redating: ClockRepair;
  readonly #tenure: ShardOwnership;
  readonly #lookout: WorkPoller;

  constructor(parts: DispatcherParts) {
    const { store, clock, random, emit } = parts;
    this.#clock = clock;
    this.#limits = withDefaults(parts.limits ?? {});
    const { inFlightMax, reserve, readsMax, settlingMax } = this.#limits;
    this.#line = new FairSlots(inFlightMax, reserve);
    this.#queues = new QueueRegistry(this.#limits, this.#line, clock);
    this.#flights = new InFlight(parts, this.#line, settlingMax, {
      onSlotFree: (queue) => this.#goOn(queue),
      onLanded: (queue, permit) => {
        this.#tenure.land(permit);
        this.#goOn(queue);
      },
      onFenced: (permit) => this.#onFenced(permit),
    });
    const onRead = (queue: EndpointQueue) => this.#onRead(queue);
    this.#reader = new HeadReader({ store, clock, random, emit, readsMax, onRead });
    this.#wakes = new WakeTimer(clock, {
      onWake: (queue, nowMs) => this.#advance(queue, nowMs),
      onJump: (nowMs, byMs) => this.#onJump(nowMs, byMs),
      onEnd: () => this.#pump(),
    });
    const onRedated = (endpoint: EndpointKey) => this.#readAnew(endpoint);
    this.#redating = new ClockRepair({ store, clock, random, emit, onRedated });
    this.#tenure = new ShardOwnership(parts, {
      onLost: (shards) => this.#onLost(shards),
      onGained: (shards) => this.#onGained(shards),
    });
    this.#lookout = new WorkPoller(parts, {
      ours: () => this.#tenure.shards(),
      onFound: (endpoint, dueAtMs, isFirst) => this.#onFound(endpoint, dueAtMs, isFirst),
      onChanged: (endpoint) => this.#onChanged(endpoint),
      onShards: () => this.#tenure.ask(),
      onEnd: () => this.#pump(),
    });
  }

  async start(): Promise<void> {
    await this.#tenure.start();
    this.#phase = 'running';
    try {
      await this.#lookout.start(this.#tenure.isShared);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  offer(heads: readonly Head[]): void {
    if (this.#phase !== 'running') return;
    const nowMs = this.#clock.wallMs();
    for (const head of heads) {
      // Others' endpoints: their owner hears of it from the store.
      if (this.#tenure.permitOf(head.endpoint) === null) continue;
      const queue = this.#queues.of(head.endpoint);
      queue.offer(head, nowMs);
      this.#advance(queue, nowMs);
    }
    this.#pump();
  }

  invalidate(endpoint: EndpointKey): void {
    if (this.#phase !== 'running') return;
    this.#readAnew(endpoint);
    // Of an endpoint that rested while it was disabled nobody heeded the clock.
    if (this.#tenure.permitOf(endpoint) !== null) this.#redating.doubt(endpoint);
  }

  isSending(delivery: DeliveryKey): boolean {
    return this.#flights.sending.has(delivery);
  }

  sendingKeys(): readonly DeliveryKey[] {
    return [...this.#flights.sending];
  }

  leads(): boolean {
    return this.#phase === 'running' && this.#tenure.permitOf(LEADING_SHARD) !== null;
  }

  alive(): boolean {
    if (this.#phase !== 'running') return false;
    const { stallMs } = this.#limits;
    const stalledSinceMs = this.#clock.monoMs() - stallMs;
    if (this.#flights.unlanded > 0 && this.#flights.movedAtMonoMs <= stalledSinceMs) return false;
    for (const { failingSinceMonoMs } of [this.#reader, this.#tenure]) {
      if (failingSinceMonoMs !== null && failingSinceMonoMs <= stalledSinceMs) return false;
    }
    return !this.#wakes.isOverdue(this.#clock.wallMs(), stallMs);
  }

  gauges(): DispatcherGauges {
    return {
      inFlight: this.#line.inFlight,
      residentHeads: this.#queues.residentHeads,
      endpointsWithWork: this.#queues.busy,
      ownedShards: this.#tenure.shards().length,
    };
  }

  async stop(): Promise<void> {
    if (this.#phase === 'running') this.#phase = 'stopping';
    this.#stopReading();
    this.#tenure.leave();
    await this.#flights.drain(this.#limits.drainMs);
    this.#flights.abandon();
    this.#phase = 'ended';
    await this.#tenure.release();
  }

  #stopReading(): void {
    this.#reader.stop();
    this.#wakes.stop();
    this.#redating.stop();
    this.#lookout.stop();
  }

  #readAnew(endpoint: EndpointKey): void {
    if (this.#phase !== 'running') return;
    const queue = this.#queues.of(endpoint);
    queue.invalidate();
    this.#advance(queue, this.#clock.wallMs());
  }

  /** After anything changed for an endpoint: what it needs next is asked for, and no more. */
  #advance(queue: EndpointQueue, nowMs: number): void {
    if (this.#phase !== 'running') return;
    this.#wakes.look();
    if (this.#tenure.permitOf(queue.key) === null) {
      this.#setAside(queue);
      return;
    }
    queue.elapse(nowMs);
    if (queue.takeDoubt()) this.#redating.doubt(queue.key);
    if (queue.wantsRead(nowMs)) this.#reader.request(queue);
    if (queue.isReady()) this.#line.join(queue);
    this.#wakes.set(queue, queue.nextWakeMs(nowMs));
    if (queue.isIdle()) this.#queues.rest(queue);
    else this.#queues.busyAgain(queue);
  }

  #setAside(queue: EndpointQueue): void {
    this.#wakes.set(queue, null);
    this.#reader.forget(queue);
    this.#queues.setAside(queue);
  }

  /** Gives free slots to endpoints in turn until there is no slot or nobody who may take one. */
  #pump(): void {
    while (this.#phase === 'running') {
      const queue = this.#line.serve();
      if (queue === null) return;
      const nowMs = this.#clock.wallMs();
      const permit = this.#tenure.permitOf(queue.key);
      const head = permit !== null && queue.isReady() ? queue.next() : null;
      if (permit === null || head === null || !this.#line.admits(queue)) continue;
      if (mayGo(queue, head, permit, this.#clock)) {
        this.#tenure.takeOff(permit);
        this.#flights.launch(queue, head, permit);
      }
      this.#advance(queue, nowMs);
    }
  }

  #goOn(queue: EndpointQueue): void {
    if (this.#phase !== 'running') return;
    this.#advance(queue, this.#clock.wallMs());
    this.#pump();
  }

  #onRead(queue: EndpointQueue): void {
    this.#line.noticeSuspicion(queue);
    this.#goOn(queue);
  }

  /** On a store that nobody shares, another process has taken everything: the end of this one. */
  #onFenced(permit: ShardPermit): void {
    if (this.#tenure.fenced(permit)) return;
    if (this.#phase === 'running') this.#phase = 'ended';
    this.#stopReading();
    this.#flights.abandon();
  }

  #onLost(shards: readonly number[]): void {
    this.#lookout.forget(shards);
    for (const queue of this.#queues.ofShards(shards)) {
      queue.invalidate();
      queue.pacer.forget();
      this.#setAside(queue);
    }
  }

  #onGained(shards: readonly number[]): void {
    if (this.#phase === 'running') this.#lookout.look(shards);
  }

  #onFound(endpoint: EndpointKey, dueAtMs: number, isFirst: boolean): void {
    if (this.#phase !== 'running' || this.#tenure.permitOf(endpoint) === null) return;
    const queue = this.#queues.of(endpoint);
    queue.later(dueAtMs);
    // The clock may have been set back while no process was there to notice.
    if (isFirst) this.#redating.doubt(endpoint);
    this.#advance(queue, this.#clock.wallMs());
  }

  #onChanged(endpoint: EndpointKey | 'any'): void {
    if (endpoint !== 'any') this.invalidate(endpoint);
    else for (const queue of this.#queues.all()) this.#readAnew(queue.key);
  }

  #onJump(nowMs: number, byMs: number): void {
    this.#tenure.lapse();
    for (const queue of this.#queues.all()) {
      queue.forgetWaits();
      if (byMs < 0) this.#redating.doubt(queue.key);
      this.#advance(queue, nowMs);
    }
  }
}
