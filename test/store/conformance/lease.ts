/**
 * Leases in any store: one in a lane, only on heads, ended by exactly one settlement, and changed
 * by operators meanwhile.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HoldPhase } from '../../../src/core/delivery/health.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS } from '../../../src/core/endpoint/endpoint-defaults.ts';
import type { LeasedHead } from '../../../src/engine/ports/lease-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';

const LEASE_MS = 30_000;

export function leaseConformance(open: OpenStore): void {
  describe('leases', () => {
    test('S6.34: only heads are leased, one of each lane', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'COMPLETED');
      await bench.heads('call_2', 'CALLING');
      const taken = await take(bench, endpoint);
      assert.deepEqual(
        taken.map(({ head }) => [head.callId, head.sequence]),
        [
          ['call_1', 1],
          ['call_2', 1],
        ],
      );
      assert.deepEqual(
        taken.map(({ takenAtMs, untilMs }) => [takenAtMs, untilMs]),
        [
          [START_MS, START_MS + LEASE_MS],
          [START_MS, START_MS + LEASE_MS],
        ],
      );
      assert.deepEqual(await take(bench, endpoint), []);
      await bench.close();
    });

    test('S6.36: a settlement ends its lease, then the next head may be leased', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'COMPLETED');
      const [first] = await take(bench, endpoint);
      assert.ok(first);
      const settled = await settle(bench, first);
      assert.equal(settled.kind === 'settled' ? settled.promoted?.sequence : null, 2);
      assert.deepEqual(await settle(bench, first), { kind: 'fenced' });
      bench.clock.nowMs += 10;
      const [second] = await take(bench, endpoint);
      assert.equal(second?.head.sequence, 2);
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('S6.36: another token, delivery or endpoint settles nothing', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'COMPLETED');
      const [lease] = await take(bench, endpoint);
      assert.ok(lease);
      const wrong = { ...lease, token: 'x'.repeat(24) };
      assert.deepEqual(await settle(bench, wrong), { kind: 'fenced' });
      const other = { ...lease, head: { ...lease.head, delivery: first(lease.head.delivery + 1) } };
      assert.deepEqual(await settle(bench, other), { kind: 'fenced' });
      assert.equal((await bench.store.leasedMessages(asked(endpoint, [lease]))).length, 1);
      await bench.close();
    });

    test('S6.36: of two that settle one message at once, one does', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'CALLING');
      const [lease] = await take(bench, endpoint);
      assert.ok(lease);
      const results = await Promise.all([settle(bench, lease), settle(bench, lease)]);
      assert.deepEqual(results.map(({ kind }) => kind).sort(), ['fenced', 'settled']);
      await bench.close();
    });

    test('S6.34: consumers that ask at once never get the same lane', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      for (let call = 1; call <= 12; call += 1) await bench.heads(`call_${call}`, 'CALLING');
      const all = await Promise.all(
        Array.from({ length: 6 }, () => take(bench, endpoint, { max: 3 })),
      );
      const calls = all.flat().map(({ head }) => head.callId);
      assert.equal(calls.length, 12);
      assert.equal(new Set(calls).size, 12);
      await bench.close();
    });

    test('S6.34: an endpoint has at most as many leases as its concurrency', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      for (let call = 1; call <= 5; call += 1) await bench.heads(`call_${call}`, 'CALLING');
      assert.equal((await take(bench, endpoint, { leasesMax: 3 })).length, 3);
      assert.equal((await take(bench, endpoint, { leasesMax: 3 })).length, 0);
      assert.equal((await take(bench, endpoint, { leasesMax: 4 })).length, 1);
      await bench.close();
    });

    test('S6.39: a returned message has no attempt and may be leased again', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'CALLING');
      const [lease] = await take(bench, endpoint);
      assert.ok(lease);
      const wanted = asked(endpoint, [lease]);
      assert.deepEqual(await bench.store.dropLeases(wanted), [lease.token]);
      assert.deepEqual(await bench.store.dropLeases(wanted), []);
      const [again] = await take(bench, endpoint);
      assert.equal(again?.head.delivery, lease.head.delivery);
      assert.equal(again?.head.attempts, 0);
      await bench.close();
    });

    test('S6.38: expired leases are listed, the oldest first', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'CALLING');
      const [first] = await take(bench, endpoint);
      bench.clock.nowMs += 1_000;
      await bench.heads('call_2', 'CALLING');
      const [second] = await take(bench, endpoint);
      assert.ok(first && second);
      const at = (nowMs: number) => bench.store.lapsedLeases({ nowMs, limit: 10 });
      const none = await at(first.untilMs - 1);
      assert.deepEqual(none, { leased: [], orphans: [], nextAtMs: first.untilMs });
      const one = await at(first.untilMs);
      assert.deepEqual(one.leased, [first]);
      assert.equal(one.nextAtMs, second.untilMs);
      assert.deepEqual((await at(second.untilMs)).leased, [first, second]);
      // The clock went back by far: their leases would last too long.
      assert.equal((await at(START_MS - 600_000)).leased.length, 2);
      await bench.store.deleteCall({
        projectKey: bench.project,
        callId: 'call_1',
        nowMs: bench.clock.nowMs,
        audit: bench.audit(),
      });
      const left = await at(second.untilMs);
      assert.deepEqual(left.leased, [second]);
      assert.deepEqual(left.orphans, [first.token]);
      assert.equal((await settle(bench, first)).kind, 'closed');
      await bench.close();
    });

    test('S6.36: a message cancelled meanwhile stays cancelled; its lease ends', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'COMPLETED');
      const [lease] = await take(bench, endpoint);
      assert.ok(lease);
      const { delivery: key } = lease.head;
      const projectKey = bench.project;
      await bench.store.cancelDelivery({
        projectKey,
        key,
        nowMs: START_MS + 1,
        audit: bench.audit(),
      });
      assert.deepEqual(await take(bench, endpoint), []);
      const lane = { endpoint: endpoint.key, call: lease.head.call };
      assert.equal((await bench.store.laneLease(lane))?.delivery, key);
      const settled = await settle(bench, lease);
      assert.equal(settled.kind, 'closed');
      assert.equal(await bench.store.laneLease(lane), null);
      bench.clock.nowMs += 10;
      const [next] = await take(bench, endpoint);
      assert.equal(next?.head.sequence, 2);
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('S6.16: on hold only retries are leased; a probe is one first attempt', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'CALLING');
      await bench.heads('call_2', 'CALLING');
      await bench.heads('call_3', 'CALLING');
      const [first] = await take(bench, endpoint, { max: 1 });
      assert.ok(first);
      await settle(bench, first, { retryAtMs: START_MS + 5_000 });
      const phase = (name: HoldPhase, nowMs = START_MS) => ({ phase: name, nowMs });
      assert.deepEqual(await take(bench, endpoint, phase('held')), []);
      const [retry] = await take(bench, endpoint, phase('held', START_MS + 5_000));
      assert.equal(retry?.head.callId, 'call_1');
      assert.deepEqual(await take(bench, endpoint, phase('probe')), [], 'a lease is out');
      assert.ok(retry);
      await settle(bench, retry);
      assert.equal((await take(bench, endpoint, phase('probe'))).length, 1);
      assert.deepEqual(await take(bench, endpoint, phase('probe')), []);
      await bench.close();
    });

    test('S6.18: after a recovery retries need not wait for their due time', async () => {
      const bench = await benchOf(open);
      const endpoint = await pulled(bench);
      await bench.heads('call_1', 'CALLING');
      const [first] = await take(bench, endpoint);
      assert.ok(first);
      await settle(bench, first, { retryAtMs: START_MS + 600_000 });
      assert.deepEqual(await take(bench, endpoint), []);
      const taken = await take(bench, endpoint, { recoveredAtMs: START_MS + 1 });
      assert.equal(taken[0]?.head.state, 'retrying');
      await bench.close();
    });
  });
}

let tokensMade = 0;

function newToken(): string {
  tokensMade += 1;
  return `token-of-a-lease-${tokensMade}`;
}

/** A key in the form that the store returns. */
function first(key: number): LeasedHead['head']['delivery'] {
  // The test needs a key that is not in the lane.
  return key as LeasedHead['head']['delivery'];
}

