/** Which keys sign, and how long they are cached; a failure is not cached. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createSigningKeyCache,
  FRESH_MS,
  LOAD_MS_MAX,
} from '../../../src/channel/custom/signing-keys.ts';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import type { SigningKey } from '../../../src/core/key/signing-key.ts';
import { createSteppedClock } from '../stepped-clock.ts';
import { givenSigningKey, SECRETS } from './given-keys.ts';

const PROJECT = asKey<ProjectKey>(1);

function setup(...keys: readonly SigningKey[]) {
  const clock = createSteppedClock();
  const state = { keys, loads: 0, fail: false };
  const load = async () => {
    state.loads += 1;
    if (state.fail) throw new Error('the store is gone');
    return state.keys;
  };
  return { clock, state, cache: createSigningKeyCache({ load, secrets: SECRETS, clock }) };
}

test('the active key signs first, then the retiring one; no other signs', async () => {
  const old = givenSigningKey(0, 'retiring', { stateUntilMs: Number.MAX_SAFE_INTEGER });
  const fresh = givenSigningKey(1, 'active');
  const others = (['next', 'retired', 'revoked'] as const).map((state) =>
    givenSigningKey(0, state),
  );
  const { cache } = setup(old, ...others, fresh);
  const keys = await cache.keysFor(PROJECT);
  assert.deepEqual(
    keys.map(({ kid }) => kid),
    [fresh.kid, old.kid],
  );
  assert.ok(keys.every(({ privateKey }) => privateKey.type === 'private'));
});

test('a retiring key past its end time does not sign', async () => {
  const { cache } = setup(givenSigningKey(0, 'retiring', { stateUntilMs: 1 }));
  assert.deepEqual(await cache.keysFor(PROJECT), []);
});

test('keys are read once, and again when the cache is old or cleared', async () => {
  const { cache, state, clock } = setup(givenSigningKey(0, 'active'));
  const [first, second] = await Promise.all([cache.keysFor(PROJECT), cache.keysFor(PROJECT)]);
  assert.equal(first, second);
  clock.advance(FRESH_MS - 1);
  await cache.keysFor(PROJECT);
  assert.equal(state.loads, 1);
  clock.advance(2);
  await cache.keysFor(PROJECT);
  assert.equal(state.loads, 2);
  state.keys = [givenSigningKey(1, 'active')];
  cache.forget(PROJECT);
  const [key] = await cache.keysFor(PROJECT);
  assert.equal(key?.kid, givenSigningKey(1, 'active').kid);
});

test('the keys of all projects can be cleared at once', async () => {
  const { cache, state } = setup(givenSigningKey(0, 'active'));
  await cache.keysFor(PROJECT);
  state.keys = [givenSigningKey(1, 'active')];
  cache.forgetAll();
  const [key] = await cache.keysFor(PROJECT);
  assert.equal(key?.kid, givenSigningKey(1, 'active').kid);
});

test('a failure rejects and is not cached', async () => {
  const { cache, state } = setup(givenSigningKey(0, 'active'));
  state.fail = true;
  await assert.rejects(cache.keysFor(PROJECT));
  state.fail = false;
  assert.equal((await cache.keysFor(PROJECT)).length, 1);
});

test('a key that this master key cannot open is a failure', async () => {
  const { cache } = setup(givenSigningKey(0, 'active', { privateKey: 'rb1.00000000.AAAA' }));
  await assert.rejects(cache.keysFor(PROJECT));
});

test('a store that never answers is a failure after the longest wait', async () => {
  const clock = createSteppedClock();
  const load = () => new Promise<never>(() => {});
  const cache = createSigningKeyCache({ load, secrets: SECRETS, clock });
  const waiting = assert.rejects(cache.keysFor(PROJECT), /took too long/);
  clock.advance(LOAD_MS_MAX);
  await waiting;
});
