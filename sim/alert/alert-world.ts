/**
 * Alerts in virtual time: two processes look for them and tell them, on the shipping store and
 * simulated disk, while receivers of calls and of alerts fail, the data directory fills up, the
 * store refuses, mails bounce, retention removes what has ended, and both processes die at any
 * moment. Returns the history for `alert-check.ts`. The same seed gives the same history. Judges
 * nothing.
 */

import { ALERT_DEFAULTS, type AlertSettings } from '../../src/core/alert/alert-settings.ts';
import type { Edge } from '../../src/core/alert/edge.ts';
import type { SendResult } from '../../src/core/delivery/outcome.ts';
import type { EndpointKind } from '../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS } from '../../src/core/endpoint/endpoint-defaults.ts';
import {
  type AlertKey,
  type EndpointKey,
  formatId,
  type NoticeKey,
  type ProjectKey,
} from '../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { DAY_MS } from '../../src/core/time.ts';
import { isOpsTrigger, OPS_TRIGGERS, type OpsTrigger } from '../../src/core/trigger/ops-trigger.ts';
import { createAlertWatch } from '../../src/engine/alert/alert-watch.ts';
import { createNotifier, SLOTS } from '../../src/engine/alert/notifier.ts';
import { createDispatcher } from '../../src/engine/dispatch/dispatcher.ts';
import { createIntake, type Intake } from '../../src/engine/intake.ts';
import type { Channel, SendRequest } from '../../src/engine/ports/channel.ts';
import type { Letter } from '../../src/engine/ports/letters.ts';
import { StalenessClock } from '../../src/engine/staleness-clock.ts';
import { markAlert } from '../../src/store/operation/alert/alert.ts';
import { ensureProject } from '../../src/store/operation/project/project.ts';
import { ALERT_STEPS } from '../../src/store/operation/retention/retention-alert.ts';
import { type StoreOnPerformers, storeOn } from '../../src/store/sqlite/store.ts';
import { query } from '../../src/store/statement.ts';
import { Recorder } from '../history.ts';
import { chanceOf, Stream } from '../script/random.ts';
import { Disk } from '../world/disk.ts';
import { latencyMs } from '../world/latency.ts';
import { type Life, START_WALL_MS, Timeline } from '../world/timeline.ts';
import type {
  AlertHistory,
  Arrival,
  Mute,
  Span,
  StoredAlert,
  StoredTold,
} from './alert-history.ts';

const MINUTE_MS = 60_000;
/** Until this time everything may fail. */
const TROUBLE_MS = 12 * MINUTE_MS;
const WINDOW: Span = { fromMs: 5 * MINUTE_MS, untilMs: 7 * MINUTE_MS };
/** The time in which the known troubles happen: after the last retry of earlier failures. */
const SURE: Span = { fromMs: 50 * MINUTE_MS, untilMs: 54 * MINUTE_MS };
const HORIZON_MS = 120 * MINUTE_MS;
const EVENTS_MAX = 400_000;
const EVERY_MS = 10_000;
const RECOVER_AFTER_MS = 30_000;
const PROCESSES = [1, 2] as const;
/** The mean duration of a request, and of one that ends by its timeout. */
const TRIP_MS = 30;
const TIMEOUT_MS = 5_000;
const MEMBER = 'mail';

const ALERTS: AlertSettings = {
  ...ALERT_DEFAULTS,
  laneAgeMs: null,
  backlog: null,
  windowMs: MINUTE_MS,
  recoverAfterMs: RECOVER_AFTER_MS,
};

/**
 * The project whose receivers of alerts hang and are retried; there are more of them than notices
 * are sent at once. The last one, `Brisk`, answers at once.
 */
const SLOW_RECEIVERS = 45;
const SLOW_MS = 25_000;
const SLOW_UNTIL_MS = SURE.untilMs + 5 * MINUTE_MS;
const BRISK = 'Brisk';
/** The number of failures that opens an alert. */
const BROKEN_CALLS = 3;
/**
 * How long before `SURE` the slow project fails, so that its receivers are busy when `SURE` begins.
 */
