/**
 * Random operations on any store against a small model: which deliveries are open, how the others
 * ended, how often each was tried. After every run a scan of all rows must agree with it, every
 * lane must keep its invariant, and the readable heads must be exactly the lowest open ones.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ClosedState } from '../../../src/core/delivery/state.ts';
import type { EndpointSettings } from '../../../src/core/endpoint/endpoint.ts';
import type { DeliveryKey, EndpointKey } from '../../../src/core/id.ts';
import type { Head } from '../../../src/engine/ports/dispatch-store.ts';
import type { CancelScope, LanePosition } from '../../../src/engine/ports/manage-store.ts';
import { GIVEN_UP, reopenedBy } from '../bulk-given.ts';
import { type Bench, benchOf, FAR_MS, type OpenStore, settingsOf } from '../given.ts';

type Step =
  | { readonly do: 'report'; readonly call: number; readonly status: string | null }
  | { readonly do: 'take' | 'retry' | 'cancel'; readonly pick: number }
  | { readonly do: 'land'; readonly pick: number; readonly outcome: ClosedState | 'retrying' }
  | { readonly do: 'reopen'; readonly mode: 'retry' | 'recover'; readonly limit: number }
  | { readonly do: 'cancel-open'; readonly scope: CancelScope };

const ERRORS = { errors: [{ code: 'INTERNAL_ERROR', message: null, atMs: null }] } as const;

const pick = fc.nat(40);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      call: fc.nat(2),
      // Null: a report of errors only, which fires in any state, so a lane can grow long.
      status: fc.constantFrom('CALLING', 'CLOSING', 'COMPLETED', 'BUSY', null, null),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('take' as const), pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('land' as const),
      pick,
      outcome: fc.constantFrom('delivered', 'rejected', 'exhausted', 'blocked', 'retrying'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('retry', 'retry', 'cancel'), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reopen' as const),
      mode: fc.constantFrom('retry', 'recover'),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cancel-open' as const),
      scope: fc.constantFrom<CancelScope>(
        { kind: 'all' },
        { kind: 'all-but-newest' },
        { kind: 'unticked' },
      ),
    }),
  },
);

/** Long sequences by default: a lane needs several steps to break. */
const sequence = fc.array(step, { minLength: 30, maxLength: 80, size: 'max' });

export function randomConformance(open: OpenStore, runs: number): void {
  describe('random operations', () => {
    test('every sequence leaves what the model says', async () => {
      await fc.assert(
        fc.asyncProperty(sequence, async (steps) => {
          const bench = await benchOf(open);
          try {
            const run = new Run(bench, (await bench.endpoint()).key);
            for (const one of steps) {
              await run.take(one);
              assert.deepEqual(await bench.faults(), [], JSON.stringify(one));
            }
            await run.check();
          } finally {
            await bench.close();
          }
        }),
        { numRuns: runs },
      );
    });
  });
}

interface Known {
  state: 'open' | ClosedState;
  /** How the delivery was closed before it was reopened for one manual attempt. */
  resume: ClosedState | null;
  attempts: number;
  readonly trigger: string;
  readonly lane: number;
}

class Run {
  readonly #bench: Bench;
  readonly #endpoint: EndpointKey;
  readonly #known = new Map<DeliveryKey, Known>();
  /** At most one attempt in flight per lane, as in the dispatcher. */
  readonly #flying = new Map<number, Head>();

  constructor(bench: Bench, endpoint: EndpointKey) {
    this.#bench = bench;
    this.#endpoint = endpoint;
  }

  async take(one: Step): Promise<void> {
    const { store, project, clock } = this.#bench;
    clock.nowMs += 1;
    switch (one.do) {
      case 'report':
        await this.#bench.report(`call_${one.call}`, one.status, one.status === null ? ERRORS : {});
        await this.#learn();
        return;
      case 'take': {
        const ready = await this.#bench.ready(this.#endpoint);
        const head = ready[one.pick % Math.max(1, ready.length)];
        if (head !== undefined && !this.#flying.has(head.call)) this.#flying.set(head.call, head);
        return;
      }
      case 'land':
        await this.#land(one.pick, one.outcome);
        return;
      case 'retry': {
        const [key, known] = this.#nth(one.pick);
        if (key === null) return;
        const change = await store.retryDelivery({
          projectKey: project,
          key,
          nowMs: clock.nowMs,
          audit: this.#bench.audit(),
        });
        if (change.kind !== 'changed') assert.equal(known.state, 'open');
        else if (known.state !== 'open') openAgain(known, 'retry');
        return;
      }
      case 'cancel': {
        const [key, known] = this.#nth(one.pick);
        if (key === null) return;
        const change = await store.cancelDelivery({
          projectKey: project,
          key,
          nowMs: clock.nowMs,
          audit: this.#bench.audit(),
        });
        assert.equal(change.kind, known.state === 'open' ? 'changed' : 'wrong-state');
        if (known.state === 'open') cancelled(known);
        return;
      }
      case 'reopen':
        await this.#reopen(one.mode, one.limit);
        return;
      case 'cancel-open':
        await this.#cancelOpen(one.scope);
    }
  }

  async check(): Promise<void> {
    const rows = await this.#bench.all();
    assert.deepEqual(await this.#bench.faults(), []);
    assert.equal(rows.length, this.#known.size);
    for (const row of rows) {
      const known = this.#known.get(row.key);
      const state = row.closedAtMs === null ? 'open' : row.state;
      assert.deepEqual([state, row.attempts], [known?.state, known?.attempts]);
      const detail = await this.#bench.store.delivery({
        projectKey: this.#bench.project,
        key: row.key,
      });
      const numbers = detail?.attemptList.map(({ number }) => number);
      assert.deepEqual(
        numbers,
        Array.from({ length: row.attempts }, (_, index) => index + 1),
      );
    }
    const open = rows.filter(({ closedAtMs }) => closedAtMs === null);
    const lowest = [...Map.groupBy(open, ({ callKey }) => callKey).values()].map(
      ([first]) => first?.key,
    );
    const ready = (await this.#bench.ready(this.#endpoint)).map(({ delivery }) => delivery);
    assert.deepEqual(new Set(ready), new Set(lowest));
    const { nowMs } = this.#bench.clock;
    const stats = await this.#bench.store.stats({
      projectKey: this.#bench.project,
      endpoint: null,
      fromMs: nowMs,
      toMs: nowMs + 1,
      stepMs: 60_000,
    });
    assert.equal(stats.backlog, open.length);
    const oldest = open.length === 0 ? null : Math.min(...open.map((row) => row.createdAtMs));
    assert.equal(stats.oldestOpenAtMs, oldest);
  }

