/**
 * The setup of a store's tests: a clock that the test sets, one project with one endpoint, and
 * short ways to report, take, settle and list. Knows only the port, so every store can use it.
 */

import type { Report } from '../../src/core/call/report.ts';
import type { EndpointHealth } from '../../src/core/delivery/health.ts';
import type { AttemptOutcome } from '../../src/core/delivery/outcome.ts';
import type { NextState } from '../../src/core/delivery/state.ts';
import type { Endpoint, EndpointSettings } from '../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS } from '../../src/core/endpoint/endpoint-defaults.ts';
import type { EndpointKey, ProjectKey } from '../../src/core/id.ts';
import { laneFault } from '../../src/core/lane/invariant.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { TRIGGERS } from '../../src/core/trigger/trigger.ts';
import type { Clock } from '../../src/engine/ports/clock.ts';
import type { Head, SettleResult } from '../../src/engine/ports/dispatch-store.ts';
import type { AuditEntry } from '../../src/engine/ports/manage-store.ts';
import type { DeliveryFilter, DeliverySummary } from '../../src/engine/ports/query-store.ts';
import type { ReportReceipt } from '../../src/engine/ports/report-store.ts';
import type { Store } from '../../src/engine/ports/store.ts';

export const START_MS = 1_795_173_540_000;
export const DAY_MS = 86_400_000;
/** Later than any due time of a test. */
export const FAR_MS = START_MS + 1_000 * DAY_MS;

