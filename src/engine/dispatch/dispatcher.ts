/**
 * Step 7: takes the heads of ready lanes, lets endpoints take turns, has each head attempted and
 * its outcome written, and goes on with the head that the settlement promoted. Memory is bounded
 * whatever waits in the store, and one timer serves all endpoints. Must never send a head while
 * another of its lane is in flight or has an outcome that is not durable (S6.2 to S6.5;
 * docs/internals/design.md, "The dispatcher").
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
import { QueueRegistry } from './queue-registry.ts';
import { ShardOwnership, type ShardPermit } from './shard-ownership.ts';
import { WakeTimer } from './wake-timer.ts';
import { WorkPoller } from './work-poller.ts';

export interface Dispatcher {
  /** Takes ownership of shards and begins with the stored heads. Rejects if the store does. */
  start(): Promise<void>;
  /** Offers heads that a commit has just made. */
  offer(heads: readonly Head[]): void;
  /** Reads the endpoint again after a commit that changed it or its deliveries. */
  invalidate(endpoint: EndpointKey): void;
  isSending(delivery: DeliveryKey): boolean;
  sendingKeys(): readonly DeliveryKey[];
  /** True in one of the processes that share the store at a time: it does what only one should. */
  leads(): boolean;
  /** False if it is not running, lost its right to write, or is stuck although work is due. */
  alive(): boolean;
  gauges(): DispatcherGauges;
  /** Starts no attempt and waits for those in flight (at most `drainMs`). */
  stop(): Promise<void>;
}

export interface DispatcherGauges {
  readonly inFlight: number;
  readonly residentHeads: number;
  readonly endpointsWithWork: number;
  /**
   * How many of the 64 shards this process owns; all of them if no other worker shares the store.
   */
  readonly ownedShards: number;
}

export interface DispatcherParts extends Pick<InFlightParts, 'onRunMoved' | 'beginSpan'> {
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

/** Offers are accepted from `running` to `stopping`; `ended` is final, after `stop` or a fence. */
type Phase = 'new' | 'running' | 'stopping' | 'ended';

class RunningDispatcher implements Dispatcher {
  #phase: Phase = 'new';
  readonly #clock: Clock;
  readonly #limits: DispatcherLimits;
  readonly #queues: QueueRegistry;
  readonly #slots: FairSlots;
  readonly #inFlight: InFlight;
  readonly #reader: HeadReader;
  readonly #wakeTimer: WakeTimer;
  readonly #clockRepair: ClockRepair;
  readonly #ownership: ShardOwnership;
  readonly #poller: WorkPoller;
  readonly #onRunMoved: () => void;

