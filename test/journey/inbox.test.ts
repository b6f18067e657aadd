/**
 * The real process with its own inbox, and no other receiver: four kinds of endpoints point at it,
 * boxes fail, and what arrives is retried, in order, whole and signed. Loopback is not allowed as a
 * target: the inbox alone is.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';

interface Item {
  readonly id: string;
  readonly channel: string;
  readonly trigger: string;
  readonly callId: string;
  readonly attempt: number;
  readonly sequence: number;
  readonly deliveryId: string;
  readonly answer: { readonly outcome: string; readonly status: number | null };
  readonly verification: { readonly verdict: string; readonly order: string } | null;
  readonly body: string;
}

/** Of loopback nothing is allowed. */
const FLAGS = ['--allow-targets', '192.0.2.0/24'];
const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'];
const FAST = { retryScheduleMs: [1_000, 1_000], timeoutMs: 1_000, triggers: TRIGGERS };

async function setup(t: TestContext, flags: readonly string[] = []) {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-inbox-'));
  const services: ServiceProcess[] = [];
  t.after(async () => {
    for (const service of services) await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  const start = async () => {
    const service = await startService({ directory, flags: [...FLAGS, ...flags] });
    services.push(service);
    return clientOf(service);
  };
  return { start };
}

function clientOf(service: ServiceProcess) {
  const ask = async (method: string, path: string, body?: object, status = 200) => {
    const answer = await callApi(service, method, path, body);
    assert.equal(answer.status, status, `${path}: ${JSON.stringify(answer.body)}`);
    return Object(answer.body);
  };
  const list = async (query: string): Promise<readonly Item[]> =>
    (await ask('GET', `/v1/inbox?${query}`)).data.toReversed();
  return {
    service,
    ask,
    targetOf: async (box: string): Promise<string> =>
      (await ask('GET', `/v1/inbox/boxes/${box}`)).target,
    report: async (callId: string) => {
      for (const status of ['CALLING', 'COMPLETED']) {
        const body = { direction: 'OUTBOUND', status };
        await ask('POST', `/v1/calls/${callId}/reports`, body, 202);
      }
    },
    /** In the order of arrival, once there are so many that were answered. */
    items: async (query: string, count: number): Promise<readonly Item[]> => {
      for (;;) {
        const found = await list(query);
        const isDone = found.every(({ answer }) => answer.outcome !== 'pending');
        if (found.length >= count && isDone) return found;
      }
    },
    whole: (id: string): Promise<Item> => ask('GET', `/v1/inbox/${id}`),
  };
}

test('four kinds arrive: retried with the same bytes, in order, signed', async (t) => {
  const { start } = await setup(t);
  const { ask, items, report, targetOf, whole } = await start();
  const KINDS = [
    ['custom', 'http/crm', 503, 200],
    ['slack', 'slack/alerts', 500, 200],
    ['teams', 'teams/alerts', 502, 202],
    ['email', 'email/ops@example.com', 451, 250],
  ] as const;
  for (const [kind, box, status] of KINDS) {
    const auth = kind === 'custom' ? { auth: { method: 'rsa-sha256' } } : {};
    const target = await targetOf(box);
    await ask('POST', '/v1/endpoints', { name: kind, kind, target, ...auth, ...FAST }, 201);
    await ask('PUT', `/v1/inbox/boxes/${box}`, { status, first: 1 });
  }
  await report('call-1');
  for (const [kind, box, refused, taken] of KINDS) {
    const [channel = ''] = box.split('/');
    const found = await items(`channel=${channel}&callId=call-1`, 3);
    assert.deepEqual(
      found.map(({ trigger, sequence, attempt, answer }) => [
        ...[trigger, sequence, attempt, answer.status],
      ]),
      [
        [TRIGGERS[0], 1, 1, refused],
        [TRIGGERS[0], 1, 2, taken],
        [TRIGGERS[1], 2, 1, taken],
      ],
      kind,
    );
    const [first, again] = await Promise.all(found.map(({ id }) => whole(id)));
    assert.equal(again?.body, first?.body, kind);
    assert.equal(again?.deliveryId, first?.deliveryId, kind);
    for (const { deliveryId } of found) {
      assert.equal((await ask('GET', `/v1/deliveries/${deliveryId}`)).callId, 'call-1');
    }
    for (const { verification } of found) {
      const expected = kind === 'custom' ? ['valid', 'in-order'] : null;
      assert.deepEqual(verification && [verification.verdict, verification.order], expected);
    }
  }
  const { data } = await ask('GET', '/v1/deliveries?callId=call-1');
  const states: { state: string }[] = data;
  assert.equal(states.length, 8);
  while (
    (await ask('GET', '/v1/deliveries?callId=call-1&state=delivered')).data.length < states.length
  );
});

test('a box that drops, hangs and delays is tried again each time', async (t) => {
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

test('after a restart endpoints still reach it, and nothing else of this machine', async (t) => {
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
