/**
 * Builds small histories by hand, step by step, as the world would record them: reports are
 * committed, sent, processed, answered and settled at the times that the test gives. Each step can
 * be changed: so a test plants the fault that its checker must catch.
 */

import type {
  Checker,
  Event,
  Happening,
  History,
  Rest,
  RestAttempt,
  RestDelivery,
  Sent,
} from '../../../sim/history.ts';
import type { Script } from '../../../sim/script/script.ts';
import type { SendResult } from '../../../src/core/delivery/outcome.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { asKey, type EndpointKey, formatId } from '../../../src/core/id.ts';
import type { Trigger } from '../../../src/core/trigger/trigger.ts';
import type { WriteName } from '../../../src/store/sqlite/operations.ts';

const START_WALL_MS = 1_795_000_000_000;
export const SCHEDULE_MS = [5_000, 15_000];
export const CALLING = 'OUTBOUND_CALL_CALLING';
export const COMPLETED = 'OUTBOUND_CALL_COMPLETED';

/** A row that is still being built. */
export type Row = { -readonly [Key in keyof RestDelivery]: RestDelivery[Key] } & {
  attempts: RestAttempt[];
  readonly key: number;
  readonly firing: number;
};

export class Given {
  ms = 0;
  life = 1;
  readonly rows: Row[] = [];
  readonly happenings: Happening[] = [];
  script: Script = {
    seed: 1,
    profile: 'given',
    limits: {},
    disk: { commitMs: 0, readMs: 0 },
    endpoints: [],
    steps: [],
    healAtMs: 0,
  };
  rest: Partial<Rest> = {};
  #endpoints = new Map<EndpointKey, Endpoint>();
  #firings = 0;
  #reports = 0;
  #sends = 0;
  #wallOffsetMs = START_WALL_MS;

  constructor() {
    this.note({ what: 'started', life: 1 });
  }

  note(event: Event): void {
    this.happenings.push({ ms: this.ms, wallMs: this.wallMs(), ...event });
  }

  wallMs(): number {
    return this.ms + this.#wallOffsetMs;
  }

  after(ms: number): this {
    this.ms += ms;
    return this;
  }

  jump(byMs: number): void {
    this.#wallOffsetMs += byMs;
    this.note({ what: 'jumped', byMs });
  }

  commit(name: WriteName, argument: unknown, value: unknown): void {
    this.note({ what: 'committed', life: this.life, name, argument, value });
  }

  crash(): void {
    this.note({ what: 'crashed', life: this.life });
    this.life += 1;
    this.note({ what: 'started', life: this.life });
  }

