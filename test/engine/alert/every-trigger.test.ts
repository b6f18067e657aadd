/** S17.2, S17.4: each of the 13 triggers opens by the rows of a real store, and recovers. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ALERT_DEFAULTS, type AlertSettings } from '../../../src/core/alert/alert-settings.ts';
import { type EndpointHealth, HEALTHY } from '../../../src/core/delivery/health.ts';
import type { EndpointKey } from '../../../src/core/id.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time.ts';
import { OPS_TRIGGERS, type OpsTrigger } from '../../../src/core/trigger/ops-trigger.ts';
import { createAlertWatch } from '../../../src/engine/alert/alert-watch.ts';
import {
  analyzer,
  claimOne,
  FAILED,
  SUCCEEDED,
  waiting,
} from '../../store/conformance/acw-given.ts';
import { type Bench, benchOf, FAR_MS, START_MS } from '../../store/given.ts';
import { openOn } from '../../store/sqlite/opened.ts';
import { FaultyStore } from '../faulty-store.ts';
import { ManualClock } from '../manual-clock.ts';

const EVERY_MS = 30_000;
const RECOVER_MS = 40_000;
const WINDOW_MS = 3 * MINUTE_MS;
/** Later than the migration of the store, after which retention is not behind. */
const LATER_MS = START_MS + 36_500 * DAY_MS;

type World = Bench & { freeBytes: number };

interface Case {
  /** The thresholds of the case; all others are null. */
  readonly thresholds: Partial<AlertSettings>;
  readonly startMs?: number;
  /** Returns a function that ends the condition. */
  readonly open: (world: World) => Promise<() => Promise<unknown>>;
  /** How long the alert takes to open, or to end. */
  readonly opensAfterMs?: number;
  readonly endsAfterMs?: number;
}

const CASES: Readonly<Record<OpsTrigger, Case>> = {
  OPS_ENDPOINT_FAILING: {
    thresholds: { failures: 3 },
    open: (world) => unhealthy(world, { consecutiveFailures: 3 }),
  },
  OPS_ENDPOINT_HELD: {
    thresholds: {},
    open: (world) => unhealthy(world, { consecutiveFailures: 5, holdUntilMs: FAR_MS }),
  },
  OPS_ENDPOINT_DISABLED: {
    thresholds: {},
    open: async (world) => {
      const { key } = await world.endpoint();
      const [projectKey, audit] = [world.project, world.audit()];
      const set = (state: { enabled: true } | { enabled: false; reason: 'gone' }) =>
        world.store.setEnabled({ projectKey, key, state, audit });
      await set({ enabled: false, reason: 'gone' });
      return () => set({ enabled: true });
    },
  },
  OPS_DELIVERIES_EXHAUSTED: {
    thresholds: { givenUp: 1 },
    open: async (world) => {
      const [head] = await heads(world, 1);
      assert.ok(head !== undefined);
      await world.exhausted(head);
      return async () => {};
    },
    endsAfterMs: WINDOW_MS + MINUTE_MS,
  },
  OPS_LANE_OLD: {
    thresholds: { laneAgeMs: 5 * MINUTE_MS },
    open: async (world) => {
      await heads(world, 1);
      return () => deliverAll(world);
    },
    opensAfterMs: 5 * MINUTE_MS,
  },
  OPS_BACKLOG_LARGE: {
    thresholds: { backlog: 2 },
    open: async (world) => {
      await heads(world, 2);
      return () => deliverAll(world);
    },
  },
  OPS_DISK_LOW: {
    thresholds: { diskFreeBytes: 1_000 },
    open: async (world) => {
      world.freeBytes = 999;
      return async () => {
        world.freeBytes = 1_000;
      };
    },
  },
  OPS_RETENTION_BEHIND: {
    thresholds: { retentionBehindMs: 60 * MINUTE_MS },
    startMs: LATER_MS,
    open: async (world) => {
      const expire = () => world.store.removeExpired({ nowMs: world.clock.nowMs, limit: 1_000 });
      await expire();
      return expire;
    },
    opensAfterMs: 60 * MINUTE_MS,
  },
  OPS_CERTIFICATE_ENDING: {
    thresholds: { certificateDays: 14 },
    open: async (world) => {
      const { key: endpoint, target } = await world.endpoint();
      const look = (days: number) => {
        const checkedAtMs = world.clock.nowMs;
        const endsAtMs = checkedAtMs + days * DAY_MS;
        return world.store.keepCertificate({
          endpoint,
          target: target ?? '',
          checkedAtMs,
          endsAtMs,
        });
      };
      await look(13);
      return () => look(90);
    },
  },
  OPS_SOURCE_SILENT: {
    thresholds: { sourceSilentMs: 5 * MINUTE_MS },
    open: async (world) => {
      const note = await source(world);
      await note(true);
      return () => note(true);
    },
    opensAfterMs: 5 * MINUTE_MS,
  },
  OPS_SOURCE_REFUSED: {
    thresholds: { sourceRefused: 3 },
    open: async (world) => {
      const note = await source(world);
      await note(true);
      for (let n = 0; n < 3; n += 1) await note(false);
      return () => note(true);
    },
  },
  OPS_RUNS_FAILING: {
    thresholds: { runsFailed: 1 },
    open: async (world) => {
      await analyzer(world);
      await run(world, FAILED);
      return async () => {};
    },
    endsAfterMs: WINDOW_MS,
  },
  OPS_SCORES_LOW: {
    thresholds: { scoreBelow: 50 },
    open: async (world) => {
      await analyzer(world);
      for (const percentage of [10, 20, 30, 40, 50]) await run(world, scored(percentage));
      return async () => {
        for (let n = 0; n < 5; n += 1) await run(world, scored(100));
      };
    },
  },
};

