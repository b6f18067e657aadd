/** Each webhook is handled once, and never after a newer one of the same call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrderGuard, type OrderedWebhook } from '../src/order-guard.ts';

function webhook(sequence: number, more: Partial<OrderedWebhook> & { callId?: string } = {}) {
  const { callId = 'call-1', ...rest } = more;
  const payload = { data: { callId } };
  return { webhookId: `msg_${callId}_${sequence}`, endpointId: 'ep_1', sequence, payload, ...rest };
}

const nothing = (): void => undefined;

test('webhooks in order are handled', async () => {
  const guard = createOrderGuard();
  const handled: number[] = [];
  for (const sequence of [1, 2, 4]) {
    const outcome = await guard.run(webhook(sequence), () => void handled.push(sequence));
    assert.equal(outcome, 'handled');
  }
  assert.deepEqual(handled, [1, 2, 4]);
});

test('a webhook that was handled is a duplicate', async () => {
  const guard = createOrderGuard();
  let times = 0;
  const handle = (): void => {
    times += 1;
  };
  await guard.run(webhook(1), handle);
  await guard.run(webhook(2), handle);
  assert.equal(await guard.run(webhook(1), handle), 'duplicate');
  assert.equal(await guard.run(webhook(2), handle), 'duplicate');
  assert.equal(times, 2);
});

test('a webhook that was never handled comes late after a newer one of its call', async () => {
  const guard = createOrderGuard();
  await guard.run(webhook(3), nothing);
  assert.equal(await guard.run(webhook(2), assert.fail), 'late');
  assert.equal(await guard.run(webhook(1, { callId: 'call-2' }), nothing), 'handled');
  assert.equal(await guard.run(webhook(2, { endpointId: 'ep_2' }), nothing), 'handled');
});

test('the same webhook id at another endpoint is another delivery', async () => {
  const guard = createOrderGuard();
  await guard.run(webhook(1), nothing);
  assert.equal(await guard.run(webhook(1, { endpointId: 'ep_2' }), nothing), 'handled');
});

test('a webhook whose handling failed is handled at the next try', async () => {
  const guard = createOrderGuard();
  const fail = (): never => {
    throw new Error('database gone');
  };
  await assert.rejects(guard.run(webhook(1), fail), /database gone/);
  assert.equal(await guard.run(webhook(1), nothing), 'handled');
});

test('a copy that comes while the first is handled waits for it and gets its outcome', async () => {
  const guard = createOrderGuard();
  for (const [at, fails] of [false, true].entries()) {
    let end = nothing;
    const handling = new Promise<void>((resolve, reject) => {
      end = () => (fails ? reject(new Error('no')) : resolve());
    });
    const first = guard.run(webhook(at + 1), () => handling);
    const copy = guard.run(webhook(at + 1), assert.fail);
    end();
    const outcomes = await Promise.allSettled([first, copy]);
    assert.deepEqual(
      outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.status)),
      fails ? ['rejected', 'rejected'] : ['handled', 'duplicate'],
    );
  }
});

test('only the newest handled webhooks are remembered', async () => {
  const guard = createOrderGuard({ capacity: 2 });
  for (const callId of ['a', 'b', 'c']) await guard.run(webhook(1, { callId }), nothing);
  assert.equal(await guard.run(webhook(1, { callId: 'c' }), nothing), 'duplicate');
  assert.equal(await guard.run(webhook(1, { callId: 'b' }), nothing), 'duplicate');
  assert.equal(await guard.run(webhook(1, { callId: 'a' }), nothing), 'handled');
});