  constructor(parts: DispatcherParts) {
    const { store, clock, random, emit, onRunMoved = () => {} } = parts;
    this.#clock = clock;
    this.#onRunMoved = onRunMoved;
    this.#limits = withDefaults(parts.limits ?? {});
    const { inFlightMax, reserve, readsMax, settlingMax } = this.#limits;
    this.#slots = new FairSlots(inFlightMax, reserve);
    this.#queues = new QueueRegistry(this.#limits, clock);
    this.#inFlight = new InFlight(parts, this.#slots, settlingMax, {
      onSlotFree: (queue) => this.#goOn(queue),
      onSettled: (queue, permit) => {
        this.#ownership.attemptSettled(permit);
        this.#goOn(queue);
      },
      onFenced: (permit) => this.#onFenced(permit),
    });
    const onRead = (queue: EndpointQueue) => this.#onRead(queue);
    this.#reader = new HeadReader({ store, clock, random, emit, readsMax, onRead });
    this.#wakeTimer = new WakeTimer(clock, {
      onWake: (queue, nowMs) => this.#advance(queue, nowMs),
      onJump: (nowMs, byMs) => this.#onJump(nowMs, byMs),
      onEnd: () => this.#fillSlots(),
    });
    const onRepaired = (endpoint: EndpointKey) => this.#readAgain(endpoint);
    this.#clockRepair = new ClockRepair({ store, clock, random, emit, onRepaired });
    this.#ownership = new ShardOwnership(parts, {
      onLost: (shards) => this.#onLost(shards),
      onGained: (shards) => this.#onGained(shards),
    });
    this.#poller = new WorkPoller(parts, {
      ours: () => this.#ownership.shards(),
      onFound: (endpoint, dueAtMs, isFirst) => this.#onFound(endpoint, dueAtMs, isFirst),
      onChanged: (endpoint) => this.#onChanged(endpoint),
      onShards: () => this.#ownership.ask(),
      onEnd: () => this.#fillSlots(),
    });
  }

  async start(): Promise<void> {
    await this.#ownership.start();
    this.#phase = 'running';
    try {
      await this.#poller.start(this.#ownership.isShared);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  offer(heads: readonly Head[]): void {
    if (this.#phase !== 'running') return;
    const nowMs = this.#clock.wallMs();
    for (const head of heads) {
      // Another process owns the endpoint and learns of the head from the store.
      if (this.#ownership.permitOf(head.endpoint) === null) continue;
      const queue = this.#queues.of(head.endpoint);
      queue.offer(head, nowMs);
      this.#advance(queue, nowMs);
    }
    this.#fillSlots();
  }

  invalidate(endpoint: EndpointKey): void {
    if (this.#phase !== 'running') return;
    // The change may have cancelled launches, whose runs end now.
    this.#onRunMoved();
    this.#readAgain(endpoint);
    // While the endpoint was disabled, its due times were not compared with the clock.
    if (this.#ownership.permitOf(endpoint) !== null) this.#clockRepair.request(endpoint);
  }

  isSending(delivery: DeliveryKey): boolean {
    return this.#inFlight.sending.has(delivery);
  }

  sendingKeys(): readonly DeliveryKey[] {
    return [...this.#inFlight.sending];
  }

  leads(): boolean {
    return this.#phase === 'running' && this.#ownership.permitOf(LEADING_SHARD) !== null;
  }

  alive(): boolean {
    if (this.#phase !== 'running') return false;
    const { stallMs } = this.#limits;
    const stalledSinceMs = this.#clock.monoMs() - stallMs;
    if (this.#inFlight.unsettled > 0 && this.#inFlight.movedAtMonoMs <= stalledSinceMs)
      return false;
    for (const { failingSinceMonoMs } of [this.#reader, this.#ownership]) {
      if (failingSinceMonoMs !== null && failingSinceMonoMs <= stalledSinceMs) return false;
    }
    return !this.#wakeTimer.isOverdue(this.#clock.wallMs(), stallMs);
  }

  gauges(): DispatcherGauges {
    return {
      inFlight: this.#slots.inFlight,
      residentHeads: this.#queues.residentHeads,
      endpointsWithWork: this.#queues.busy,
      ownedShards: this.#ownership.shards().length,
    };
  }

  async stop(): Promise<void> {
    if (this.#phase === 'running') this.#phase = 'stopping';
    this.#stopReading();
    this.#ownership.leave();
    await this.#inFlight.drain(this.#limits.drainMs);
    this.#inFlight.abandon();
    this.#phase = 'ended';
    await this.#ownership.release();
  }

  #stopReading(): void {
    this.#reader.stop();
    this.#wakeTimer.stop();
    this.#clockRepair.stop();
    this.#poller.stop();
  }

  #readAgain(endpoint: EndpointKey): void {
    if (this.#phase !== 'running') return;
    const queue = this.#queues.of(endpoint);
    queue.invalidate();
    this.#advance(queue, this.#clock.wallMs());
  }

  /** After every change of an endpoint's queue: asks for what the queue needs next, and no more. */
  #advance(queue: EndpointQueue, nowMs: number): void {
    if (this.#phase !== 'running') return;
    this.#wakeTimer.noticeJump(nowMs);
    if (this.#ownership.permitOf(queue.key) === null) {
      this.#setAside(queue);
      return;
    }
    queue.elapse(nowMs);
    if (queue.takeClockDoubt()) this.#clockRepair.request(queue.key);
    if (queue.wantsRead(nowMs)) this.#reader.request(queue);
    if (queue.isReady()) this.#slots.enqueue(queue);
    this.#wakeTimer.set(queue, queue.nextWakeMs(nowMs));
    if (queue.isIdle()) this.#queues.markIdle(queue);
    else this.#queues.markBusy(queue);
  }

  #setAside(queue: EndpointQueue): void {
    this.#wakeTimer.set(queue, null);
    this.#reader.forget(queue);
    this.#queues.setAside(queue);
  }

  /** Gives free slots to endpoints in turn, until no slot is free or no endpoint may take one. */
  #fillSlots(): void {
    while (this.#phase === 'running') {
      const queue = this.#slots.takeNext();
      if (queue === null) return;
      const nowMs = this.#clock.wallMs();
      const permit = this.#ownership.permitOf(queue.key);
      const head = permit !== null && queue.isReady() ? queue.next() : null;
      if (permit === null || head === null || !this.#slots.admits(queue)) continue;
      if (mayGo(queue, head, permit, this.#clock)) {
        this.#ownership.attemptStarted(permit);
        this.#inFlight.start(queue, head, permit);
      }
      this.#advance(queue, nowMs);
    }
  }

  #goOn(queue: EndpointQueue): void {
    if (this.#phase !== 'running') return;
    this.#advance(queue, this.#clock.wallMs());
    this.#fillSlots();
  }

  #onRead(queue: EndpointQueue): void {
    this.#slots.noticeSuspicion(queue);
    this.#goOn(queue);
  }

  /** On an embedded store another process has taken all shards, so this dispatcher ends. */
  #onFenced(permit: ShardPermit): void {
    if (this.#ownership.fenced(permit)) return;
    if (this.#phase === 'running') this.#phase = 'ended';
    this.#stopReading();
    this.#inFlight.abandon();
  }

  #onLost(shards: readonly number[]): void {
    this.#poller.forget(shards);
    for (const queue of this.#queues.ofShards(shards)) {
      queue.invalidate();
      queue.pacer.forget();
      this.#setAside(queue);
    }
  }

  #onGained(shards: readonly number[]): void {
    if (this.#phase === 'running') this.#poller.poll(shards);
  }

  #onFound(endpoint: EndpointKey, dueAtMs: number, isFirst: boolean): void {
    if (this.#phase !== 'running' || this.#ownership.permitOf(endpoint) === null) return;
    const queue = this.#queues.of(endpoint);
    queue.noteFound(dueAtMs);
    // The clock may have been set back while no process ran that could notice it.
    if (isFirst) this.#clockRepair.request(endpoint);
    this.#advance(queue, this.#clock.wallMs());
  }

  #onChanged(endpoint: EndpointKey | 'any'): void {
    if (endpoint !== 'any') this.invalidate(endpoint);
    else for (const queue of this.#queues.all()) this.#readAgain(queue.key);
  }

  #onJump(nowMs: number, byMs: number): void {
    this.#ownership.lapse();
    for (const queue of this.#queues.all()) {
      queue.forgetWaits();
      if (byMs < 0) {
        queue.repairHold(nowMs);
        this.#clockRepair.request(queue.key);
      }
      this.#advance(queue, nowMs);
    }
  }
}