const SLOW_BEFORE_MS = 20_000;

/** `Pager` gets alerts only. `Desk` gets calls and alerts, so an alert may be about it. */
const ENDPOINTS = [
  { name: 'Orders', calls: true, alerts: false },
  { name: 'Desk', calls: true, alerts: true },
  { name: 'Pager', calls: false, alerts: true },
] as const;

const BUSY = query<{ n: number }>(`
  select (select count(*) from deliveries where closed_at is null)
    + (select count(*) from alerts where told in ('no', 'opened'))
    + (select count(*) from alert_notices where state = 'due') n`);
const ALL_ALERTS = query<{
  readonly key: AlertKey;
  readonly trigger: OpsTrigger;
  readonly endpoint_key: number | null;
  readonly opened_at: number;
  readonly clear_since: number | null;
  readonly recovered_at: number | null;
}>(`
  select key, trigger, endpoint_key, opened_at, clear_since, recovered_at
  from alerts order by key`);
const ALL_TOLD = query<{
  readonly alert: AlertKey;
  readonly opened_at: number;
  readonly notice: NoticeKey;
  readonly fired_at: number;
  readonly endpoint_key: number | null;
  readonly edge: Edge;
}>(`
  select t.alert_key alert, a.opened_at, n.key notice, n.fired_at, n.endpoint_key, n.edge
  from told_alerts t join alert_notices n on n.key = t.notice_key
    join alerts a on a.key = t.alert_key
  order by n.key, t.alert_key`);

export async function playAlerts(seed: number): Promise<AlertHistory> {
  const world = new AlertWorld(seed);
  try {
    return await world.play();
  } finally {
    world.close();
  }
}

class AlertWorld {
  readonly #seed: number;
  readonly #timeline = new Timeline();
  readonly #disk: Disk;
  readonly #project: ProjectKey;
  readonly #slowProject: ProjectKey;
  readonly #arrivals: Arrival[] = [];
  readonly #names = new Map<EndpointKey, string>();
  readonly #failedAt = new Map<string, number>();
  readonly #deaths = new Map<number, number>();
  readonly #outages: Span[] = [];
  readonly #mutes: Mute[] = [];
  /** Names of endpoints that fail now. */
  readonly #failing = new Set<string>();
  readonly #lives = new Map<number, Life>();
  #started = 0;
  #intake: Intake | null = null;
  #isLow = false;
  #calls = 0;
  /** Each alert as it was last read: retention removes some. */
  readonly #alerts = new Map<string, StoredAlert>();
  readonly #told = new Map<string, StoredTold>();

  constructor(seed: number) {
    this.#seed = seed;
    const timeline = this.#timeline;
    const recorder = new Recorder(timeline);
    this.#disk = new Disk({ seed, plan: { commitMs: 4, readMs: 1 }, timeline, recorder });
    const settings = { ...PROJECT_DEFAULTS, alerts: ALERTS };
    const made = { name: 'default', settings, nowMs: START_WALL_MS };
    this.#project = this.#disk.db.do(ensureProject(made)).key;
    this.#slowProject = this.#disk.db.do(ensureProject({ ...made, name: 'slow' })).key;
  }