describe('each alert', () => {
  for (const trigger of OPS_TRIGGERS) {
    test(`S17.4: ${trigger} opens, is sent, and recovers`, async (t) => {
      const { thresholds, startMs, open, opensAfterMs = 0, endsAfterMs = 0 } = CASES[trigger];
      const { world, rounds, events, alerts } = await watched(t, thresholds, startMs);
      await rounds(EVERY_MS);
      assert.deepEqual(events, []);
      const end = await open(world);
      await rounds(opensAfterMs + 2 * EVERY_MS);
      assert.deepEqual(events, [`alert.opened ${trigger}`]);
      assert.deepEqual(await alerts(), [[trigger, 'opened', false]]);
      await end();
      await rounds(endsAfterMs + RECOVER_MS + 3 * EVERY_MS);
      assert.deepEqual(events, [`alert.opened ${trigger}`, `alert.recovered ${trigger}`]);
      assert.deepEqual(await alerts(), [[trigger, 'recovered', true]]);
    });
  }
});

async function watched(t: TestContext, thresholds: Partial<AlertSettings>, startMs = START_MS) {
  const bench = await benchOf(openOn(false));
  const world: World = Object.assign(bench, { freeBytes: 2 ** 40 });
  const clock = new ManualClock(startMs);
  world.clock.nowMs = startMs;
  const { store, project } = bench;
  const present = await store.project(project);
  assert.ok(present !== null);
  const alertsOf = { ...OFF, windowMs: WINDOW_MS, recoverAfterMs: RECOVER_MS, ...thresholds };
  const settings = { ...present, alerts: alertsOf };
  await store.updateProject({ key: project, name: present.name, settings, audit: bench.audit() });
  const faulty = new FaultyStore(store);
  const events: string[] = [];
  const watch = createAlertWatch({
    store: faulty.store,
    clock,
    emit: (event) =>
      events.push('trigger' in event ? `${event.name} ${event.trigger}` : event.name),
    holder: 'process-1',
    alone: true,
    everyMs: EVERY_MS,
    freeBytes: async () => world.freeBytes,
    mails: false,
    publicUrl: null,
    onTold: () => {},
  });
  watch.start();
  t.after(async () => {
    await watch.stop();
    await bench.close();
  });
  return {
    world,
    events,
    rounds: async (forMs: number) => {
      await clock.advance(forMs, () => faulty.quiet());
      world.clock.nowMs = clock.wallMs();
    },
    alerts: async () => {
      const filter = { open: null, endpoint: null, trigger: null };
      const found = await store.alerts({ projectKey: project, filter, beforeKey: null, limit: 9 });
      return found.map(({ trigger, told, recoveredAtMs }) => [
        trigger,
        told,
        recoveredAtMs !== null,
      ]);
    },
  };
}

/** Every alert that can be switched off is off. */
const OFF: AlertSettings = {
  ...ALERT_DEFAULTS,
  failures: null,
  givenUp: null,
  laneAgeMs: null,
  backlog: null,
  diskFreeBytes: null,
  retentionBehindMs: null,
  certificateDays: null,
  sourceSilentMs: null,
  sourceRefused: null,
  runsFailed: null,
  scoreBelow: null,
};

async function heads(world: World, calls: number) {
  const { key } = await world.endpoint();
  for (let n = 0; n < calls; n += 1) await world.heads(`call_${n}`, 'CALLING');
  return world.ready(key);
}

async function deliverAll(world: World): Promise<void> {
  for (const { endpoint } of await world.all()) {
    for (const head of await world.ready(endpoint)) await world.delivered(head);
  }
}

/** Returns a function whose attempt makes the endpoint healthy. */
async function unhealthy(world: World, changes: Partial<EndpointHealth>) {
  const [head] = await heads(world, 1);
  assert.ok(head !== undefined);
  await world.retrying(head, 5_000, { ...HEALTHY, failingSinceMs: START_MS, ...changes });
  return async () => {
    const [again] = await retries(world, head.endpoint);
    assert.ok(again !== undefined);
    const next = { state: 'delivered', atMs: world.clock.nowMs, failures: again.failures } as const;
    await world.land(again, 'delivered', next, HEALTHY);
  };
}

async function retries({ store }: World, endpoint: EndpointKey) {
  const asked = { endpoint, nowMs: FAR_MS, recoveredAtMs: null, held: false, limit: 10 };
  return (await store.readyHeads(asked)).heads;
}

/** Returns a function that stores a request; `proven`: whether its signature was right. */
async function source(world: World) {
  const { store, project, clock } = world;
  const made = { name: 'PBX', adapter: 'twilio', secret: 'sealed', publicUrl: null };
  const { key } = await store.createSource({
    projectKey: project,
    source: made,
    audit: world.audit(),
  });
  return (proven: boolean) => {
    clock.nowMs += 1;
    const request = { atMs: clock.nowMs, result: 'as it came', body: '', proven };
    return store.noteSourceRequests({ key, requests: [request] });
  };
}

let calls = 0;

async function run(world: World, end: typeof FAILED): Promise<void> {
  calls += 1;
  await waiting(world, `run_${calls}`);
  const { key, claim } = await claimOne(world);
  await world.store.finishRun({ run: key, claim, end, nowMs: world.clock.nowMs });
}

function scored(percentage: number): typeof FAILED {
  const of = { scorecardId: 'sc_1', revision: 1, passed: false, criteria: [] };
  return { ...SUCCEEDED, evaluation: { ...of, percentage } };
}
