/**
 * Settling in sets has the same result as one by one: the same random history is played on an
 * embedded store and on PostgreSQL, and after every step both must return the same rows.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { HEALTHY } from '../../../../src/core/delivery/health.ts';
import type { ClosedState } from '../../../../src/core/delivery/state.ts';
import type { DisabledReason } from '../../../../src/core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../../../src/core/id.ts';
import type {
  Head,
  Settlement,
  SettleResult,
} from '../../../../src/engine/ports/dispatch-store.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import { type Bench, benchOf } from '../../given.ts';
import { openOn as openSqliteOn } from '../../sqlite/opened.ts';
import { ReusedStores } from '../opened.ts';

interface Landing {
  readonly pick: number;
  readonly outcome: ClosedState | 'retrying';
  readonly health: boolean;
  readonly disable: DisabledReason | null;
  /** The endpoint's revision when the history began, its present one, or none. */
  readonly revision: 'first' | 'present' | null;
  readonly attempted: boolean;
}

type Step =
  | { readonly do: 'report'; readonly call: number; readonly status: string | null }
  | { readonly do: 'take'; readonly picks: readonly number[] }
  | { readonly do: 'land'; readonly landings: readonly Landing[] }
  | { readonly do: 'retry' | 'cancel' | 'enable'; readonly pick: number }
  | { readonly do: 'retry-flying' | 'cancel-flying'; readonly pick: number };