  endpoint(change: Partial<Endpoint> = {}): EndpointKey {
    const key = asKey<EndpointKey>(this.#endpoints.size + 1);
    const name = `Receiver ${this.#endpoints.size}`;
    const endpoint = { ...ENDPOINT, key, name, id: formatId('ep', START_WALL_MS, key), ...change };
    this.#endpoints.set(key, endpoint);
    this.commit('createEndpoint', {}, endpoint);
    return key;
  }

  enable(key: EndpointKey, enabled: boolean): void {
    const before = this.#endpoints.get(key) ?? ENDPOINT;
    const endpoint = { ...before, enabled, revision: before.revision + 1 };
    this.#endpoints.set(key, endpoint);
    this.commit('setEnabled', { key, state: { enabled } }, endpoint);
  }

  /** Reports, commits and acknowledges; makes a delivery at each endpoint for each trigger. */
  report(callId: string, status: string, triggers: readonly Trigger[]): Row[] {
    this.#reports += 1;
    const reportId = `report-${this.#reports}`;
    const rows = triggers.flatMap((trigger) => this.#fire(callId, trigger));
    this.accept(callId, reportId, status, triggers, rows.length);
    this.acknowledge(callId, reportId, status, triggers);
    return rows;
  }

  accept(
    callId: string,
    reportId: string,
    status: string,
    triggers: readonly Trigger[],
    made: number,
    source = 'api',
  ): void {
    const direction = source === 'api' ? 'OUTBOUND' : 'INBOUND';
    const report = { status, direction, errors: [], reportId, occurredAtMs: null };
    const item = { callId, report, source, receivedAtMs: this.wallMs(), projectKey: 1 };
    const applied = triggers.length > 0;
    const answer = { callId, applied, callStatus: status, triggers };
    const receipt = { kind: 'accepted', answer, made: Array(made).fill(1), heads: [] };
    this.commit('accept', [item], [receipt]);
  }

  acknowledge(
    callId: string,
    reportId: string,
    status: string,
    triggers: readonly Trigger[],
  ): void {
    const applied = triggers.length > 0;
    this.note({ what: 'acknowledged', callId, reportId, status, applied, triggers });
  }

  send(row: Row, change: Partial<Sent> = {}): number {
    this.#sends += 1;
    const { callId, endpoint, sequence, deliveryId, webhookId, trigger, firing } = row;
    const callStatus = trigger === CALLING ? 'CALLING' : 'COMPLETED';
    this.note({
      what: 'sent',
      send: this.#sends,
      life: this.life,
      endpoint,
      callId,
      sequence,
      deliveryId,
      webhookId,
      trigger,
      attempt: row.attempts.length + 1,
      bodyHash: `hash-${firing}`,
      body: JSON.stringify({ message: '', data: { callId, callStatus } }),
      olderOpen: 0,
      stored: row.state,
      ...change,
    });
    return this.#sends;
  }

  process(send: number, status = 200, late = false): void {
    this.note({ what: 'processed', send, status, late });
  }

  answer(send: number, status: number, retryAfter: string | null = null): void {
    const response = { kind: 'response', status, retryAfter, excerpt: null } as const;
    this.#answered(send, { ...response, durationMs: 10 });
  }

  fail(send: number): void {
    this.#answered(send, { kind: 'error', error: 'timeout', detail: '', durationMs: 10 });
  }

  /** Writes an outcome; `state` is the delivery's afterwards. */
  settle(row: Row, outcome: string, state: Row['state'], more: Settled = {}): void {
    const { manual = false, failures = row.failures + (outcome === 'delivered' ? 0 : 1) } = more;
    const number = row.attempts.length + 1;
    const startedAtMs = this.wallMs() - 10;
    const attempt = { number, startedAtMs, durationMs: 10, outcome, manual };
    const stepMs = SCHEDULE_MS[failures - 1] ?? 0;
    const due = { state, dueAtMs: more.dueAtMs ?? this.wallMs() + stepMs, failures };
    const next = state === 'retrying' ? due : { state, atMs: this.wallMs(), failures };
    row.attempts.push(attempt);
    row.state = state;
    row.failures = failures;
    const { endpoint, key: delivery } = row;
    const base = { delivery, endpoint, attempt, next, revision: 1, health: null };
    this.commit('settle', { ...base, disable: more.disable ?? null }, { kind: 'settled' });
  }

  /** One whole attempt, 10 ms from the sending to the commit of its outcome. */
  attempt(row: Row, status = 200): void {
    const send = this.send(row);
    this.after(10).process(send, status);
    this.answer(send, status);
    if (status === 200) this.settle(row, 'delivered', 'delivered');
    else if (status === 400) this.settle(row, 'rejected', 'rejected');
    else {
      const isLast = row.failures >= SCHEDULE_MS.length;
      this.settle(row, 'retryable', isLast ? 'exhausted' : 'retrying');
    }
  }

  /** By hand, as `retryDelivery` commits it. */
  reopen(row: Row): void {
    row.state = 'due';
    const value = { kind: 'changed', endpoint: row.endpoint };
    this.commit('retryDelivery', { key: row.key }, value);
  }

  cancel(row: Row): void {
    row.state = 'cancelled';
    const value = { kind: 'changed', endpoint: row.endpoint };
    this.commit('cancelDelivery', { key: row.key }, value);
  }

  history(): History {
    const gauges = { inFlight: 0, residentHeads: 0 };
    const none = { laneFaults: [], networkFaults: [], crashes: [] };
    const rest: Rest = { drained: true, deliveries: this.rows, gauges, ...none, ...this.rest };
    return { script: this.script, happenings: this.happenings, rest, hash: '' };
  }

  #answered(send: number, result: SendResult): void {
    this.note({ what: 'answered', send, result });
  }

  #fire(callId: string, trigger: Trigger): Row[] {
    this.#firings += 1;
    const firing = this.#firings;
    const takers = [...this.#endpoints.values()].filter((each) => each.triggers.includes(trigger));
    return takers.map(({ key: endpoint }) => {
      const lane = this.rows.filter((row) => row.callId === callId && row.endpoint === endpoint);
      const key = this.rows.length + 1;
      const row: Row = {
        key,
        firing,
        endpoint,
        callId,
        trigger,
        deliveryId: formatId('dlv', this.wallMs(), key),
        webhookId: formatId('msg', this.wallMs(), firing),
        sequence: lane.length + 1,
        state: lane.some(({ state }) => state === 'due') ? 'waiting' : 'due',
        failures: 0,
        resumeState: null,
        attempts: [],
      };
      this.rows.push(row);
      return row;
    });
  }
}

export interface Settled {
  readonly manual?: boolean;
  readonly failures?: number;
  readonly dueAtMs?: number;
  readonly disable?: 'gone' | 'failing';
}

/** The checker's violations of a history, as sentences. */
export function saysOf(checker: Checker, given: Given): readonly string[] {
  return checker.check(given.history()).map(({ says }) => says);
}

const ENDPOINT: Endpoint = {
  key: asKey(1),
  id: '',
  projectKey: asKey(1),
  projectId: '',
  name: 'Receiver',
  kind: 'custom',
  target: 'https://receiver.example',
  secretTarget: null,
  agent: null,
  triggers: [CALLING, COMPLETED, 'CALL_LOG_CREATED'],
  opsTriggers: [],
  auth: null,
  filter: null,
  contentKey: 'message',
  payloadVersion: 1,
  signatureFormat: 'webhook-signature',
  headers: [],
  timeoutMs: 10_000,
  retryScheduleMs: SCHEDULE_MS,
  retryOther4xx: false,
  pacing: { ratePerS: null, burst: 20, concurrency: 20 },
  enabled: true,
  disabledReason: null,
  disabledAtMs: null,
  deletedAtMs: null,
  createdAtMs: START_WALL_MS,
  updatedAtMs: START_WALL_MS,
  revision: 1,
};
