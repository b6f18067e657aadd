/**
 * The key check, a text that shows whether a master key fits: the first one stays unless it is
 * replaced on purpose.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HandClock, type OpenStore } from '../given.ts';

export function keyCheckConformance(open: OpenStore): void {
  test('the first key check stays, if several processes come at the same moment', async (t) => {
    const { store, close } = await open(new HandClock());
    t.after(close);
    assert.equal(await store.keyCheck(), null);
    const texts = ['one', 'two', 'three'];
    const kept = await Promise.all(
      texts.map((text) => store.putKeyCheck({ sealed: text, replace: false })),
    );
    const [first = ''] = kept;
    assert.ok(texts.includes(first));
    assert.deepEqual(kept, [first, first, first]);
    assert.equal(await store.keyCheck(), first);
    assert.equal(await store.putKeyCheck({ sealed: 'four', replace: true }), 'four');
    assert.equal(await store.keyCheck(), 'four');
  });

  test('a rotation begins with its key check and ends; processes say their keys', async (t) => {
    const { store, close } = await open(new HandClock());
    t.after(close);
    await store.putKeyCheck({ sealed: 'one', replace: false });
    assert.equal(await store.keyRotation(), null);
    await store.putKeyCheck({ sealed: 'two', replace: true, former: 'one' });
    assert.deepEqual([await store.keyCheck(), await store.keyRotation()], ['two', 'one']);
    await store.endKeyRotation(null);
    assert.equal(await store.keyRotation(), null);
    const note = (process: string, ids: readonly string[], ended: readonly string[] = []) =>
      store.noteKeyRing({ process, ids, ended });
    await note('b:1', ['1', '2']);
    await note('c:1', ['1']);
    await note('a:1', ['1']);
    await note('b:1', ['2'], ['c:1', 'd:1']);
    const rings = (await store.keyRings()).toSorted((a, b) => (a.process < b.process ? -1 : 1));
    assert.deepEqual(rings, [
      { process: 'a:1', ids: ['1'] },
      { process: 'b:1', ids: ['2'] },
    ]);
  });

  test('a sealed secret is replaced only if it is as it was read', async (t) => {
    const { store, close } = await open(new HandClock());
    t.after(close);
    const request = { caller: 'c', keyHash: 'k', fingerprint: 'f', beganAtMs: 1 };
    await store.beginKeyed(request);
    await store.keepAnswer({ request, answer: 'sealed' });
    const [kept] = await store.keptAnswers({ after: 0, limit: 10 });
    assert.ok(kept !== undefined);
    assert.deepEqual(kept.request, request);
    assert.equal(await store.resealAnswer({ ...kept, sealed: 'anew' }), true);
    assert.equal(await store.resealAnswer({ ...kept, sealed: 'late' }), false);
    assert.deepEqual(await store.keptAnswers({ after: kept.key, limit: 10 }), []);
    assert.equal((await store.keptAnswers({ after: 0, limit: 10 }))[0]?.answer, 'anew');
    assert.deepEqual(await store.authenticators({ after: null, limit: 10 }), []);
  });
}
