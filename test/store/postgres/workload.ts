/**
 * Every request to a working store, each in a batch of its real size and with the cost that it may
 * have at most, however large the history: rows read, pages touched.
 */

import assert from 'node:assert/strict';
import type pg from 'pg';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import {
  asKey,
  type CallKey,
  type DeliveryKey,
  type EndpointKey,
  type ProjectKey,
} from '../../../src/core/id.ts';
import type { Head } from '../../../src/engine/ports/dispatch-store.ts';
import type { ReportItem } from '../../../src/engine/ports/report-store.ts';
import type { Store } from '../../../src/engine/ports/store.ts';
import { reopenedBy } from '../bulk-given.ts';
import { DAY_MS, epochOf, NO_FILTER, reportOf, START_MS } from '../given.ts';
import { audit } from './accept/accept-given.ts';
import { afterCallWork } from './acw-workload.ts';
import { CALLS, END_MS, ENDPOINTS } from './million.ts';
import type { Work } from './watched.ts';

const PROJECT = asKey<ProjectKey>(1);
/** `LARGE` has half of the history, `SMALL` is one of the others. */
const LARGE = asKey<EndpointKey>(1);
const SMALL = asKey<EndpointKey>(9);
/** Later than every row of the history. */
const NOW_MS = END_MS + DAY_MS;
/** Batch sizes of the engine. */
const BATCH = 200;
const WINDOW = 500;
const PAGE = 50;

/** `round` keeps the rows of two rounds apart. `client` sets the walk's place. */
export function allWork(store: Store, client: pg.Client, round: number): readonly Work[] {
  return [
    ...hotWork(store, round),
    ...listing(store),
    ...expiring(store, client),
    ...changing(store),
    ...afterCallWork(store, round),
  ];
}

/** The statements of the path of a report. */
function hotWork(store: Store, round: number): readonly Work[] {
  let epoch = 0;
  let heads: readonly Head[] = [];
  const own = async () => {
    epoch = await epochOf(store);
  };
  const take = async () => {
    heads = (await store.readyHeads(ready({}))).heads;
  };
  return [
    { name: 'shards are owned', rows: 500, pages: 1_000, run: own },
    ...accepting(store, round),
    { name: 'ready heads', rows: 2_000, pages: 8_000, run: take },
    ...reading(store),
    {
      name: 'heads are settled',
      rows: 8_000,
      pages: 50_000,
      run: () => settleAll(store, heads, epoch),
    },
  ];
}

function accepting(store: Store, round: number): readonly Work[] {
  // Every call of the history is as likely; one in four is new; one in two has an id.
  const items = Array.from({ length: BATCH }, (_, index): ReportItem => {
    const n = 1 + ((index * 7_919 + round * 101) % CALLS);
    const callId = index % 4 === 0 ? `new_${round}_${index}` : `call_${n}`;
    const reportId = index % 2 === 0 ? `r_${round}_${index}` : null;
    const report = reportOf(index % 4 === 0 ? 'CALLING' : null, {
      reportId,
      errors: index % 4 === 0 ? [] : [{ code: 'INTERNAL_ERROR', message: 'x', atMs: null }],
    });
    return { projectKey: PROJECT, callId, report, source: 'api', receivedAtMs: NOW_MS + index };
  });
  const accept = async () => {
    const receipts = await store.accept(items);
    assert.ok(receipts.every(({ kind }) => kind === 'accepted'));
  };
  return [
    { name: 'reports are accepted', rows: 3_000, pages: 10_000, run: accept },
    { name: 'reports are repeated', rows: 3_000, pages: 10_000, run: accept },
    {
      name: 'silent calls',
      rows: 1_000,
      pages: 1_000,
      run: () => store.staleCalls({ nowMs: NOW_MS, limit: 100 }),
    },
  ];
}

function ready(changes: Partial<Parameters<Store['readyHeads']>[0]>) {
  const asked = { endpoint: LARGE, nowMs: NOW_MS, recoveredAtMs: null, held: false };
  return { ...asked, limit: WINDOW, ...changes };
}

function reading(store: Store): readonly Work[] {
  const recoveredAtMs = NOW_MS;
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  const few = { rows: 2_000, pages: 8_000 };
  return [
    {
      name: 'ready heads of a held endpoint',
      ...few,
      run: () => store.readyHeads(ready({ held: true })),
    },
    {
      name: 'ready heads after a recovery',
      ...few,
      run: () => store.readyHeads(ready({ nowMs: 0, recoveredAtMs })),
    },
    {
      name: 'ready heads when none is due',
      rows: 10,
      // Entries settled lately come first in the index, until the next vacuum.
      pages: 200,
      run: () => store.readyHeads(ready({ nowMs: 0 })),
    },
    {
      name: 'endpoints with heads',
      rows: 2 * ENDPOINTS,
      pages: 2_000,
      run: () => store.endpointsWithHeads(shards),
    },
    { name: 'an endpoint', rows: 10, pages: 20, run: () => store.runtime(LARGE) },
    {
      name: 'heads are dated anew',
      rows: 1_000,
      pages: 8_000,
      run: () => store.repairHeads({ endpoint: SMALL, nowMs: NOW_MS - 30 * DAY_MS, limit: 100 }),
    },
  ];
}

