/**
 * Plays one lane with everything real except the time of the engine: store, intake, dispatcher, the
 * channel under test and its receiver. The first attempt fails, so that the order is at stake.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { OPEN_STATES, type StoredState } from '../../../src/core/delivery/state.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { createDispatcher } from '../../../src/engine/dispatch/dispatcher.ts';
import { createIntake } from '../../../src/engine/intake.ts';
import type { EngineEvent } from '../../../src/engine/ports/emit.ts';
import { StalenessClock } from '../../../src/engine/staleness-clock.ts';
import { createObserver } from '../../../src/observe/events.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { FaultyStore } from '../../engine/faulty-store.ts';
import { ManualClock } from '../../engine/manual-clock.ts';
import { meterOf } from '../../support/meter.ts';
import { migratedDirectory } from '../../support/migrated-directory.ts';
import { Arrivals, type ChannelUnderTest, type OpenedChannel } from './channel-under-test.ts';
import { FIRED_AT_MS } from './firing.ts';

type AttemptEnded = Extract<EngineEvent, { readonly name: 'attempt.ended' }>;

const STATUSES = ['CALLING', 'CLOSING', 'COMPLETED'] as const;
const TRIGGERS = STATUSES.map((status) => `OUTBOUND_CALL_${status}` as const);
/** More attempts are a fault: the first delivery takes two. */
const ATTEMPTS_MAX = 2 * STATUSES.length;
/** Longer than the delay of a retry and the pacing of any kind. */
const STEP_MS = 10_000;

export interface PlayedLane {
  /** The attempts in order; `delivery` counts the deliveries of the lane from 1. */
  readonly attempts: readonly { readonly delivery: number; readonly outcome: string }[];
  /** The log lines and stored rows of the service about the lane. */
  readonly traces: string;
}

export async function playLane<Answer>(
  test: TestContext,
  described: ChannelUnderTest<Answer>,
  opened: OpenedChannel<Answer>,
): Promise<PlayedLane> {
  const { channel, endpoint } = opened;
  const clock = new ManualClock(FIRED_AT_MS);
  const directory = migratedDirectory('ringpost-conformance-');
  const faulty = new FaultyStore(await openSqliteStore({ directory, threads: false }));
  const { store } = faulty;
  const lines: string[] = [];
  const ended = new Arrivals<AttemptEnded>();
  const emit = observer(lines, ended);
  const dispatcher = createDispatcher({
    store,
    clock,
    emit,
    random: { fraction: () => 0 },
    channels: new Map([[endpoint.kind, channel]]),
  });
  test.after(async () => {
    await dispatcher.stop();
    await store.close();
    rmSync(directory, { recursive: true });
  });

  const { key: projectKey } = await store.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: FIRED_AT_MS,
  });
  const nothing = { target: null, before: null, after: null, requestId: null };
  await store.createEndpoint({
    projectKey,
    settings: { ...endpoint, triggers: TRIGGERS, retryScheduleMs: [1_000] },
    enabled: true,
    // The secrets of the endpoint are sealed for this creation time.
    audit: { atMs: endpoint.createdAtMs, actor: 'system', action: 'test.done', ...nothing },
  });
  await dispatcher.start();
  const intake = createIntake({ store, dispatcher, staleness: new StalenessClock(clock), emit });
  const facts = { callSid: null, clientId: null, errors: [], occurredAtMs: null, reportId: null };
  opened.answer(described.notNow);
  const receipts = await intake.accept(
    STATUSES.map((status) => ({
      projectKey,
      callId: 'call_1',
      receivedAtMs: FIRED_AT_MS,
      source: 'api',
      report: { ...facts, status, direction: 'OUTBOUND' },
    })),
  );
  for (const { kind } of receipts) assert.equal(kind, 'accepted');

  const all = { callId: null, endpoint: null, trigger: null, fromMs: null, toMs: null };
  const rowsOf = (states: readonly StoredState[]) =>
    store.deliveries({
      projectKey,
      filter: { ...all, states },
      beforeKey: null,
      limit: STATUSES.length,
      nowMs: FIRED_AT_MS,
    });
  for (let count = 1; (await rowsOf(OPEN_STATES)).length > 0; count += 1) {
    assert.ok(count <= ATTEMPTS_MAX, 'the lane comes to its end');
    await ended.reach(count);
    opened.answer(described.accept);
    await clock.advance(STEP_MS, () => faulty.quiet());
  }
  const rows = (await rowsOf([])).toReversed();
  const details = await Promise.all(rows.map(({ key }) => store.delivery({ projectKey, key })));
  return {
    attempts: ended.items.map(({ trigger, outcome }) => ({
      delivery: 1 + TRIGGERS.map(String).indexOf(trigger),
      outcome,
    })),
    traces: [...lines, JSON.stringify(details)].join('\n'),
  };
}

/** An observer that turns every event into log lines, as the service does. */
function observer(lines: string[], ended: Arrivals<AttemptEnded>): (event: EngineEvent) => void {
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => lines.push(line) });
  const observe = createObserver(log, meterOf(), () => 0);
  return (event) => {
    observe(event);
    if (event.name === 'attempt.ended') ended.push(event);
  };
}
