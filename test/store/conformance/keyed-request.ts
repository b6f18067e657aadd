/**
 * Requests with an `Idempotency-Key` in any store: of a key one request begins and one answer
 * stays; each caller has a limit.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  KEYED_KEPT_MS,
  KEYED_MAX,
  type KeyedRequest,
} from '../../../src/engine/ports/keyed-request-store.ts';
import { benchOf, HandClock, type OpenStore, START_MS } from '../given.ts';

function asked(more: Partial<KeyedRequest> = {}): KeyedRequest {
  const same = { caller: '1 key_A', keyHash: 'k', fingerprint: 'f' };
  return { ...same, beganAtMs: START_MS, ...more };
}

export function keyedRequestConformance(open: OpenStore): void {
  describe('requests with an idempotency key', () => {
    test('of many equal requests at once one begins, and the others see it', async (t) => {
      const { store, close } = await open(new HandClock());
      t.after(close);
      const begins = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          store.beginKeyed(asked({ beganAtMs: START_MS + at })),
        ),
      );
      const begun = begins.flatMap(({ kind }, at) => (kind === 'begun' ? [at] : []));
      assert.equal(begun.length, 1);
      const first = asked({ beganAtMs: START_MS + (begun[0] ?? 0) });
      for (const each of begins.filter(({ kind }) => kind !== 'begun')) {
        assert.deepEqual(each, { kind: 'known', request: first, answer: null });
      }
      // One of another caller, one of the same caller under another key.
      for (const other of [{ caller: '1 key_B' }, { keyHash: 'other' }]) {
        assert.deepEqual(await store.beginKeyed(asked(other)), { kind: 'begun' });
      }
    });

    test('the first answer stays; a dropped request may begin again', async (t) => {
      const { store, close } = await open(new HandClock());
      t.after(close);
      await store.beginKeyed(asked());
      // The answer of an earlier try, which has ended long ago.
      await store.keepAnswer({ request: asked({ beganAtMs: START_MS - 1 }), answer: 'late' });
      await store.keepAnswer({ request: asked(), answer: 'first' });
      await store.keepAnswer({ request: asked(), answer: 'second' });
      await store.dropKeyed(asked());
      const again = asked({ fingerprint: 'other', beganAtMs: START_MS + 1 });
      const known = { kind: 'known', request: asked(), answer: 'first' };
      assert.deepEqual(await store.beginKeyed(again), known);
      const refused = asked({ keyHash: 'refused' });
      await store.beginKeyed(refused);
      await store.dropKeyed(refused);
      assert.deepEqual(await store.beginKeyed(refused), { kind: 'begun' });
    });

    test('a key older than a day may be used again, and retention removes it', async (t) => {
      const { store, close } = await open(new HandClock());
      t.after(close);
      for (const keyHash of ['a', 'b']) {
        await store.beginKeyed(asked({ keyHash }));
        await store.keepAnswer({ request: asked({ keyHash }), answer: 'answer' });
      }
      const nowMs = START_MS + KEYED_KEPT_MS + 1;
      const again = asked({ keyHash: 'a', beganAtMs: nowMs });
      assert.deepEqual(await store.beginKeyed(again), { kind: 'begun' });
      let removed = 0;
      for (let more = true; more; ) {
        const round = await store.removeExpired({ nowMs, limit: 100 });
        removed += round.removed;
        more = round.more;
      }
      assert.equal(removed, 1);
      const known = { kind: 'known', request: again, answer: null };
      assert.deepEqual(await store.beginKeyed(again), known);
    });

    test('a caller at its limit of keys is refused', async (t) => {
      const { store, execute, close } = await benchOf(open);
      t.after(close);
      // All but two are planted: made one by one they took 12 s of processor time.
      await execute(`
        with recursive numbers(n) as (
          select 2 union all select n + 1 from numbers where n < ${KEYED_MAX - 1}
        )
        insert into keyed_requests (caller, key_hash, fingerprint, began_at)
        select '1 key_A', 'k' || n, 'f', ${START_MS} from numbers`);
      for (const keyHash of ['k0', 'k1']) {
        assert.deepEqual(await store.beginKeyed(asked({ keyHash })), { kind: 'begun' });
      }
      assert.deepEqual(await store.beginKeyed(asked({ keyHash: 'over' })), { kind: 'full' });
      assert.equal((await store.beginKeyed(asked({ keyHash: 'k0' }))).kind, 'known');
      assert.equal((await store.beginKeyed(asked({ caller: '1 key_B' }))).kind, 'begun');
    });
  });
}