export interface OpenedStore {
  readonly store: Store;
  /** Every row of every table, as a line of text. */
  dump?(): Promise<string>;
  /** Runs one statement that every engine takes, beside the store: to plant many rows at once. */
  execute?(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty store; two never share data. */
export type OpenStore = (clock: Clock) => Promise<OpenedStore>;

export class HandClock implements Clock {
  nowMs = START_MS;

  wallMs(): number {
    return this.nowMs;
  }

  monoMs(): number {
    return this.nowMs;
  }

  after(): { cancel(): void } {
    throw new Error('a store sets no timers');
  }
}

export function settingsOf(changes: Partial<EndpointSettings> = {}): EndpointSettings {
  return {
    name: 'Receiver',
    kind: 'custom',
    target: 'https://receiver.example/hook',
    secretTarget: null,
    agent: null,
    triggers: TRIGGERS.filter((trigger) => trigger !== 'ACW_COMPLETED'),
    opsTriggers: [],
    auth: { method: 'rsa-sha256' },
    filter: null,
    contentKey: 'message',
    payloadVersion: 1,
    signatureFormat: 'webhook-signature',
    headers: [],
    timeoutMs: 10_000,
    retryScheduleMs: [5_000, 15_000],
    retryOther4xx: false,
    pacing: PACING_DEFAULTS.custom,
    ...changes,
  };
}

export function reportOf(status: string | null, changes: Partial<Report> = {}): Report {
  return {
    status,
    direction: 'OUTBOUND',
    callSid: null,
    clientId: null,
    errors: [],
    occurredAtMs: null,
    reportId: null,
    ...changes,
  };
}

export const NO_FILTER: DeliveryFilter = {
  callId: null,
  endpoint: null,
  trigger: null,
  states: [],
  fromMs: null,
  toMs: null,
};

export class Bench {
  readonly store: Store;
  readonly clock: HandClock;
  readonly project: ProjectKey;
  epoch = 0;

  constructor(store: Store, clock: HandClock, project: ProjectKey) {
    this.store = store;
    this.clock = clock;
    this.project = project;
  }

  audit(action = 'test.done'): AuditEntry {
    const { nowMs: atMs } = this.clock;
    const nothing = { target: null, before: null, after: null, requestId: null };
    return { atMs, actor: 'system', action, ...nothing };
  }

  endpoint(changes: Partial<EndpointSettings> = {}, project = this.project): Promise<Endpoint> {
    return this.store.createEndpoint({
      projectKey: project,
      settings: settingsOf(changes),
      enabled: true,
      audit: this.audit(),
    });
  }

  async report(
    callId: string,
    status: string | null,
    changes: Partial<Report> = {},
    projectKey = this.project,
  ): Promise<ReportReceipt> {
    const [receipt] = await this.store.accept([
      {
        projectKey,
        callId,
        report: reportOf(status, changes),
        source: 'api',
        receivedAtMs: this.clock.nowMs,
      },
    ]);
    if (receipt === undefined) throw new Error('a report has a receipt');
    return receipt;
  }

  /** Reports and returns the heads that the report made. */
  async heads(callId: string, status: string): Promise<readonly Head[]> {
    const receipt = await this.report(callId, status);
    if (receipt.kind !== 'accepted') throw new Error(receipt.detail);
    return receipt.heads;
  }

  async ready(endpoint: EndpointKey, limit = 1_000): Promise<readonly Head[]> {
    const asked = { endpoint, nowMs: FAR_MS, recoveredAtMs: null, held: false, limit };
    return (await this.store.readyHeads(asked)).heads;
  }

  land(
    head: Head,
    outcome: AttemptOutcome,
    next: NextState,
    health: EndpointHealth | null = null,
  ): Promise<SettleResult> {
    return this.store.settle({
      epoch: this.epoch,
      delivery: head.delivery,
      endpoint: head.endpoint,
      call: head.call,
      projectKey: head.projectKey,
      createdAtMs: head.createdAtMs,
      attempt: {
        number: head.attempts + 1,
        startedAtMs: this.clock.nowMs,
        durationMs: 5,
        outcome,
        status: outcome === 'delivered' ? 200 : 500,
        error: null,
        excerpt: 'ok',
        manual: head.manual,
      },
      next,
      health,
      disable: null,
      revision: null,
    });
  }

  delivered(head: Head): Promise<SettleResult> {
    const atMs = this.clock.nowMs + 5;
    return this.land(head, 'delivered', { state: 'delivered', atMs, failures: head.failures });
  }

  exhausted(head: Head): Promise<SettleResult> {
    const atMs = this.clock.nowMs + 5;
    return this.land(head, 'retryable', { state: 'exhausted', atMs, failures: head.failures + 1 });
  }

  retrying(
    head: Head,
    afterMs = 5_000,
    health: EndpointHealth | null = null,
  ): Promise<SettleResult> {
    const dueAtMs = this.clock.nowMs + afterMs;
    const next = { state: 'retrying', dueAtMs, failures: head.failures + 1 } as const;
    return this.land(head, 'retryable', next, health);
  }

  /** Every delivery of the project, oldest first, by walking the pages. */
  async all(filter: Partial<DeliveryFilter> = {}, limit = 50): Promise<readonly DeliverySummary[]> {
    const found: DeliverySummary[] = [];
    let before: DeliverySummary['key'] | null = null;
    for (;;) {
      const page = await this.store.deliveries({
        projectKey: this.project,
        filter: { ...NO_FILTER, ...filter },
        beforeKey: before,
        limit,
        nowMs: this.clock.nowMs,
      });
      found.push(...page);
      before = page.at(-1)?.key ?? null;
      if (page.length < limit || before === null) return found.reverse();
    }
  }

  /** The lanes that break their invariant, by a scan of all rows; empty if none does. */
  async faults(): Promise<readonly string[]> {
    const lanes = Map.groupBy(await this.all(), (row) => `${row.endpoint}/${row.callKey}`);
    return [...lanes].flatMap(([name, places]) => {
      const fault = laneFault(places);
      return fault === null ? [] : [`${name}: ${fault}`];
    });
  }
}

/** The epoch, the same for every shard: no other worker owned them before. */
export async function epochOf(store: Pick<Store, 'own'>): Promise<number> {
  const { shards } = await store.own({ surrender: [], leaves: false });
  const [epoch = 0] = shards.values();
  return epoch;
}

type OpenedBench = Bench & Required<Omit<OpenedStore, 'store'>>;

export async function benchOf(open: OpenStore): Promise<OpenedBench> {
  const clock = new HandClock();
  const { store, dump = notOffered, execute = notOffered, close } = await open(clock);
  const { key } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: clock.nowMs,
  });
  const bench = new Bench(store, clock, key);
  bench.epoch = await epochOf(store);
  return Object.assign(bench, { dump, execute, close });
}

function notOffered(): never {
  throw new Error('this way of opening a store does not offer that');
}
