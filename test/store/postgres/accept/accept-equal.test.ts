/**
 * Steps 2 to 6 on PostgreSQL compared with the embedded store: both get the same random streams of
 * reports, in batches and at once, while lanes are closed and endpoints changed. Every answer and
 * every readable row must be equal, keys included.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { asKey, type ProjectKey } from '../../../../src/core/id.ts';
import type { ReportItem } from '../../../../src/engine/ports/report-store.ts';
import type { Store } from '../../../../src/engine/ports/store.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import { DAY_MS, HandClock, NO_FILTER, reportOf, START_MS, settingsOf } from '../../given.ts';
import { openOn } from '../../sqlite/opened.ts';
import { EmptyDatabases } from '../opened.ts';
import { audit, ERRORS, item, openPostgres, PROJECTS, prepare } from './accept-given.ts';

const NOWHERE = asKey<ProjectKey>(99);

let server: PostgresServer;
let databases: EmptyDatabases;
before(async () => {
  server = await startPostgres();
  databases = new EmptyDatabases(server);
});
after(() => server.close());

const anyItem = fc
  .record({
    project: fc.constantFrom(...PROJECTS),
    callId: fc.constantFrom('call_1', 'call_2', 'call_3'),
    status: fc.constantFrom('RINGING', 'CALLING', 'CLOSING', 'COMPLETED', 'ERROR', 'BUSY', null),
    direction: fc.constantFrom('OUTBOUND' as const, 'OUTBOUND' as const, 'INBOUND' as const, null),
    reportId: fc.constantFrom(null, null, 'r1', 'r2'),
    errors: fc.constantFrom([], [], ERRORS),
    source: fc.constantFrom('api' as const, 'api' as const, 'api' as const, 'stale' as const),
    laterMs: fc.constantFrom(0, 0, -3_600_000, 60_000, 7 * DAY_MS),
  })
  .map(({ project, callId, source, laterMs, status, ...report }) => (nowMs: number): ReportItem => {
    const errors = status === null ? ERRORS : report.errors;
    const receivedAtMs = nowMs + laterMs;
    return {
      projectKey: project,
      callId,
      source,
      receivedAtMs,
      report: reportOf(status, { ...report, errors }),
    };
  });
const batch = fc.array(anyItem, { minLength: 1, maxLength: 12 });

type Step =
  | { readonly do: 'accept'; readonly batches: readonly ((nowMs: number) => ReportItem)[][] }
  | { readonly do: 'cancel' | 'retrigger' | 'delete'; readonly endpoint: number }
  | { readonly do: 'nowhere'; readonly batch: ((nowMs: number) => ReportItem)[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('accept' as const),
      batches: fc.array(batch, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel', 'cancel', 'cancel', 'retrigger', 'delete'),
      endpoint: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nowhere' as const), batch }) },
);

/** The answer of a store to one step, as plain data. */
async function take(store: Store, one: Step, nowMs: number): Promise<unknown> {
  switch (one.do) {
    case 'accept': {
      const asked = one.batches.map((items) => store.accept(items.map((made) => made(nowMs))));
      return (await Promise.allSettled(asked)).map(told);
    }
    case 'nowhere': {
      const items = one.batch.map((made) => made(nowMs));
      const asked = [items, [...items, item('call_1', 'CALLING', { projectKey: NOWHERE })], items];
      return (await Promise.allSettled(asked.map((each) => store.accept(each)))).map(told);
    }
    case 'cancel':
      return store.cancelOpen({
        endpoint: asKey(one.endpoint),
        scope: { kind: 'all' },
        nowMs,
        after: null,
        limit: 1_000,
      });
    case 'retrigger': {
      const settings = settingsOf({ triggers: ['CALL_LOG_CREATED'], contentKey: 'text' });
      const key = asKey<ProjectKey>(one.endpoint <= 2 ? 1 : 2);
      return store.updateEndpoint({
        projectKey: key,
        key: asKey(one.endpoint),
        settings,
        audit: audit(nowMs),
      });
    }
    case 'delete': {
      const key = asKey<ProjectKey>(one.endpoint <= 2 ? 1 : 2);
      return store.deleteEndpoint({
        projectKey: key,
        key: asKey(one.endpoint),
        audit: audit(nowMs),
      });
    }
  }
}

function told(result: PromiseSettledResult<unknown>): unknown {
  if (result.status === 'fulfilled') return result.value;
  const { reason } = result;
  return reason instanceof Error ? [reason.name, reason.message] : reason;
}

async function everything(store: Store, nowMs: number): Promise<unknown> {
  const found: unknown[] = [await store.staleCalls({ nowMs: nowMs + 100 * DAY_MS, limit: 100 })];
  for (const key of PROJECTS) {
    for (const callId of ['call_1', 'call_2', 'call_3']) {
      const timeline = await store.timeline({ projectKey: key, callId });
      // Which were fired, in no order.
      found.push({ ...timeline, firedTriggers: timeline?.firedTriggers.toSorted() });
    }
    found.push(
      await store.deliveries({
        projectKey: key,
        filter: NO_FILTER,
        beforeKey: null,
        limit: 1_000,
        nowMs,
      }),
    );
    const fromMs = START_MS - DAY_MS;
    found.push(
      await store.stats({
        projectKey: key,
        endpoint: null,
        fromMs,
        toMs: fromMs + 30 * DAY_MS,
        stepMs: DAY_MS,
      }),
    );
  }
  return found;
}

describe('accept on PostgreSQL and on SQLite', () => {
  test('random streams of reports have the same result on both stores', async () => {
    const steps = fc.array(step, { minLength: 3, maxLength: 16, size: 'max' });
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const clock = new HandClock();
        const [embedded, shared] = [
          await openOn(false)(clock),
          await openPostgres(databases, clock),
        ];
        try {
          for (const { store } of [embedded, shared]) await prepare(store);
          for (const one of taken) {
            clock.nowMs += 1_000;
            const expected = await take(embedded.store, one, clock.nowMs);
            assert.deepEqual(await take(shared.store, one, clock.nowMs), expected);
          }
          assert.deepEqual(
            await everything(shared.store, clock.nowMs),
            await everything(embedded.store, clock.nowMs),
          );
        } finally {
          await embedded.close();
          await shared.close();
        }
      }),
      { numRuns: 12 },
    );
  });
});