/** One in five fails; each brings the health of its endpoint. */
async function settleAll(store: Store, heads: readonly Head[], epoch: number): Promise<void> {
  assert.ok(heads.length > 20);
  const results = await Promise.all(
    heads.map((head, index) =>
      store.settle({
        epoch,
        delivery: head.delivery,
        endpoint: head.endpoint,
        call: head.call,
        projectKey: head.projectKey,
        createdAtMs: head.createdAtMs,
        attempt: {
          number: head.attempts + 1,
          startedAtMs: NOW_MS,
          durationMs: 5,
          error: null,
          outcome: index % 5 === 0 ? 'retryable' : 'delivered',
          status: 200,
          excerpt: null,
          manual: false,
        },
        next:
          index % 5 === 0
            ? { state: 'retrying', dueAtMs: NOW_MS + DAY_MS, failures: head.failures + 1 }
            : { state: 'delivered', atMs: NOW_MS, failures: head.failures },
        health: HEALTHY,
        disable: null,
        revision: 1,
      }),
    ),
  );
  assert.ok(results.every(({ kind }) => kind === 'settled'));
}

function listing(store: Store): readonly Work[] {
  const page = { rows: 20 * PAGE, pages: 4_000 };
  const deliveries = (
    name: string,
    filter: Partial<typeof NO_FILTER>,
    before: number | null = null,
  ): Work => ({
    name: `deliveries: ${name}`,
    ...page,
    run: () =>
      store.deliveries({
        projectKey: PROJECT,
        filter: { ...NO_FILTER, ...filter },
        beforeKey: before === null ? null : asKey<DeliveryKey>(before),
        limit: PAGE,
        nowMs: NOW_MS,
      }),
  });
  const calls = (name: string, before: number | null, direction: 'OUTBOUND' | null): Work => ({
    name: `calls: ${name}`,
    ...page,
    run: () =>
      store.calls({
        projectKey: PROJECT,
        filter: { direction, fromMs: null, toMs: null },
        beforeKey: before === null ? null : asKey<CallKey>(before),
        limit: PAGE,
      }),
  });
  const stats = (name: string, endpoint: EndpointKey | null, rows: number): Work => ({
    name,
    rows,
    pages: 2 * rows,
    run: () =>
      store.stats({
        projectKey: PROJECT,
        endpoint,
        fromMs: START_MS,
        toMs: START_MS + 100 * 60_000,
        stepMs: 3_600_000,
      }),
  });
  return [
    deliveries('the newest', {}),
    deliveries('a page in the middle', {}, CALLS * 5),
    deliveries('of a call', { callId: 'call_77' }),
    deliveries('of an endpoint', { endpoint: LARGE }),
    deliveries('of an endpoint, in the middle', { endpoint: SMALL }, CALLS * 5),
    deliveries('given up', { states: ['exhausted'] }),
    deliveries('open', { states: ['due', 'retrying', 'waiting', 'held'] }),
    deliveries('from a time', { fromMs: END_MS - DAY_MS, toMs: END_MS }),
    calls('the newest', null, null),
    calls('a page in the middle', CALLS / 2, 'OUTBOUND'),
    {
      name: 'a call',
      rows: 10,
      pages: 20,
      run: () => store.call({ projectKey: PROJECT, callId: 'call_77' }),
    },
    {
      name: 'a timeline',
      ...page,
      run: () => store.timeline({ projectKey: PROJECT, callId: 'call_77' }),
    },
    {
      name: 'a delivery',
      ...page,
      run: () => store.delivery({ projectKey: PROJECT, key: asKey<DeliveryKey>(CALLS * 5) }),
    },
    {
      name: 'the audit trail',
      ...page,
      run: () => store.audit({ projectKey: PROJECT, beforeKey: null, limit: PAGE }),
    },
    // The age of the oldest open delivery is read from all heads of the endpoint.
    stats('the figures of an endpoint', LARGE, CALLS / 5),
    stats('the figures of a project', null, 70_000),
  ];
}

function expiring(store: Store, client: pg.Client): readonly Work[] {
  const steps = ['deliveries', 'firings', 'calls', 'the audit trail', 'figures', 'runs', 'logs'];
  return steps.map((name, step) => ({
    name: `retention of ${name}`,
    rows: 5_000,
    pages: 20_000,
    run: async () => {
      await client.query(
        `insert into meta (name, value) values ('retention', $1)
          on conflict (name) do update set value = excluded.value`,
        [JSON.stringify({ step, afterKey: 0 })],
      );
      await store.removeExpired({ nowMs: END_MS + 400 * DAY_MS, limit: 500 });
    },
  }));
}

function changing(store: Store): readonly Work[] {
  const some = { rows: 20_000, pages: 60_000 };
  const nowMs = NOW_MS;
  return [
    {
      name: 'open ones are cancelled',
      ...some,
      run: () =>
        store.cancelOpen({
          endpoint: LARGE,
          scope: { kind: 'all' },
          nowMs,
          after: null,
          limit: 100,
        }),
    },
    {
      name: 'those given up are reopened',
      ...some,
      run: () =>
        reopenedBy(store, PROJECT, {
          action: 'recover',
          nowMs,
          limit: 100,
          stepsMax: 1,
          filter: { endpoints: [SMALL], states: ['exhausted', 'cancelled'] },
        }),
    },
    {
      name: 'one is sent again',
      rows: 100,
      pages: 200,
      run: () =>
        store.retryDelivery({
          projectKey: PROJECT,
          key: asKey<DeliveryKey>(CALLS * 5),
          nowMs,
          audit: audit(nowMs),
        }),
    },
  ];
}
