/** What the address may say, and where the API key may lie. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetKey, keyProblem, rememberedKey, rememberKey } from '../../dashboard/src/session.ts';
import {
  changeView,
  isFiltered,
  readQuery,
  readView,
  VIEW_KEYS,
  writeQuery,
} from '../../dashboard/src/view.ts';

test('the address restores what is known, and nothing else', () => {
  const all = {
    ...{ state: 'held', endpointId: 'ep_01ABC', callId: 'a/b ü', cursor: 'c1a0' },
    ...{ call: '123', why: 'ep_01ABC', delivery: 'dlv_01ABC', body: 'raw' },
  };
  assert.deepEqual(readView({ ...all, x: '1' }), all);
  assert.deepEqual(Object.keys(all), [...VIEW_KEYS]);
  const wrong = { state: 'toString', delivery: 'dlv_../../x', endpointId: 'x', cursor: '7' };
  assert.deepEqual(readView(wrong), {});
  assert.deepEqual(readView({ state: 5, delivery: ['dlv_1'], callId: '', body: 'no' }), {});
});

test('an id in the address stays text, whatever it looks like', () => {
  const view = { callId: '007', call: 'true & "so" on/ü' };
  assert.deepEqual(readView(readQuery(writeQuery(view))), view);
  assert.equal(writeQuery({ callId: '007', other: 'x' }), '?callId=007');
  assert.equal(writeQuery({}), '');
});

test('one part of the view changes without the other', () => {
  const view = { state: 'held', delivery: 'dlv_1' };
  assert.deepEqual(changeView(view, { delivery: null }), { state: 'held' });
  assert.deepEqual(changeView(view, { state: 'due' }), { state: 'due', delivery: 'dlv_1' });
  assert.deepEqual(changeView({}, {}), {});
});

test('another filter begins at the first page', () => {
  const view = { state: 'held', cursor: 'c1a' };
  assert.deepEqual(changeView(view, { state: null }), {});
  assert.deepEqual(changeView(view, { call: 'c' }), { ...view, call: 'c' });
  assert.deepEqual([isFiltered(view), isFiltered({ cursor: 'c1a' })], [true, false]);
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
