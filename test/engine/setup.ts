/**
 * The setup of the tests of the engine: a real store on its own file, the real dispatcher and
 * intake on it, a clock that the test moves and a scripted receiver. `faulty` stands between
 * dispatcher and store: it can refuse calls, delay them, and knows whether any is under way.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Endpoint, EndpointSettings } from '../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS, RETRY_SCHEDULE_MS } from '../../src/core/endpoint/endpoint-defaults.ts';
import { ServiceError } from '../../src/core/error/service-error.ts';
import type { EndpointKey, ProjectKey } from '../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { createDispatcher, type Dispatcher } from '../../src/engine/dispatch/dispatcher.ts';
import type { DispatcherLimits } from '../../src/engine/dispatch/limits.ts';
import { createIntake, type Intake } from '../../src/engine/intake.ts';
import type { Head } from '../../src/engine/ports/dispatch-store.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import type { AuditEntry } from '../../src/engine/ports/manage-store.ts';
import type { DeliverySummary } from '../../src/engine/ports/query-store.ts';
import type { ReportItem } from '../../src/engine/ports/report-store.ts';
import type { Store } from '../../src/engine/ports/store.ts';
import { StalenessClock } from '../../src/engine/staleness-clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { migratedDirectory } from '../support/migrated-directory.ts';
import { FaultyStore } from './faulty-store.ts';
import { Life } from './life.ts';
import { ManualClock } from './manual-clock.ts';
import { ScriptedChannel } from './scripted-channel.ts';

export const START_MS = Date.UTC(2026, 10, 20, 11, 19);

export class Rig {
  readonly clock: ManualClock;
  readonly channel: ScriptedChannel;
  readonly events: EngineEvent[] = [];
  readonly faulty: FaultyStore;
  readonly store: Store;
  readonly project: ProjectKey;
  dispatcher: Dispatcher;
  intake: Intake;
  /** The staleness clock of the present process. */
  staleness: StalenessClock;
  #life = new Life();
  readonly #limits: Partial<DispatcherLimits>;

  constructor(
    clock: ManualClock,
    store: Store,
    project: ProjectKey,
    limits: Partial<DispatcherLimits>,
  ) {
    this.clock = clock;
    this.channel = new ScriptedChannel(clock);
    this.faulty = new FaultyStore(store);
    this.store = this.faulty.store;
    this.project = project;
    this.#limits = limits;
    this.dispatcher = this.makeDispatcher();
    this.staleness = new StalenessClock(clock);
    this.intake = this.#makeIntake();
  }

  /** The process dies at this moment, and another one starts. */
  async crash(): Promise<void> {
    this.#life.dead = true;
    this.channel.senderDied();
    await this.restart();
  }

  /** Starts another process on the same store, without stopping the old one. */
  async restart(): Promise<void> {
    this.dispatcher = this.makeDispatcher();
    this.staleness = new StalenessClock(this.clock);
    this.intake = this.#makeIntake();
    await this.dispatcher.start();
  }

  makeDispatcher(): Dispatcher {
    const life = new Life();
    this.#life = life;
    return createDispatcher({
      store: life.store(this.store),
      channels: new Map([['custom', life.channel(this.channel)]]),
      clock: life.clock(this.clock),
      random: { fraction: () => 0 },
      emit: (event) => this.events.push(event),
      limits: this.#limits,
    });
  }

  endpoint(changes: Partial<EndpointSettings> = {}): Promise<Endpoint> {
    return this.store.createEndpoint({
      projectKey: this.project,
      settings: settingsOf(changes),
      enabled: true,
      audit: this.audit(),
    });
  }

  /** Reports statuses in order, one report each; resolves when they are stored. */
  async report(callId: string, ...statuses: readonly string[]): Promise<readonly Head[]> {
    return this.reportAll(statuses.map((status) => [callId, status]));
  }

  /** In one transaction per 1,000 reports. */
  async reportAll(reports: readonly (readonly [string, string])[]): Promise<readonly Head[]> {
    const items = reports.map(([callId, status]) => this.item(callId, status));
    const heads: Head[] = [];
    for (let from = 0; from < items.length; from += 1_000) {
      for (const receipt of await this.intake.accept(items.slice(from, from + 1_000))) {
        assert.equal(receipt.kind, 'accepted');
        if (receipt.kind === 'accepted') heads.push(...receipt.heads);
      }
    }
    return heads;
  }

  item(callId: string, status: string): ReportItem {
    const nothing = { callSid: null, clientId: null, errors: [], occurredAtMs: null };
    return {
      projectKey: this.project,
      callId,
      report: { ...nothing, status, direction: 'OUTBOUND', reportId: null },
      source: 'api',
      receivedAtMs: this.clock.wallMs(),
    };
  }

  audit(): AuditEntry {
    const nothing = { target: null, before: null, after: null, requestId: null };
    return { atMs: this.clock.wallMs(), actor: 'system', action: 'test.done', ...nothing };
  }

  async change(endpoint: Endpoint, changes: Partial<EndpointSettings>): Promise<void> {
    const settings = { ...endpoint, ...changes };
    await this.store.updateEndpoint({
      projectKey: this.project,
      key: endpoint.key,
      settings,
      audit: this.audit(),
    });
    this.dispatcher.invalidate(endpoint.key);
  }

  async enable(key: EndpointKey): Promise<void> {
    await this.store.setEnabled({
      projectKey: this.project,
      key,
      state: { enabled: true },
      audit: this.audit(),
    });
    this.dispatcher.invalidate(key);
  }

  async disable(key: EndpointKey): Promise<void> {
    const state = { enabled: false, reason: 'operator' } as const;
    await this.store.setEnabled({ projectKey: this.project, key, state, audit: this.audit() });
    this.dispatcher.invalidate(key);
  }

  /** Retries by hand the delivery at that place, oldest first. */
  async retry(index: number): Promise<void> {
    const row = (await this.deliveries())[index];
    assert.ok(row);
    const nowMs = this.clock.wallMs();
    await this.store.retryDelivery({
      projectKey: this.project,
      key: row.key,
      nowMs,
      audit: this.audit(),
    });
    this.dispatcher.invalidate(row.endpoint);
  }

  /** Waits until all is idle: no call of the store under way, no task queued. */
  readonly settled = (): Promise<void> => this.faulty.quiet();

  advance(byMs: number): Promise<void> {
    return this.clock.advance(byMs, this.settled);
  }

  /** Every delivery, oldest first. */
  async deliveries(): Promise<readonly DeliverySummary[]> {
    const found: DeliverySummary[] = [];
    const filter = { callId: null, endpoint: null, trigger: null, states: [] };
    for (;;) {
      const before = found.at(-1)?.key ?? null;
      const times = { fromMs: null, toMs: null };
      const page = await this.store.deliveries({
        projectKey: this.project,
        filter: { ...filter, ...times },
        beforeKey: before,
        limit: 200,
        nowMs: this.clock.wallMs(),
      });
      found.push(...page);
      if (page.length < 200) return found.reverse();
    }
  }

  async states(): Promise<readonly string[]> {
    return (await this.deliveries()).map(({ state }) => state);
  }

  named<Name extends EngineEvent['name']>(name: Name): Extract<EngineEvent, { name: Name }>[] {
    return this.events.filter(
      (event): event is Extract<EngineEvent, { name: Name }> => event.name === name,
    );
  }

  /** When the requests of a call were sent, in ms since the start. */
  times(callId: string): readonly number[] {
    return this.channel.sent
      .filter(({ request }) => request.callId === callId)
      .map(({ atMs }) => atMs - START_MS);
  }

  #makeIntake(): Intake {
    const emit = (event: EngineEvent) => this.events.push(event);
    const { store, dispatcher, staleness } = this;
    return createIntake({ store, dispatcher, staleness, emit });
  }
}

