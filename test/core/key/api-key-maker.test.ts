/** The maker of a key, and the keys that go back to a member. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysMadeBy, makerOf } from '../../../src/core/key/api-key-maker.ts';

const key = (id: string, madeBy: string | null) => ({ id, name: `name of ${id}`, madeBy });
const KEYS = [
  key('key_0', 'system'),
  key('key_1', 'usr_kim'),
  key('key_2', 'key_1'),
  key('key_3', 'key_2'),
  key('key_4', 'usr_lou'),
  key('key_5', null),
  key('key_6', 'key_9'),
  key('key_7', 'ik_1'),
  key('key_8', 'key_7'),
];
const PLATFORM = new Map([['ik_1', 'billing']]);
const kim = (role: 'owner' | 'operator' | null) => [{ id: 'usr_kim', name: 'Kim', role }];

test('a key names its maker, and says whether they could still make it', () => {
  const made = (n: number, role: 'owner' | 'operator' | null = 'owner') => {
    const { kind, id, name, state } = makerOf(KEYS[n] ?? assert.fail(), KEYS, kim(role), PLATFORM);
    return [kind, id, name, state];
  };
  assert.deepEqual(made(0), ['system', null, null, 'active']);
  assert.deepEqual(made(1), ['member', 'usr_kim', 'Kim', 'active']);
  assert.deepEqual(made(1, 'operator'), ['member', 'usr_kim', 'Kim', 'demoted']);
  assert.deepEqual(made(1, null), ['member', 'usr_kim', 'Kim', 'removed']);
  assert.deepEqual(made(2), ['api-key', 'key_1', 'name of key_1', 'active']);
  assert.deepEqual(made(3, null), ['api-key', 'key_2', 'name of key_2', 'removed']);
  assert.deepEqual(made(7), ['instance-key', 'ik_1', 'billing', 'active']);
  assert.deepEqual(made(8), ['api-key', 'key_7', 'name of key_7', 'active']);
  for (const n of [4, 5, 6]) assert.deepEqual(made(n), ['unknown', null, null, 'unknown']);
});

test('the keys of a member and those made with these go back to that member', () => {
  const of = (id: string, keys = KEYS) => keysMadeBy(keys, id).map((each) => each.id);
  assert.deepEqual(of('usr_kim'), ['key_1', 'key_2', 'key_3']);
  assert.deepEqual(of('usr_kim', KEYS.toReversed()).toSorted(), ['key_1', 'key_2', 'key_3']);
  assert.deepEqual(of('usr_lou'), ['key_4']);
  assert.deepEqual(of('usr_max'), []);
  const circle = [key('key_1', 'key_2'), key('key_2', 'key_1')];
  assert.equal(makerOf(circle[0] ?? assert.fail(), circle, [], PLATFORM).state, 'unknown');
  assert.deepEqual(of('usr_kim', circle), []);
});
