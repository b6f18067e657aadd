/**
 * Copies and deliveries of one endpoint never mix: where each arrives, and with which token, in the
 * real process, whichever comes first.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { askUntil } from '../support/ask-until.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';

const TOKEN = 'real-token-of-the-receiver-9f3c';
const TRIGGER = 'OUTBOUND_CALL_CALLING';

function pathOf(value: unknown, path: string): unknown {
  const names = path.split('/').slice(1);
  return names.reduce<unknown>((within, name) => Reflect.get(Object(within), name), value);
}

/** The real target: the authorization of each request, in order. */
async function startTarget(t: TestContext) {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      seen.push(request.headers.authorization);
      response.writeHead(204).end();
      server.emit('seen');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const until = async (count: number): Promise<void> => {
    while (seen.length < count) await once(server, 'seen');
  };
  return { seen, until, target: `http://127.0.0.1:${port}/calls` };
}

/** A service takes a second of processor time: the tests share one. */
let running: ServiceProcess | null = null;
let directory = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ringpost-copy-'));
  running = await startService({ directory });
});
after(async () => {
  await running?.stop();
  await rm(directory, { recursive: true });
});

/** An endpoint with its own target and an empty inbox. */
async function given(t: TestContext) {
  const target = await startTarget(t);
  const service = running ?? assert.fail('it was started');
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await callApi(service, method, path, body);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };
  await ask('DELETE', '/v1/inbox');
  const made = await ask('POST', '/v1/endpoints', {
    name: 'CRM',
    kind: 'custom',
    target: target.target,
    triggers: [TRIGGER],
    auth: { method: 'bearer', token: TOKEN },
    headers: [{ name: 'x-secret', value: 'static-secret-of-it' }],
  });
  const endpoint = String(pathOf(made, '/id'));
  t.after(() => ask('DELETE', `/v1/endpoints/${endpoint}`));
  const report = (callId: string) =>
    ask('POST', `/v1/calls/${callId}/reports`, { status: 'CALLING', direction: 'OUTBOUND' });
  const deliveryOf = async (callId: string): Promise<string> =>
    String(pathOf(await ask('GET', `/v1/deliveries?callId=${callId}`), '/data/0/id'));
  /** Returns the headers that came. */
  const copy = async (delivery: string): Promise<string> => {
    const copied = await ask('POST', `/v1/deliveries/${delivery}/send-to-inbox`);
    const item = await ask('GET', `/v1/inbox/${String(pathOf(copied, '/itemId'))}`);
    assert.deepEqual([pathOf(item, '/test'), pathOf(item, '/deliveryId')], [true, delivery]);
    assert.equal(pathOf(item, '/box'), 'copies');
    return JSON.stringify(pathOf(item, '/headers'));
  };
  return { ...target, ask, report, deliveryOf, copy, endpoint };
}

/** A masked value shows its last characters. */
function assertNotReal(headers: string): void {
  assert.match(headers, /"authorization"/i);
  assert.doesNotMatch(headers, /9f3c|x-secret|f_it/);
}

test('a delivery, a copy, a delivery: each to its own place, with its own token', async (t) => {
  const { seen, until, report, deliveryOf, copy } = await given(t);
  await report('call_1');
  await until(1);
  assertNotReal(await copy(await deliveryOf('call_1')));
  await report('call_2');
  await until(2);
  assertNotReal(await copy(await deliveryOf('call_1')));
  assert.deepEqual(seen, [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
});

test('a mail is copied to the box of copies, whatever the box of its address does', async (t) => {
  const { ask, deliveryOf } = await given(t);
  const to = 'ops@example.com';
  await ask('PUT', `/v1/inbox/boxes/email/${to}`, { action: 'answer', status: 550 });
  await ask('POST', '/v1/endpoints', {
    name: 'Mail',
    kind: 'email',
    target: to,
    triggers: ['OUTBOUND_CALL_BUSY'],
  });
  await ask('POST', '/v1/calls/call_mail/reports', { status: 'BUSY', direction: 'OUTBOUND' });
  const delivery = await deliveryOf('call_mail');
  const itemOf = async (box: string): Promise<unknown> => {
    const first = async () =>
      pathOf(await ask('GET', `/v1/inbox?channel=email&box=${box}`), '/data/0/id');
    const id = await askUntil(`a mail in ${box}`, first, (each) => each !== undefined);
    return ask('GET', `/v1/inbox/${String(id)}`);
  };
  const sent = await itemOf(to);
  assert.deepEqual([pathOf(sent, '/test'), pathOf(sent, '/deliveryId')], [false, delivery]);
  const copied = await ask('POST', `/v1/deliveries/${delivery}/send-to-inbox`);
  assert.equal(pathOf(copied, '/outcome'), 'delivered');
  const copy = await itemOf('copies@inbox.invalid');
  assert.equal(pathOf(copy, '/id'), pathOf(copied, '/itemId'));
  assert.deepEqual([pathOf(copy, '/test'), pathOf(copy, '/deliveryId')], [true, delivery]);
  assert.match(JSON.stringify(pathOf(copy, '/headers')), /ops@example\.com/);
  assert.match(String(pathOf(copy, '/body')), /OUTBOUND_CALL_BUSY/);
});

test('a copy comes before the first delivery since the endpoint was changed', async (t) => {
  const { seen, until, ask, report, deliveryOf, copy, endpoint } = await given(t);
  await report('call_3');
  await until(1);
  // The change dropped the endpoint's open channels: the copy opens the next one.
  await ask('PATCH', `/v1/endpoints/${endpoint}`, { timeoutMs: 5_000 });
  assertNotReal(await copy(await deliveryOf('call_3')));
  assert.equal(seen.length, 1);
  await report('call_4');
  await until(2);
  assert.deepEqual(seen, [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
  const items = await ask('GET', '/v1/inbox');
  assert.equal(pathOf(items, '/data/1'), undefined, 'only the copy came to the inbox');
});