  close(): void {
    for (const life of this.#lives.values()) life.dead = true;
    this.#disk.close();
  }

  async play(): Promise<AlertHistory> {
    const timeline = this.#timeline;
    const { db } = this.#disk;
    let isReady = false;
    const life: Life = { number: 0, dead: false };
    void this.#prepare(storeOn(this.#disk.performers(life))).then(() => {
      isReady = true;
    });
    await timeline.run(MINUTE_MS, EVENTS_MAX, () => isReady);
    for (const process of PROCESSES) void this.#live(process);
    for (const { name } of ENDPOINTS) void this.#flap(name);
    void this.#fill();
    void this.#refuse();
    void this.#expire();
    void this.#mute();
    void this.#report();
    void this.#beSure();
    void this.#beSlow();
    const isOver = (): boolean =>
      timeline.monoMs() > SURE.untilMs + MINUTE_MS && db.one(BUSY)?.n === 0;
    const end = await timeline.run(HORIZON_MS, EVENTS_MAX, isOver);
    return this.#history(end === 'over');
  }

  #see(): void {
    const { db } = this.#disk;
    const nameOf = (key: number | null) =>
      key === null ? null : (this.#names.get(key as EndpointKey) ?? String(key));
    const since = (atMs: number | null) => (atMs === null ? null : atMs - START_WALL_MS);
    for (const row of db.all(ALL_ALERTS)) {
      const id = formatId('alr', row.opened_at, row.key);
      this.#alerts.set(id, {
        id,
        trigger: row.trigger,
        about: nameOf(row.endpoint_key),
        openedAtMs: row.opened_at - START_WALL_MS,
        clearSinceMs: since(row.clear_since),
        recoveredAtMs: since(row.recovered_at),
      });
    }
    for (const row of db.all(ALL_TOLD)) {
      const notice = formatId('ntc', row.fired_at, row.notice);
      const alert = formatId('alr', row.opened_at, row.alert);
      const to = nameOf(row.endpoint_key) ?? MEMBER;
      this.#told.set(`${alert} ${notice}`, { notice, alert, to, edge: row.edge });
    }
  }

  #history(rested: boolean): AlertHistory {
    this.#see();
    return {
      seed: this.#seed,
      arrivals: this.#arrivals,
      alerts: [...this.#alerts.values()],
      told: [...this.#told.values()],
      receivers: ['Desk', 'Pager', MEMBER],
      slowReceivers: [...this.#names.values()].filter(isSlow),
      besideSlow: {
        name: BRISK,
        waitMs: (SLOW_RECEIVERS / SLOTS.endpoint.ofProject + 2) * SLOW_MS,
      },
      failedAt: this.#failedAt,
      deaths: this.#deaths,
      outages: this.#outages,
      window: WINDOW,
      mutes: this.#mutes,
      sure: SURE,
      recoverAfterMs: RECOVER_AFTER_MS,
      rested,
    };
  }

  async #prepare(store: StoreOnPerformers): Promise<void> {
    const atMs = this.#timeline.wallMs();
    const nothing = { target: null, before: null, after: null, requestId: null };
    const audit = { atMs, actor: 'system', action: 'test.done', ...nothing } as const;
    const projectKey = this.#project;
    for (const { name, calls, alerts } of ENDPOINTS) {
      const triggers = calls ? (['OUTBOUND_CALL_CALLING'] as const) : [];
      const opsTriggers = alerts ? OPS_TRIGGERS : [];
      const settings = { ...SETTINGS, name, triggers, opsTriggers };
      const made = await store.createEndpoint({ projectKey, enabled: true, audit, settings });
      this.#names.set(made.key, name);
    }
    const slow = Array.from({ length: SLOW_RECEIVERS }, (_, index) => `Slow ${index + 1}`);
    for (const name of ['Broken', ...slow, BRISK]) {
      const isBroken = name === 'Broken';
      const triggers = isBroken ? (['OUTBOUND_CALL_CALLING'] as const) : [];
      const opsTriggers = isBroken ? [] : OPS_TRIGGERS;
      const settings = { ...SETTINGS, name, triggers, opsTriggers };
      const of = { projectKey: this.#slowProject, enabled: true, audit };
      this.#names.set((await store.createEndpoint({ ...of, settings })).key, name);
    }
    await store.addSetupToken({ hash: 'token', nowMs: atMs });
    await store.completeSetup({
      projectKey,
      tokenHash: 'token',
      user: OWNER,
      session: SESSION,
      audit,
    });
    const [fromMs, untilMs] = [WINDOW.fromMs + START_WALL_MS, WINDOW.untilMs + START_WALL_MS];
    const window = { fromMs, untilMs, triggers: [], note: null, createdBy: 'system' };
    await store.createMaintenanceWindow({ projectKey, window, audit });
  }

  /** Starts and kills one process again and again; the first process also sends calls. */
  async #live(process: number): Promise<void> {
    const stream = new Stream(this.#seed, `process ${process}`);
    for (;;) {
      this.#started += 1;
      const life: Life = { number: this.#started, dead: false };
      this.#lives.set(process, life);
      const hasStarted = await this.#start(life, process === 1).then(
        () => true,
        () => false,
      );
      if (hasStarted && !this.#isTroubled()) return;
      await this.#timeline.sleep(hasStarted ? stream.between(3_000, 150_000) : 100);
      if (hasStarted && !this.#isTroubled()) return;
      life.dead = true;
      this.#deaths.set(life.number, this.#timeline.monoMs());
      if (process === 1) this.#intake = null;
      await this.#timeline.sleep(stream.between(100, 20_000));
    }
  }

  async #start(life: Life, sends: boolean): Promise<void> {
    const clock = this.#timeline.clockOf(life);
    const store = storeOn(this.#disk.performers(life));
    const stream = new Stream(this.#seed, `life ${life.number}`);
    const random = { fraction: () => stream.fraction() };
    const emit = () => {};
    const channels = new Map<EndpointKind, Channel>([['custom', this.#channelOf(life)]]);
    const parts = { store, channels, clock, random, emit };
    if (sends) {
      const dispatcher = createDispatcher(parts);
      await dispatcher.start();
      const staleness = new StalenessClock(clock);
      this.#intake = createIntake({ store, dispatcher, staleness, emit });
    }
    const holder = `life ${life.number}`;
    const watch = createAlertWatch({
      ...{ store, clock, emit, holder },
      alone: false,
      everyMs: EVERY_MS,
      freeBytes: async () => (this.#isLow ? 1 : 2 ** 40),
      mails: true,
      publicUrl: null,
      onTold: () => notifier.wake(),
    });
    const letters = { send: (letter: Letter) => this.#mail(life, letter) };
    const hasTurn = () => watch.hasTurn();
    const notifier = createNotifier({ ...parts, letters, holder, hasTurn });
    watch.start();
    notifier.start();
  }

  #channelOf(life: Life): Channel {
    return {
      send: (request) => {
        if (life.dead) return new Promise(() => {});
        const name = this.#names.get(request.endpoint.key) ?? '';
        const hangs = isSlow(name) && this.#timeline.monoMs() < SLOW_UNTIL_MS;
        const isFailing = this.#failing.has(name);
        const failure = hangs ? HANGS : isFailing ? this.#failureOf(name) : null;
        const result: SendResult = failure ?? TAKEN;
        const isNotice = isOpsTrigger(request.trigger);
        if (!isNotice && failure !== null) {
          this.#failedAt.set(name, (this.#failedAt.get(name) ?? 0) + 1);
        }
        const note = isNotice ? this.#arrive(life, name, noticeOf(request)) : () => {};
        const answer = (): SendResult => {
          if (failure === null) note();
          return result;
        };
        if (!hangs) {
          return this.#answer(life, failure === HANGS ? TIMEOUT_MS : TRIP_MS, answer);
        }
        return new Promise((resolve) => {
          this.#timeline.tell(life, SLOW_MS, () => resolve(answer()));
        });
      },
    };
  }

  #failureOf(name: string): SendResult {
    const chance = chanceOf(this.#seed, 'failure', name, this.#timeline.monoMs());
    return chance < 0.2 ? HANGS : chance < 0.9 ? REFUSES : AWAY;
  }

  #mail(life: Life, letter: Letter): Promise<string | null> {
    if (letter.kind !== 'alert') throw new Error('only alerts are mailed here');
    const { noticeId: id, firing } = letter;
    const body = firing.text + firing.data;
    const arrived = { id, sequence: null, body, firedAtMs: firing.firedAtMs };
    const note = this.#arrive(life, MEMBER, arrived);
    const isRefused =
      this.#isTroubled() && chanceOf(this.#seed, 'mail', this.#timeline.monoMs()) < 0.3;
    return this.#answer(life, TRIP_MS, () => {
      if (isRefused) return 'The mail server answered 451.';
      note();
      return null;
    });
  }

  /** Returns a function to call if the sender is told that its notice was accepted. */
  #arrive(life: Life, to: string, { firedAtMs, ...notice }: Sent): () => void {
    const index = this.#arrivals.length;
    const arrival: Arrival = {
      ...notice,
      firedAtMs: firedAtMs - START_WALL_MS,
      atMs: this.#timeline.monoMs(),
      life: life.number,
      to,
      takenAtMs: null,
    };
    this.#arrivals.push(arrival);
    return () => {
      this.#arrivals[index] = { ...arrival, takenAtMs: this.#timeline.monoMs() };
    };
  }

  #answer<Value>(life: Life, meanMs: number, value: () => Value): Promise<Value> {
    const { events } = this.#timeline;
    const delayMs = latencyMs(meanMs, chanceOf(this.#seed, 'trip', events));
    return new Promise((resolve) => {
      this.#timeline.tell(life, delayMs, () => resolve(value()));
    });
  }

  async #flap(name: string): Promise<void> {
    const stream = new Stream(this.#seed, `receiver ${name}`);
    while (this.#isTroubled()) {
      await this.#timeline.sleep(stream.between(2_000, 120_000));
      this.#failing.add(name);
      await this.#timeline.sleep(stream.between(2_000, 120_000));
      this.#failing.delete(name);
    }
  }

  async #fill(): Promise<void> {
    const stream = new Stream(this.#seed, 'free bytes');
    while (this.#isTroubled()) {
      await this.#timeline.sleep(stream.between(5_000, 120_000));
      this.#isLow = true;
      await this.#timeline.sleep(stream.between(5_000, 60_000));
      this.#isLow = false;
    }
  }

  async #refuse(): Promise<void> {
    const stream = new Stream(this.#seed, 'outages');
    while (this.#isTroubled()) {
      await this.#timeline.sleep(stream.between(20_000, 180_000));
      const fromMs = this.#timeline.monoMs();
      const token = this.#disk.setFault('unavailable');
      await this.#timeline.sleep(stream.between(100, 20_000));
      this.#disk.endFault(token);
      this.#outages.push({ fromMs, untilMs: this.#timeline.monoMs() });
    }
  }

  /** Runs retention with a clock far ahead, so that it removes every alert that has ended. */
  async #expire(): Promise<void> {
    const { db } = this.#disk;
    const stream = new Stream(this.#seed, 'retention');
    const retention = new Map([[this.#project, PROJECT_DEFAULTS.retention]]);
    while (this.#isTroubled()) {
      await this.#timeline.sleep(stream.between(1_000, 60_000));
      this.#see();
      const nowMs = this.#timeline.wallMs() + 1_000 * DAY_MS;
      const asked = { nowMs, limit: 10_000, afterKey: 0, removed: 0, retention };
      for (const step of ALERT_STEPS) db.do(step(asked));
    }
  }

  /** A member mutes an alert now and then. */
  async #mute(): Promise<void> {
    const { db } = this.#disk;
    const stream = new Stream(this.#seed, 'mutes');
    while (this.#isTroubled()) {
      await this.#timeline.sleep(stream.between(5_000, 60_000));
      this.#see();
      const fromMs = this.#timeline.monoMs();
      const untilMs = fromMs + stream.between(20_000, 120_000);
      const row = db.all(ALL_ALERTS).at(-1);
      const alert = row && this.#alerts.get(formatId('alr', row.opened_at, row.key));
      if (row === undefined || alert === undefined || this.#isMuted(alert, fromMs)) continue;
      const { trigger, about } = alert;
      this.#mutes.push({ trigger, about, fromMs, untilMs });
      const change = { mutedUntilMs: untilMs + START_WALL_MS };
      const atMs = this.#timeline.wallMs();
      const nothing = { target: null, before: null, after: null, requestId: null };
      const audit = { atMs, actor: 'system', action: 'alert.muted', ...nothing } as const;
      const of = { projectKey: this.#project, key: row.key, by: 'usr_1' };
      db.do(markAlert({ ...of, change, audit }));
    }
  }

  /** The end of one mute would end an overlapping one. */
  #isMuted({ trigger, about }: StoredAlert, atMs: number): boolean {
    return this.#mutes.some(
      (each) => each.trigger === trigger && each.about === about && atMs < each.untilMs,
    );
  }

  /** Reports calls during the troubles and during `SURE`. */
  async #report(): Promise<void> {
    const stream = new Stream(this.#seed, 'calls');
    for (;;) {
      await this.#timeline.sleep(stream.between(500, 6_000));
      const nowMs = this.#timeline.monoMs();
      if (nowMs > SURE.untilMs) return;
      if (this.#isTroubled() || nowMs >= SURE.fromMs) void this.#call(this.#project);
    }
  }

  async #call(projectKey: ProjectKey): Promise<void> {
    this.#calls += 1;
    const callId = `call-${this.#calls}`;
    const receivedAtMs = this.#timeline.wallMs();
    const item = { projectKey, callId, report: REPORT, receivedAtMs };
    // A refused report does not matter here.
    await this.#intake?.accept([{ ...item, source: 'api' }]).catch(() => null);
  }

  async #beSure(): Promise<void> {
    await this.#timeline.sleep(SURE.fromMs - this.#timeline.monoMs());
    this.#failing.add('Orders');
    this.#isLow = true;
    await this.#timeline.sleep(SURE.untilMs - this.#timeline.monoMs());
    this.#failing.delete('Orders');
    this.#isLow = false;
  }

  /** Gives the other project an alert that all its slow receivers must be told. */
  async #beSlow(): Promise<void> {
    await this.#timeline.sleep(SURE.fromMs - SLOW_BEFORE_MS - this.#timeline.monoMs());
    this.#failing.add('Broken');
    for (let calls = 0; calls < BROKEN_CALLS; calls += 1) {
      await this.#call(this.#slowProject);
    }
    await this.#timeline.sleep(SURE.untilMs - this.#timeline.monoMs());
    this.#failing.delete('Broken');
    await this.#call(this.#slowProject);
  }

  #isTroubled(): boolean {
    return this.#timeline.monoMs() < TROUBLE_MS;
  }
}

function isSlow(name: string): boolean {
  return name.startsWith('Slow ');
}

/** `firedAtMs`: by the wall clock. */
type Sent = Pick<Arrival, 'id' | 'sequence' | 'body' | 'firedAtMs'>;

function noticeOf({ webhookId, sequence, body, firing }: SendRequest): Sent {
  return { id: webhookId, sequence, body, firedAtMs: firing.firedAtMs };
}

const TAKEN: SendResult = {
  kind: 'response',
  status: 200,
  retryAfter: null,
  excerpt: null,
  durationMs: TRIP_MS,
};
const REFUSES: SendResult = { ...TAKEN, status: 503 };
const AWAY: SendResult = { kind: 'error', error: 'refused', detail: 'away', durationMs: 1 };
const HANGS: SendResult = {
  kind: 'error',
  error: 'timeout',
  detail: 'slow',
  durationMs: TIMEOUT_MS,
};

const REPORT = {
  status: 'CALLING',
  direction: 'OUTBOUND' as const,
  callSid: null,
  clientId: null,
  errors: [],
  occurredAtMs: null,
  reportId: 'CALLING',
};

const SETTINGS = {
  kind: 'custom',
  target: 'https://receiver.example/',
  secretTarget: null,
  agent: null,
  auth: { method: 'rsa-sha256' },
  filter: null,
  contentKey: 'message',
  payloadVersion: 1,
  signatureFormat: 'webhook-signature',
  headers: [],
  timeoutMs: TIMEOUT_MS,
  retryScheduleMs: [1_000, 5_000, 30_000, 120_000],
  retryOther4xx: false,
  pacing: PACING_DEFAULTS.custom,
} as const;

const OWNER = {
  email: 'owner@example.com',
  emailFrom: 'setup',
  name: 'Owner',
  language: null,
  passwordHash: 'none',
  oidcSubject: null,
} as const;

const SESSION = {
  hash: 'first',
  signedInBy: 'setup',
  address: '192.0.2.7',
  userAgent: 'none',
  replaces: null,
  provenAtMs: null,
  secondFactorAtMs: null,
} as const;