const pick = fc.nat(40);
const landing: fc.Arbitrary<Landing> = fc.record({
  pick,
  outcome: fc.constantFrom('delivered', 'rejected', 'exhausted', 'retrying', 'retrying'),
  health: fc.boolean(),
  disable: fc.constantFrom<DisabledReason | null>(null, null, null, 'gone', 'failing'),
  revision: fc.constantFrom('first', 'present', null),
  attempted: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      call: fc.nat(3),
      status: fc.constantFrom('CALLING', 'CLOSING', 'COMPLETED', 'BUSY', null, null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      picks: fc.array(pick, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('land' as const),
      landings: fc.array(landing, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel-flying', 'cancel-flying', 'retry-flying'),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('retry', 'cancel', 'enable'), pick }),
  },
);
const sequence = fc.array(step, { minLength: 20, maxLength: 50, size: 'max' });

const ERRORS = { errors: [{ code: 'INTERNAL_ERROR', message: null, atMs: null }] } as const;

/** One of the two stores. Keys differ between them, so results are compared without keys. */
class Side {
  readonly #bench: Bench;
  readonly #endpoints: readonly EndpointKey[];
  readonly #revisions = new Map<EndpointKey, number>();
  readonly #flying = new Map<string, Head>();

  constructor(bench: Bench, endpoints: readonly EndpointKey[]) {
    this.#bench = bench;
    this.#endpoints = endpoints;
  }

  /** Returns the result of the step. */
  async play(one: Step): Promise<unknown> {
    const { store, clock, project } = this.#bench;
    clock.nowMs += 1_000;
    switch (one.do) {
      case 'report':
        await this.#bench.report(`call_${one.call}`, one.status, one.status === null ? ERRORS : {});
        return null;
      case 'take':
        return await this.#take(one.picks);
      case 'land':
        return await this.#land(one.landings);
      case 'enable': {
        const key = this.#endpoints[one.pick % this.#endpoints.length];
        assert.ok(key !== undefined);
        await store.setEnabled({
          projectKey: project,
          key,
          state: { enabled: true },
          audit: this.#bench.audit(),
        });
        return null;
      }
      default: {
        const rows = this.#sorted(await this.#bench.all(), (row) => row.endpoint);
        const flying = new Set([...this.#flying.values()].map(({ delivery }) => delivery));
        const some = one.do.endsWith('-flying') ? rows.filter(({ key }) => flying.has(key)) : rows;
        const row = some[one.pick % Math.max(1, some.length)];
        if (row === undefined) return null;
        const audit = this.#bench.audit();
        const { kind } = one.do.startsWith('retry')
          ? await store.retryDelivery({
              projectKey: project,
              key: row.key,
              nowMs: clock.nowMs,
              audit,
            })
          : await store.cancelDelivery({
              projectKey: project,
              key: row.key,
              nowMs: clock.nowMs,
              audit,
            });
        return kind;
      }
    }
  }

  async state(): Promise<unknown> {
    const { store, project, clock } = this.#bench;
    assert.deepEqual(await this.#bench.faults(), []);
    const rows = this.#sorted(await this.#bench.all(), (row) => row.endpoint);
    const details = await Promise.all(
      rows.map(({ key }) => store.delivery({ projectKey: project, key })),
    );
    const { nowMs } = clock;
    const stats = await store.stats({
      projectKey: project,
      endpoint: null,
      fromMs: nowMs - 3_600_000,
      toMs: nowMs + 60_000,
      stepMs: 60_000,
    });
    const endpoints = await store.endpoints({ projectKey: project, afterKey: null, limit: 10 });
    const audits = await store.audit({ projectKey: project, beforeKey: null, limit: 100 });
    return {
      details: details.map((detail) => this.#bare(detail)),
      heads: (await this.#heads()).map((head) => this.#bare(head)),
      stats: { ...stats, byEndpoint: null },
      endpoints: endpoints.map(({ enabled, disabledReason, disabledAtMs, revision }) => {
        return { enabled, disabledReason, disabledAtMs, revision };
      }),
      health: await store.healthOf({ projectKey: project, endpoints: this.#endpoints }),
      audits: audits.map(({ action, atMs }) => [action, atMs]),
    };
  }

  async #heads(): Promise<readonly Head[]> {
    const lists = await Promise.all(this.#endpoints.map((key) => this.#bench.ready(key)));
    return this.#sorted(lists.flat(), (head) => head.endpoint);
  }

  async #take(picks: readonly number[]): Promise<readonly unknown[]> {
    const heads = await this.#heads();
    return picks.map((position) => {
      const head = heads[position % Math.max(1, heads.length)];
      if (head === undefined) return null;
      const lane = `${this.#endpoints.indexOf(head.endpoint)}/${head.callId}`;
      if (!this.#flying.has(lane)) this.#flying.set(lane, head);
      return lane;
    });
  }

  async #land(landings: readonly Landing[]): Promise<readonly unknown[]> {
    for (const key of this.#endpoints) {
      const runtime = await this.#bench.store.runtime(key);
      if (!this.#revisions.has(key)) this.#revisions.set(key, runtime?.endpoint.revision ?? 0);
      this.#present.set(key, runtime?.endpoint.revision ?? 0);
    }
    const settlements: Settlement[] = [];
    for (const each of landings) {
      const flights = [...this.#flying].sort(([one], [other]) => (one < other ? -1 : 1));
      const flight = flights[each.pick % Math.max(1, flights.length)];
      if (flight === undefined) break;
      this.#flying.delete(flight[0]);
      settlements.push(this.#settlement(flight[1], each));
    }
    const results = await Promise.all(
      settlements.map((settlement) => this.#bench.store.settle(settlement)),
    );
    return results.map((result) => this.#told(result));
  }

  readonly #present = new Map<EndpointKey, number>();

  #settlement(head: Head, each: Landing): Settlement {
    const { nowMs } = this.#bench.clock;
    const failures = head.failures + 1;
    const revisions = each.revision === 'first' ? this.#revisions : this.#present;
    const { delivery, endpoint, call, projectKey, createdAtMs, manual } = head;
    return {
      epoch: this.#bench.epoch,
      delivery,
      endpoint,
      call,
      projectKey,
      createdAtMs,
      attempt: each.attempted
        ? {
            number: head.attempts + 1,
            startedAtMs: nowMs - 30,
            durationMs: 20,
            manual,
            outcome: each.outcome === 'delivered' ? 'delivered' : 'retryable',
            status: 500,
            error: null,
            excerpt: 'odd: {"a",\\ null}',
          }
        : null,
      next:
        each.outcome === 'retrying'
          ? { state: 'retrying', dueAtMs: nowMs + 5_000, failures }
          : { state: each.outcome, atMs: nowMs, failures },
      // A different value each time, to show whose health was stored.
      health: each.health ? { ...HEALTHY, holdUntilMs: nowMs + each.pick } : null,
      disable: each.disable,
      revision: each.revision === null ? null : (revisions.get(endpoint) ?? null),
    };
  }

  #told(result: SettleResult): unknown {
    if (result.kind === 'fenced' || result.promoted === null) return result;
    return { ...result, promoted: this.#bare(result.promoted) };
  }

  /** Without keys and the ids made of them. */
  #bare(value: object | null): unknown {
    const text = JSON.stringify(value, (name, each: unknown) =>
      /^(?:key|id|delivery|endpoint|call|callKey|firing|projectKey)$/.test(name) ? null : each,
    );
    return JSON.parse(text.replace(/"(?:dlv|ep|frg|call)_[0-9A-Za-z]{10,}"/g, 'null'));
  }

  #sorted<Row extends { readonly callId: string; readonly sequence: number }>(
    rows: readonly Row[],
    endpointOf: (row: Row) => EndpointKey,
  ): readonly Row[] {
    const place = (row: Row) =>
      `${row.callId}/${this.#endpoints.indexOf(endpointOf(row))}/${1_000 + row.sequence}`;
    return [...rows].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}

let server: PostgresServer;
let stores: ReusedStores;
before(async () => {
  server = await startPostgres();
  stores = new ReusedStores(server);
});
after(async () => {
  await stores.close();
  await server.close();
});

async function sideOn(bench: Bench): Promise<Side> {
  return new Side(bench, [(await bench.endpoint()).key, (await bench.endpoint()).key]);
}

test('the same history leaves the same on both stores, settled in batches', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const benches = [await benchOf(openSqliteOn(false)), await benchOf(stores.open)] as const;
      try {
        const sides = [await sideOn(benches[0]), await sideOn(benches[1])] as const;
        for (const [index, one] of steps.entries()) {
          const [embedded, postgres] = [await sides[0].play(one), await sides[1].play(one)];
          assert.deepEqual(postgres, embedded, JSON.stringify(one));
          if (index % 5 > 0 && index < steps.length - 1) continue;
          assert.deepEqual(await sides[1].state(), await sides[0].state(), JSON.stringify(one));
        }
      } finally {
        for (const bench of benches) await bench.close();
      }
    }),
    { numRuns: Number(process.env.RINGPOST_TEST_RUNS ?? 15) },
  );
});

test('in one batch, what follows the disabling of its endpoint is out of date', async () => {
  const bench = await benchOf(stores.open);
  const { key, revision } = await bench.endpoint();
  const heads = [await bench.heads('call_1', 'COMPLETED'), await bench.heads('call_2', 'BUSY')];
  const { epoch, clock } = bench;
  const settlements = heads.flat().map((head, index): Settlement => {
    const { delivery, endpoint, call, projectKey, createdAtMs } = head;
    const of = { delivery, endpoint, call, projectKey, createdAtMs };
    const next = { state: 'rejected', atMs: clock.nowMs, failures: 1 } as const;
    const health = index === 0 ? null : { ...HEALTHY, holdUntilMs: clock.nowMs };
    const disable = index === 0 ? 'gone' : null;
    return { epoch, ...of, attempt: null, next, health, disable, revision };
  });
  const results = await Promise.all(settlements.map((each) => bench.store.settle(each)));
  assert.deepEqual(
    results.map((result) => result.kind === 'settled' && result.disabled === true),
    [true, false],
  );
  assert.deepEqual(await bench.store.healthOf({ projectKey: bench.project, endpoints: [key] }), [
    HEALTHY,
  ]);
  await bench.close();
});