/** A started dispatcher on an empty store; everything ends with the test. */
export async function setup(
  t: TestContext,
  limits: Partial<DispatcherLimits> = {},
  /** Wraps the store for the engine. */
  wrap: (store: Store, clock: ManualClock) => Store | Promise<Store> = (store) => store,
): Promise<Rig> {
  const clock = new ManualClock(START_MS);
  const directory = migratedDirectory('ringpost-engine-');
  const store = await openSqliteStore({ directory, threads: false });
  const project = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  const rig = new Rig(clock, await wrap(store, clock), project.key, limits);
  t.after(async () => {
    rig.faulty.repair();
    const stopped = rig.dispatcher.stop();
    rig.channel.release(200);
    await rig.advance(120_000);
    await stopped;
    assert.deepEqual(rig.channel.faults, []);
    await store.close();
    rmSync(directory, { recursive: true });
  });
  await rig.dispatcher.start();
  return rig;
}

export function settingsOf(changes: Partial<EndpointSettings> = {}): EndpointSettings {
  return {
    name: 'Receiver',
    kind: 'custom',
    target: 'https://receiver.example/hook',
    secretTarget: null,
    agent: null,
    triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_CLOSING', 'OUTBOUND_CALL_COMPLETED'],
    opsTriggers: [],
    auth: { method: 'rsa-sha256' },
    filter: null,
    contentKey: 'message',
    payloadVersion: 1,
    signatureFormat: 'webhook-signature',
    headers: [],
    timeoutMs: 10_000,
    retryScheduleMs: RETRY_SCHEDULE_MS,
    retryOther4xx: false,
    pacing: PACING_DEFAULTS.custom,
    ...changes,
  };
}

export function unavailable(): ServiceError {
  return new ServiceError('STORAGE_UNAVAILABLE', 'The disk does not answer.');
}
