/** What the address may say, and where the API key may lie. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetKey, keyProblem, rememberedKey, rememberKey } from '../../dashboard/src/session.ts';
import { changeView, readView } from '../../dashboard/src/view.ts';

test('the address restores a known state and an id, and nothing else', () => {
  assert.deepEqual(readView({ state: 'held', delivery: 'dlv_01ABC', x: 1 }), {
    state: 'held',
    delivery: 'dlv_01ABC',
  });
  const wrong = { state: 'toString', delivery: 'dlv_../../x' };
  assert.deepEqual(readView(wrong), {});
  assert.deepEqual(readView({ state: 5, delivery: ['dlv_1'] }), {});
});

test('one part of the view changes without the other', () => {
  const view = { state: 'held', delivery: 'dlv_1' };
  assert.deepEqual(changeView(view, { delivery: null }), { state: 'held' });
  assert.deepEqual(changeView(view, { state: 'due' }), { state: 'due', delivery: 'dlv_1' });
  assert.deepEqual(changeView({}, {}), {});
});

test('the key is stored only when asked for, and signing out removes it', () => {
  const items = new Map<string, string>();
  const store = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
  rememberKey(store, 'rp_1', false);
  assert.equal(rememberedKey(store), null);
  rememberKey(store, 'rp_1', true);
  assert.equal(rememberedKey(store), 'rp_1');
  rememberKey(store, 'rp_2', false);
  assert.equal(items.size, 0);
  rememberKey(store, 'rp_3', true);
  forgetKey(store);
  assert.equal(rememberedKey(store), null);
});

test('what cannot be a key is said before the service is asked', () => {
  assert.match(keyProblem('  ') ?? '', /Enter/);
  assert.match(keyProblem('rp_a b') ?? '', /spaces/);
  assert.equal(keyProblem(' rp_abc '), null);
});
