/** The local inbox: failures, chosen failures, and a restart. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { FAST, setup } from './inbox-setup.ts';

test('deliveries to a box that drops, hangs or delays are retried each time', async (t) => {
  const { start } = await setup(t);
  const { ask, items, report, targetOf } = await start();
  const target = await targetOf('http/crm');
  const auth = { method: 'rsa-sha256' };
  const body = { name: 'crm', kind: 'custom', target, auth, ...FAST };
  await ask('POST', '/v1/endpoints', body, 201);
  const path = '/v1/inbox/boxes/http/crm';
  await ask('PUT', path, { action: 'drop', first: 1 });
  await report('call-1');
  await items('callId=call-1', 1);
  await ask('PUT', path, { action: 'hang', first: 1 });
  await items('callId=call-1', 2);
  await ask('PUT', path, { delayMs: 300 });
  const found = await items('callId=call-1', 4);
  assert.deepEqual(
    found.map(({ answer: { outcome }, attempt }) => [outcome, attempt]),
    [
      ['dropped', 1],
      ['hung', 2],
      ['answered', 3],
      ['answered', 1],
    ],
  );
  const { attemptList } = await ask('GET', `/v1/deliveries/${found[0]?.deliveryId}`);
  const errors: { error: string | null }[] = attemptList;
  assert.deepEqual(errors.map(({ error }) => error).sort(), [null, 'reset', 'timeout']);
});

test('one call fails for good, and the others go on', async (t) => {
  const { start } = await setup(t);
  const { ask, items, report, targetOf } = await start();
  const target = await targetOf('slack/alerts');
  await ask('POST', '/v1/endpoints', { name: 's', kind: 'slack', target, ...FAST }, 201);
  await ask('PUT', '/v1/inbox/boxes/slack/alerts', { status: 403, callId: 'bad' });
  await report('bad');
  await report('good');
  const good = await items('callId=good', 2);
  assert.deepEqual(
    good.map(({ answer }) => answer.status),
    [200, 200],
  );
  const bad = await items('callId=bad', 2);
  assert.deepEqual(
    bad.map(({ answer, attempt }) => [answer.status, attempt]),
    [
      [403, 1],
      [403, 1],
    ],
  );
});

test('after a restart endpoints still reach the inbox, and nothing else here', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address !== 'string');
  let reached = 0;
  server.on('connection', (socket) => {
    reached += 1;
    socket.destroy();
  });
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const inboxPort = Object(free.address()).port;
  free.close();
  await once(free, 'close');
  t.after(() => server.close());
  const { start } = await setup(t, ['--inbox-port', String(inboxPort)]);
  const first = await start();
  const target = await first.targetOf('http/crm');
  assert.ok(target.startsWith(`http://127.0.0.1:${inboxPort}/`));
  const auth = { method: 'rsa-sha256' };
  const body = { name: 'crm', kind: 'custom', auth, ...FAST };
  await first.ask('POST', '/v1/endpoints', { ...body, target }, 201);
  const elsewhere = target.replace(String(inboxPort), String(address.port));
  await first.ask('POST', '/v1/endpoints', { ...body, target: elsewhere }, 422);
  await first.report('before');
  await first.items('callId=before', 2);
  assert.equal(await first.service.stop(), 0);
  const second = await start();
  assert.deepEqual((await second.ask('GET', '/v1/inbox')).data, []);
  await second.report('after');
  const [item] = await second.items('callId=after', 2);
  assert.equal(item?.verification?.verdict, 'valid');
  assert.equal(reached, 0);
});
