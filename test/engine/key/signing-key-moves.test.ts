/** The states of signing keys and their changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import {
  isPublished,
  isSigning,
  type SigningKey,
  type SigningKeyState,
} from '../../../src/core/key/signing-key.ts';
import {
  movesOfRevocation,
  movesOfRotation,
  statesOf,
} from '../../../src/engine/key/signing-key-moves.ts';
import { failure } from '../manage/setup.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_000;

function key(kid: string, state: SigningKeyState, stateUntilMs: number | null = null): SigningKey {
  return {
    kid,
    projectKey: asKey<ProjectKey>(1),
    state,
    publicKey: 'public',
    privateKey: 'sealed',
    createdAtMs: 0,
    stateSinceMs: 0,
    stateUntilMs,
  };
}

test('active and retiring keys sign, next ones are only published, others neither', () => {
  const states = ['next', 'active', 'retiring', 'retired', 'revoked'] as const;
  const keys = states.map((state) => key(state, state, NOW_MS + 1));
  assert.deepEqual(
    keys.map((each) => isSigning(each, NOW_MS)),
    [false, true, true, false, false],
  );
  assert.deepEqual(
    keys.map((each) => isPublished(each, NOW_MS)),
    [true, true, true, false, false],
  );
});

test('a retiring key stops at its time, even without a sweep', () => {
  assert.ok(!isSigning(key('a', 'retiring', NOW_MS), NOW_MS));
  assert.ok(!isPublished(key('a', 'retiring', NOW_MS), NOW_MS));
});

test('a rotation makes next active, and the old key retires after the overlap', () => {
  const keys = [key('old', 'active'), key('new', 'next')];
  const next = key('new', 'next');
  const moved = movesOfRotation(keys, next, 7, NOW_MS);
  assert.deepEqual(statesOf(moved), { old: 'retiring', new: 'active' });
  assert.equal(moved[0]?.stateUntilMs, NOW_MS + 7 * DAY_MS);
  const atOnce = movesOfRotation(keys, next, 0, NOW_MS);
  assert.deepEqual(statesOf(atOnce), { old: 'retired', new: 'active' });
});

test('a request carries at most three signatures', () => {
  const keys = [
    key('a', 'retiring', NOW_MS + 1),
    key('b', 'retiring', NOW_MS + 1),
    key('c', 'active'),
  ];
  assert.throws(
    () => movesOfRotation(keys, key('d', 'next'), 7, NOW_MS),
    failure('STATE_CONFLICT'),
  );
  assert.equal(movesOfRotation(keys, key('d', 'next'), 0, NOW_MS).length, 2);
});

test('a revoked active key is replaced at once, another one needs no successor', async () => {
  const keys = [key('a', 'active'), key('r', 'retiring', NOW_MS + 1)];
  const successor = async () => key('n', 'next');
  const active = await movesOfRevocation(keys, 'a', successor, NOW_MS);
  assert.deepEqual(statesOf(active), { a: 'revoked', n: 'active' });
  const unasked = async () => assert.fail('no successor is needed');
  const retiring = await movesOfRevocation(keys, 'r', unasked, NOW_MS);
  assert.deepEqual(statesOf(retiring), { r: 'revoked' });
});

test('a key that stopped cannot be revoked, and an unknown one is not found', async () => {
  const keys = [key('a', 'retired'), key('b', 'revoked')];
  const successor = async () => key('n', 'next');
  for (const { kid } of keys) {
    const revoking = movesOfRevocation(keys, kid, successor, NOW_MS);
    await assert.rejects(revoking, failure('STATE_CONFLICT'));
  }
  await assert.rejects(movesOfRevocation(keys, 'c', successor, NOW_MS), failure('NOT_FOUND'));
});
