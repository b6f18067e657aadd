/**
 * Two processes at work on the same calls at once: reports, attempts, manual changes and retention
 * in no order. No operation fails, every lane stays whole, the counts equal the rows.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { LanePosition } from '../../../src/engine/ports/manage-store.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { reopenedBy } from '../bulk-given.ts';
import { Bench, epochOf, HandClock, START_MS } from '../given.ts';

const ROUNDS = 40;
const CALLS = 4;
const ERRORS = { errors: [{ code: 'INTERNAL_ERROR', message: null, atMs: null }] } as const;

/** A fixed sequence of choices; which of two comes first is up to the server. */
function chooser(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
}

/** A report of errors only: it fires in any state of the call, so lanes grow long. */
async function report(bench: Bench, choose: (most: number) => number): Promise<void> {
  const receipt = await bench.report(`call_${choose(CALLS)}`, null, ERRORS);
  assert.equal(receipt.kind, 'accepted');
}

async function land(bench: Bench, endpoint: Parameters<Bench['ready']>[0], choose: Choose) {
  const heads = await bench.ready(endpoint);
  const landed = heads.map((head) => {
    const how = choose(4);
    if (how === 0) return bench.retrying(head);
    return how === 1 ? bench.exhausted(head) : bench.delivered(head);
  });
  const kinds = (await Promise.all(landed)).map(({ kind }) => kind);
  assert.ok(kinds.every((kind) => kind !== 'fenced'));
}

type Choose = (most: number) => number;

async function change(bench: Bench, endpoint: Parameters<Bench['ready']>[0], choose: Choose) {
  const { store, project, clock } = bench;
  const rows = await bench.all();
  const row = rows[choose(Math.max(1, rows.length))];
  const states = ['exhausted', 'cancelled'] as const;
  const start: LanePosition | null = null;
  switch (choose(5)) {
    case 0:
      await store.cancelOpen({
        endpoint,
        scope: { kind: 'all-but-newest' },
        nowMs: clock.nowMs,
        after: start,
        limit: 5,
      });
      return;
    case 1:
      await reopenedBy(store, project, {
        action: 'retry',
        filter: { endpoints: [endpoint], states },
        nowMs: clock.nowMs,
        limit: 5,
      });
      return;
    case 2:
      await store.removeExpired({ nowMs: clock.nowMs, limit: 1_000 });
      return;
    default:
      if (row === undefined) return;
      if (choose(2) === 0)
        await store.retryDelivery({
          projectKey: project,
          key: row.key,
          nowMs: clock.nowMs,
          audit: bench.audit(),
        });
      else
        await store.cancelDelivery({
          projectKey: project,
          key: row.key,
          nowMs: clock.nowMs,
          audit: bench.audit(),
        });
  }
}

describe('two processes on the same calls', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.close());

  for (const seed of [1, 2, 3]) {
    test(`every lane stays whole and the counts add up: ${seed}`, async () => {
      const url = await server.newDatabase();
      const clock = new HandClock();
      const open = (workerName: string) => openPostgresStore({ url, clock, workerName });
      const [one, other] = await Promise.all([open('one'), open('other')]);
      const { key } = await one.ensureProject({
        name: 'default',
        settings: PROJECT_DEFAULTS,
        nowMs: START_MS,
      });
      const benches = [new Bench(one, clock, key), new Bench(other, clock, key)] as const;
      benches[0].epoch = await epochOf(one);
      const { key: endpoint } = await benches[0].endpoint();
      const choose = chooser(seed);
      for (let round = 0; round < ROUNDS; round += 1) {
        clock.nowMs += 1;
        await Promise.all([
          ...benches.flatMap((bench) => [report(bench, choose), report(bench, choose)]),
          ...benches.map((bench) => change(bench, endpoint, choose)),
          land(benches[0], endpoint, choose),
        ]);
        assert.deepEqual(await benches[0].faults(), [], `round ${round}`);
      }
      const rows = await benches[1].all();
      const lanes = Map.groupBy(rows, (row) => row.callKey);
      for (const lane of lanes.values()) {
        const sequences = lane.map(({ sequence }) => sequence).sort((a, b) => a - b);
        assert.deepEqual(
          sequences,
          sequences.map((_, index) => index + 1),
        );
      }
      const openRows = rows.filter(({ closedAtMs }) => closedAtMs === null).length;
      const stats = await other.stats({
        projectKey: key,
        endpoint: null,
        fromMs: START_MS,
        toMs: START_MS + 60_000,
        stepMs: 60_000,
      });
      assert.equal(stats.backlog, openRows);
      assert.equal(stats.steps.at(0)?.made, rows.length);
      await Promise.all([one.close(), other.close()]);
    });
  }
});