function pulled(bench: Bench): Promise<Endpoint> {
  return bench.endpoint({ kind: 'pull', target: null, pacing: PACING_DEFAULTS.pull });
}

interface Wish {
  readonly max?: number;
  readonly leasesMax?: number;
  readonly phase?: HoldPhase;
  readonly nowMs?: number;
  readonly recoveredAtMs?: number;
}

async function take(
  bench: Bench,
  { key: endpoint }: Endpoint,
  { max = 10, leasesMax = 100, phase = 'open', nowMs, recoveredAtMs }: Wish = {},
): Promise<readonly LeasedHead[]> {
  const atMs = nowMs ?? bench.clock.nowMs;
  const tokens = Array.from({ length: max }, () => newToken());
  const { taken } = await bench.store.takeMessages({
    endpoint,
    nowMs: atMs,
    untilMs: atMs + LEASE_MS,
    phase,
    recoveredAtMs: recoveredAtMs ?? null,
    leasesMax,
    tokens,
  });
  return taken;
}

function asked({ key: endpoint }: Endpoint, leases: readonly LeasedHead[]) {
  return { endpoint, tokens: leases.map(({ token }) => token) };
}

function settle(
  bench: Bench,
  { head, token }: LeasedHead,
  { retryAtMs }: { readonly retryAtMs?: number } = {},
) {
  const failures = head.failures;
  return bench.store.settle({
    epoch: 0,
    lease: token,
    delivery: head.delivery,
    endpoint: head.endpoint,
    call: head.call,
    projectKey: head.projectKey,
    createdAtMs: head.createdAtMs,
    attempt: {
      number: head.attempts + 1,
      startedAtMs: START_MS,
      durationMs: 5,
      outcome: retryAtMs === undefined ? 'delivered' : 'retryable',
      status: null,
      error: retryAtMs === undefined ? null : 'consumer',
      excerpt: null,
      manual: head.manual,
    },
    next:
      retryAtMs === undefined
        ? { state: 'delivered', atMs: START_MS + 5, failures }
        : { state: 'retrying', dueAtMs: retryAtMs, failures: failures + 1 },
    health: null,
    disable: null,
    revision: null,
  });
}
