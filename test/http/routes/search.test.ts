/** One search finds calls, deliveries and endpoints, whole ids first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatId, parseId } from '../../../src/core/id.ts';
import { type Bundle, setup } from '../setup.ts';

async function found(bundle: Bundle, q: string): Promise<readonly string[]> {
  const answer = await bundle.call('GET', `/v1/search?q=${encodeURIComponent(q)}`);
  assert.equal(answer.status, 200, answer.text);
  const rows: readonly Record<string, unknown>[] = Object(answer.at('/data'));
  return rows.map(({ kind, id, by, exact }) => `${kind} ${id} ${by} ${exact}`);
}

test('a whole id finds its thing; the beginning of an id or name finds all that fit', async (t) => {
  const bundle = await setup(t);
  const endpoint = await bundle.endpoint(['OUTBOUND_CALL_CALLING'], { name: 'Billing webhook' });
  const body = {
    status: 'CALLING',
    direction: 'OUTBOUND',
    callSid: 'CA77',
    clientId: 'order_4712',
  };
  await bundle.call('POST', '/v1/calls/call%2F1/reports', body);
  const page = await bundle.call('GET', '/v1/deliveries');
  const delivery = String(page.at('/data/0/id'));
  const webhookId = String(page.at('/data/0/messageId'));
  assert.deepEqual(await found(bundle, ' call/1 '), ['call call/1 callId true']);
  assert.deepEqual(await found(bundle, 'CA77'), ['call call/1 callSid true']);
  assert.deepEqual(await found(bundle, 'order_'), ['call call/1 clientId false']);
  assert.deepEqual(await found(bundle, delivery), [`delivery ${delivery} id true`]);
  assert.deepEqual(await found(bundle, webhookId), ['call call/1 webhookId true']);
  assert.deepEqual(await found(bundle, endpoint), [`endpoint ${endpoint} id true`]);
  assert.deepEqual(await found(bundle, 'billing'), [`endpoint ${endpoint} name false`]);
  const { createdAtMs = 0, key = 0 } = parseId('dlv', delivery) ?? {};
  assert.deepEqual(await found(bundle, formatId('dlv', createdAtMs + 1, key)), []);
  assert.deepEqual(await found(bundle, 'nobody knows'), []);
  assert.deepEqual(await found(bundle, ' '), []);
});

test('the answer says which fields were compared; a query too long is refused', async (t) => {
  const bundle = await setup(t);
  const answer = await bundle.call('GET', '/v1/search?q=x');
  assert.ok(Object(answer.at('/searched')).includes('callSid'));
  const long = await bundle.call('GET', `/v1/search?q=${'x'.repeat(257)}`);
  assert.equal(long.status, 400);
  assert.equal((await bundle.call('GET', '/v1/search')).status, 400);
});
