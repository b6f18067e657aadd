/**
 * The text that shows whether a master key fits: the first text stays, unless it is replaced on
 * purpose.
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
}
