/**
 * The plugin of the receiver package in a real Fastify; the package itself does not depend on it.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { createReceiver, fastifyWebhook } from '../../receiver/src/index.ts';
import { BODY, KEY, SENT_AT_MS, signedHeaders } from '../../receiver/test/signed-webhook.ts';

const BIG = 'x'.repeat(262_145);

test('the plugin gets the bytes, the routes beside it keep their parser', async () => {
  const handled: string[] = [];
  const receiver = createReceiver({
    keys: [KEY.jwk],
    now: () => SENT_AT_MS,
    handle: ({ event }) => void handled.push(event),
    log: () => {},
  });
  const app = fastify();
  after(() => app.close());
  app.register(fastifyWebhook(receiver, '/hooks'));
  app.post('/json', async ({ body }) => body);
  const statuses: number[] = [];
  for (const payload of [BODY, BODY, `${BODY} `, BIG]) {
    const headers = signedHeaders();
    const { statusCode } = await app.inject({ method: 'POST', url: '/hooks', headers, payload });
    statuses.push(statusCode);
  }
  assert.deepEqual(statuses, [204, 204, 401, 413]);
  assert.deepEqual(handled, ['OUTBOUND_CALL_COMPLETED']);
  const parsed = await app.inject({ method: 'POST', url: '/json', payload: { a: 1 } });
  assert.deepEqual(parsed.json(), { a: 1 });
});
