/**
 * Consumers of a pull endpoint in virtual time: they fetch from the shipping pull service, on the
 * shipping store and simulated disk, and acknowledge, fail, give back, are too slow, or die with
 * what they have. The service dies and is started again, and its clock may be set. Returns what the
 * consumers saw for `consumer-check.ts`. The same seed gives the same history. Judges nothing.
 */

import type { EndpointKind } from '../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS } from '../../src/core/endpoint/endpoint-defaults.ts';
import type { ProjectKey } from '../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { createDispatcher, type Dispatcher } from '../../src/engine/dispatch/dispatcher.ts';
import { createIntake, type Intake } from '../../src/engine/intake.ts';
import type { Channel } from '../../src/engine/ports/channel.ts';
import { createConsumerWaits } from '../../src/engine/pull/consumer-waits.ts';
import { createLeaseWatch } from '../../src/engine/pull/lease-watch.ts';
import {
  createPullService,
  type PulledMessage,
  type PullService,
} from '../../src/engine/pull/pull-service.ts';
import { toldDispatcher } from '../../src/engine/pull/told-dispatcher.ts';
import { StalenessClock } from '../../src/engine/staleness-clock.ts';
import { ensureProject } from '../../src/store/operation/project/project.ts';
import { type StoreOnPerformers, storeOn } from '../../src/store/sqlite/store.ts';
import { query } from '../../src/store/statement.ts';
import { Recorder } from '../history.ts';
import { Stream } from '../script/random.ts';
import { Disk } from '../world/disk.ts';
import { type Life, START_WALL_MS, Timeline } from '../world/timeline.ts';

/** One event of a message, in the order of time. Times: virtual ms; `wallMs`: of the wall clock. */
export interface Seen {
  readonly what: 'got' | 'asked' | 'settled' | 'lost';
  readonly atMs: number;
  readonly wallMs: number;
  readonly consumer: number;
  readonly callId: string;
  readonly sequence: number;
  readonly deliveryId: string;
  readonly lease: string;
  /**
   * For `got`: the end of the lease by the service's clock, in virtual ms. For `settled`: `how`.
   */
  readonly untilMs?: number;
  readonly how?: 'ack' | 'fail' | 'release';
  /** For `got`: how many older deliveries of the lane were open on disk. */
  readonly olderOpen?: number;
}

export interface StoredDelivery {
  readonly call_id: string;
  readonly sequence: number;
  readonly state: string;
}

export interface ConsumerHistory {
  readonly seed: number;
  readonly seen: readonly Seen[];
  readonly deliveries: readonly StoredDelivery[];
  readonly leasesLeft: number;
  /** When the wall clock was set. */
  readonly jumps: readonly { readonly atMs: number; readonly byMs: number }[];
  /** False if the run reached its horizon first. */
  readonly drained: boolean;
}

/** Plants a fault into the store that the service is given. */
export type Plant = (store: StoreOnPerformers) => StoreOnPerformers;

const CALLS = 12;
const CONSUMERS = 4;
const HEAL_MS = 120_000;
/**
 * How far the clock is set: by less than a lease, by more than any skew of clocks, and by a day.
 */
const JUMPS_MS = [-86_400_000, -600_000, -30_000, 5_000, 90_000, 86_400_000] as const;
const HORIZON_MS = 900_000;
const EVENTS_MAX = 3_000_000;
const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] as const;
const LEASE_MS = 10_000;

const OPEN = query<{ n: number }>('select count(*) n from deliveries where closed_at is null');
const OLDER_OPEN = query<{ n: number }>(`
  select count(*) n from deliveries d join calls c on c.key = d.call_key
  where c.call_id = ? and d.sequence < ? and d.closed_at is null`);
const ALL = query<StoredDelivery>(`
  select c.call_id, d.sequence, d.state from deliveries d join calls c on c.key = d.call_key
  order by c.call_id, d.sequence`);
const LEASES = query<{ n: number }>('select count(*) n from leases');

interface Running {
  readonly life: Life;
  readonly intake: Intake;
  readonly pull: PullService;
  readonly dispatcher: Dispatcher;
  /** Requests whose connection breaks when the process dies. */
  readonly open: Set<() => void>;
}

/** `clock`: whether the wall clock is set now and then. */
export async function playConsumers(
  seed: number,
  plant: Plant = (store) => store,
  clock = false,
): Promise<ConsumerHistory> {
  const world = new ConsumerWorld(seed, plant, clock);
  try {
    return await world.play();
  } finally {
    world.close();
  }
}

class ConsumerWorld {
  readonly #seed: number;
  readonly #plant: Plant;
  readonly #timeline = new Timeline();
  readonly #disk: Disk;
  readonly #project: ProjectKey;
  readonly #seen: Seen[] = [];
  readonly #jumps: { readonly atMs: number; readonly byMs: number }[] = [];
  readonly #clock: boolean;
  #endpointId = '';
  #lives = 0;
  #tokens = 0;
  #running: Running | null = null;
  #reporting = CALLS;

