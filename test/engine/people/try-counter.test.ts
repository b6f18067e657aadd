/**
 * Tries that may be guesses: the network is checked first, and a refused try does not ask the
 * store.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THROTTLE_RULES } from '../../../src/core/person/sign-in-throttle.ts';
import { createTryCounter, NETWORKS_MAX } from '../../../src/engine/people/try-counter.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { createSteppedClock } from '../../channel/stepped-clock.ts';

const secrets = createSecretBox(new Uint8Array(32).fill(7));
const ADDRESS = '192.0.2.7';

/** `waitMs`: the answer of the store. */
function rigOf(waitMs = 0) {
  const clock = createSteppedClock();
  const asked: string[] = [];
  const answers = { waitMs };
  const store = {
    async trySignIn({ from: { address } }: { readonly from: { readonly address: string } }) {
      asked.push(address);
      return answers.waitMs;
    },
    async forgiveSignIn() {},
  };
  const tries = createTryCounter({ store, secrets, clock });
  const count = (email: string, address = ADDRESS) =>
    tries.count({ purpose: 'sign-in', email, address });
  const codeOf = (email: string, address = ADDRESS) =>
    count(email, address).then(
      () => 'allowed',
      (error) => String(error.code),
    );
  return { clock, asked, answers, tries, count, codeOf };
}

test('a network with too many tries is refused without asking the store', async () => {
  const { asked, codeOf, clock } = rigOf();
  const { free, firstWaitMs } = THROTTLE_RULES.network;
  for (let n = 0; n < free; n += 1) assert.equal(await codeOf(`${n}@example.com`), 'allowed');
  for (let n = 0; n < 1_000; n += 1) assert.equal(await codeOf(`${n}@x.example`), 'RATE_LIMITED');
  assert.equal(asked.length, free);
  assert.equal(await codeOf('kim@example.com', '198.51.100.1'), 'allowed', 'another network');
  clock.advance(firstWaitMs);
  assert.equal(await codeOf('kim@example.com'), 'allowed');
  assert.equal(await codeOf('kim@example.com'), 'RATE_LIMITED');
  assert.equal(asked.length, free + 2);
});

test('as many simultaneous tries of a network are allowed as consecutive ones', async () => {
  const { asked, codeOf } = rigOf();
  const all = await Promise.all(Array.from({ length: 500 }, (_, n) => codeOf(`${n}@example.com`)));
  assert.equal(all.filter((code) => code === 'allowed').length, THROTTLE_RULES.network.free);
  assert.equal(asked.length, THROTTLE_RULES.network.free);
});

test('a refusal by the store is kept until its time, for that account alone', async () => {
  const { asked, answers, codeOf, clock } = rigOf(10_000);
  for (let n = 0; n < 20; n += 1) assert.equal(await codeOf('kim@example.com'), 'RATE_LIMITED');
  assert.equal(asked.length, 1);
  answers.waitMs = 0;
  assert.equal(await codeOf('lou@example.com'), 'allowed');
  clock.advance(9_999);
  assert.equal(await codeOf('kim@example.com'), 'RATE_LIMITED');
  clock.advance(1);
  assert.equal(await codeOf('kim@example.com'), 'allowed');
});

test('a success is not counted, and one purpose does not limit another', async () => {
  const { asked, codeOf, count, tries } = rigOf();
  const { free } = THROTTLE_RULES.network;
  for (let n = 0; n < 3 * free; n += 1) await tries.forgive(await count('kim@example.com'));
  assert.equal(asked.length, 3 * free);
  for (let n = 0; n < free; n += 1) await codeOf(`${n}@example.com`);
  assert.equal(await codeOf('kim@example.com'), 'RATE_LIMITED');
  await tries.count({ purpose: 'reset-mail', email: 'kim@example.com', address: ADDRESS });
});

test('the number of remembered networks is bounded', async () => {
  const { codeOf } = rigOf();
  for (let n = 0; n < THROTTLE_RULES.network.free; n += 1) await codeOf(`${n}@example.com`);
  assert.equal(await codeOf('kim@example.com'), 'RATE_LIMITED');
  for (let n = 0; n < NETWORKS_MAX; n += 1) {
    await codeOf('kim@example.com', `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  }
  assert.equal(await codeOf('kim@example.com'), 'allowed');
});