  async #learn(): Promise<void> {
    for (const row of await this.#bench.all()) {
      if (this.#known.has(row.key)) continue;
      const { trigger, callKey: lane } = row;
      this.#known.set(row.key, { state: 'open', resume: null, attempts: 0, trigger, lane });
    }
  }

  #nth(position: number): readonly [DeliveryKey, Known] | readonly [null, null] {
    const entries = [...this.#known];
    return entries[position % Math.max(1, entries.length)] ?? [null, null];
  }

  async #land(position: number, outcome: ClosedState | 'retrying'): Promise<void> {
    const flights = [...this.#flying];
    const flight = flights[position % Math.max(1, flights.length)];
    if (flight === undefined) return;
    const [lane, head] = flight;
    this.#flying.delete(lane);
    const known = this.#known.get(head.delivery);
    assert.ok(known);
    const { nowMs } = this.#bench.clock;
    const failures = head.failures + 1;
    const result = await this.#bench.land(
      head,
      outcome === 'delivered' ? 'delivered' : 'retryable',
      outcome === 'retrying'
        ? { state: 'retrying', dueAtMs: nowMs + 5_000, failures }
        : { state: outcome, atMs: nowMs, failures },
    );
    known.attempts += 1;
    const isOlder = known.resume !== null && !head.manual && outcome !== 'delivered';
    const kind = isOlder ? 'reopened' : 'settled';
    assert.equal(result.kind, known.state === 'open' ? kind : 'closed');
    if (result.kind !== 'settled') return;
    known.resume = null;
    if (outcome !== 'retrying') known.state = outcome;
  }

  async #reopen(action: 'retry' | 'recover', limit: number): Promise<void> {
    const { store, project } = this.#bench;
    const filter = { endpoints: [this.#endpoint] };
    await reopenedBy(store, project, { action, filter, nowMs: FAR_MS, limit });
    for (const known of this.#known.values()) {
      if (GIVEN_UP.states.some((state) => state === known.state)) openAgain(known, action);
    }
  }

  async #cancelOpen(scope: CancelScope): Promise<void> {
    const tick = (triggers: Partial<EndpointSettings>) =>
      this.#bench.store.updateEndpoint({
        projectKey: this.#bench.project,
        key: this.#endpoint,
        settings: settingsOf(triggers),
        audit: this.#bench.audit(),
      });
    if (scope.kind === 'unticked') await tick({ triggers: ['CALL_LOG_CREATED'] });
    let after: LanePosition | null = null;
    for (;;) {
      const { store, clock } = this.#bench;
      const batch: Awaited<ReturnType<typeof store.cancelOpen>> = await store.cancelOpen({
        endpoint: this.#endpoint,
        scope,
        nowMs: clock.nowMs,
        after,
        limit: 3,
      });
      after = batch.last;
      if (!batch.more) break;
    }
    if (scope.kind === 'unticked') await tick({});
    const open = [...this.#known.values()].filter(({ state }) => state === 'open');
    for (const [index, known] of open.entries()) {
      const isNewest = !open.slice(index + 1).some(({ lane }) => lane === known.lane);
      if (scope.kind === 'all-but-newest' && isNewest) continue;
      if (scope.kind === 'unticked' && known.trigger === 'CALL_LOG_CREATED') continue;
      cancelled(known);
    }
  }
}

function openAgain(known: Known, mode: 'retry' | 'recover'): void {
  known.resume = mode === 'retry' && known.state !== 'open' ? known.state : null;
  known.state = 'open';
}

function cancelled(known: Known): void {
  known.state = known.resume ?? 'cancelled';
  known.resume = null;
}