  constructor(seed: number, plant: Plant, clock: boolean) {
    this.#clock = clock;
    this.#seed = seed;
    this.#plant = plant;
    const timeline = this.#timeline;
    const recorder = new Recorder(timeline);
    this.#disk = new Disk({ seed, plan: { commitMs: 4, readMs: 1 }, timeline, recorder });
    const made = { name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_WALL_MS };
    this.#project = this.#disk.db.do(ensureProject(made)).key;
  }

  close(): void {
    if (this.#running !== null) this.#running.life.dead = true;
    this.#disk.close();
  }

  async play(): Promise<ConsumerHistory> {
    const { db } = this.#disk;
    const timeline = this.#timeline;
    let isReady = false;
    void this.#start().then(async (store) => {
      await this.#makeEndpoint(store);
      isReady = true;
    });
    await timeline.run(60_000, EVENTS_MAX, () => isReady);
    for (let call = 1; call <= CALLS; call += 1) void this.#report(call);
    for (let number = 1; number <= CONSUMERS; number += 1) void this.#consume(number);
    void this.#trouble();
    if (this.#clock) void this.#setClock();
    const isOver = (): boolean =>
      timeline.monoMs() > HEAL_MS && this.#reporting === 0 && (db.one(OPEN)?.n ?? 1) === 0;
    const end = await timeline.run(HORIZON_MS, EVENTS_MAX, isOver);
    return {
      seed: this.#seed,
      seen: this.#seen,
      deliveries: db.all(ALL),
      leasesLeft: db.one(LEASES)?.n ?? 0,
      jumps: this.#jumps,
      drained: end === 'over',
    };
  }

  async #start(): Promise<StoreOnPerformers> {
    this.#lives += 1;
    const life: Life = { number: this.#lives, dead: false };
    const clock = this.#timeline.clockOf(life);
    const store = this.#plant(storeOn(this.#disk.performers(life)));
    const stream = new Stream(this.#seed, `life ${life.number}`);
    const random = { fraction: () => stream.fraction() };
    const emit = () => {};
    const channels = new Map<EndpointKind, Channel>([['pull', CHANNEL]]);
    const parts = { store, channels, clock, random, emit };
    const waits = createConsumerWaits(clock);
    const dispatcher = toldDispatcher(createDispatcher(parts), waits);
    const staleness = new StalenessClock(clock);
    const secrets = { token: () => this.#token() };
    const pull = createPullService({ ...parts, secrets, waits });
    const onReady: Parameters<typeof createLeaseWatch>[0]['onReady'] = (key) => waits.wake(key);
    const watch = createLeaseWatch({ ...parts, leads: () => dispatcher.leads(), onReady });
    const intake = createIntake({ store, dispatcher, staleness, emit });
    await dispatcher.start();
    watch.start();
    this.#running = { life, intake, pull, dispatcher, open: new Set() };
    return store;
  }

  #token(): string {
    this.#tokens += 1;
    return `token-of-the-world-${this.#tokens}`;
  }

  async #makeEndpoint(store: StoreOnPerformers): Promise<void> {
    const atMs = this.#timeline.wallMs();
    const nothing = { target: null, before: null, after: null, requestId: null };
    const made = await store.createEndpoint({
      projectKey: this.#project,
      enabled: true,
      audit: { atMs, actor: 'system', action: 'test.done', ...nothing },
      settings: {
        name: 'Consumers',
        kind: 'pull',
        target: null,
        secretTarget: null,
        agent: null,
        opsTriggers: [],
        triggers: TRIGGERS,
        auth: { method: 'rsa-sha256' },
        filter: null,
        contentKey: 'message',
        payloadVersion: 1,
        signatureFormat: 'webhook-signature',
        headers: [],
        timeoutMs: LEASE_MS,
        retryScheduleMs: [1_000, 2_000, 4_000, 8_000, 16_000, 32_000],
        retryOther4xx: false,
        pacing: PACING_DEFAULTS.pull,
      },
    });
    this.#endpointId = made.id;
  }

  /** Settles with the process's answer, or when the process dies. */
  async #ask<Answer>(request: (running: Running) => Promise<Answer>): Promise<Answer | null> {
    const running = this.#running;
    if (running === null) {
      await this.#timeline.sleep(100);
      return null;
    }
    let onDeath = (): void => {};
    const death = new Promise<null>((resolve) => {
      onDeath = () => resolve(null);
    });
    running.open.add(onDeath);
    const answer = await Promise.race([request(running).catch(() => null), death]);
    running.open.delete(onDeath);
    return answer;
  }

  async #report(call: number): Promise<void> {
    const stream = new Stream(this.#seed, `call ${call}`);
    for (const status of ['CALLING', 'COMPLETED']) {
      await this.#timeline.sleep(stream.between(10, HEAL_MS / 4));
      for (;;) {
        const report = {
          status,
          direction: 'OUTBOUND' as const,
          callSid: null,
          clientId: null,
          errors: [],
          occurredAtMs: null,
          reportId: status,
        };
        const receivedAtMs = this.#timeline.wallMs();
        const item = { projectKey: this.#project, callId: `call-${call}`, report, receivedAtMs };
        const answer = await this.#ask(({ intake }) => intake.accept([{ ...item, source: 'api' }]));
        if (answer !== null) break;
        await this.#timeline.sleep(500);
      }
    }
    this.#reporting -= 1;
  }

  async #consume(consumer: number): Promise<void> {
    const stream = new Stream(this.#seed, `consumer ${consumer}`);
    for (;;) {
      const wish = { max: stream.between(1, 4), waitMs: stream.between(0, 5_000), leaseMs: null };
      const signal = new AbortController().signal;
      const messages = await this.#ask(({ pull }) =>
        pull.take(this.#project, this.#endpointId, { ...wish, signal }),
      );
      for (const message of messages ?? []) this.#note('got', consumer, message);
      // A consumer dies with all that it has leased, and is started again.
      if ((messages ?? []).length > 0 && this.#isTroubled() && stream.chance(6)) {
        await this.#timeline.sleep(stream.between(100, 5_000));
        continue;
      }
      for (const message of messages ?? []) await this.#work(consumer, message, stream);
      if (messages === null || messages.length === 0) {
        await this.#timeline.sleep(stream.between(1, 200));
      }
    }
  }

  async #work(consumer: number, message: PulledMessage, stream: Stream): Promise<void> {
    const fate = this.#isTroubled() ? stream.between(0, 99) : 99;
    await this.#timeline.sleep(fate < 6 ? LEASE_MS + 3_000 : stream.between(1, 400));
    const how = fate >= 6 && fate < 18 ? 'fail' : fate >= 18 && fate < 24 ? 'release' : 'ack';
    const { lease } = message;
    const [project, id] = [this.#project, this.#endpointId];
    this.#note('asked', consumer, message, how);
    const failing = { reason: 'of chance', retryAfterMs: null, isFinal: false };
    const answer = await this.#ask(({ pull }) =>
      how === 'ack'
        ? pull.acknowledge(project, id, [lease])
        : how === 'fail'
          ? pull.fail(project, id, [lease], failing)
          : pull.release(project, id, [lease]),
    );
    if (answer === null) return;
    this.#note(answer.settled === 1 ? 'settled' : 'lost', consumer, message, how);
  }

  #isTroubled(): boolean {
    return this.#timeline.monoMs() < HEAL_MS;
  }

  #note(
    what: Seen['what'],
    consumer: number,
    { callId, sequence, deliveryId, lease, leaseUntilMs }: PulledMessage,
    how?: 'ack' | 'fail' | 'release',
  ): void {
    const atMs = this.#timeline.monoMs();
    const wallMs = this.#timeline.wallMs() - START_WALL_MS;
    const fact = { what, atMs, wallMs, consumer, callId, sequence, deliveryId, lease };
    if (what === 'got') {
      const olderOpen = this.#disk.db.one(OLDER_OPEN, callId, sequence)?.n ?? 0;
      this.#seen.push({ ...fact, untilMs: leaseUntilMs - START_WALL_MS, olderOpen });
    } else this.#seen.push({ ...fact, ...(how === undefined ? {} : { how }) });
  }

  async #setClock(): Promise<void> {
    const stream = new Stream(this.#seed, 'clock');
    while (this.#isTroubled()) {
      await this.#timeline.sleep(stream.between(2_000, 40_000));
      if (!this.#isTroubled()) return;
      const byMs = stream.pick(JUMPS_MS);
      this.#jumps.push({ atMs: this.#timeline.monoMs(), byMs });
      this.#timeline.jump(byMs);
    }
  }

  /** Kills the process now and then, at any moment, and starts it again. */
  async #trouble(): Promise<void> {
    const stream = new Stream(this.#seed, 'crashes');
    while (this.#isTroubled()) {
      await this.#timeline.sleep(stream.between(2_000, 30_000));
      const running = this.#running;
      if (running === null || !this.#isTroubled()) continue;
      running.life.dead = true;
      this.#running = null;
      for (const onDeath of running.open) onDeath();
      await this.#timeline.sleep(stream.between(100, 3_000));
      await this.#start();
    }
  }
}

const CHANNEL: Channel = {
  send: async () => ({ kind: 'error', error: 'network', detail: 'nothing sends', durationMs: 0 }),
  write: async ({ body }) => ({ kind: 'written', headers: {}, body }),
};
