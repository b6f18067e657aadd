/** The receiver behind different servers: fetch, node:http; and with a store of its own. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSqliteStore } from '../examples/sqlite-store.ts';
import { createOrderGuard, createReceiver } from '../src/index.ts';
import { BODY, KEY, OTHER_KEY, SENT_AT_MS, signedHeaders } from './signed-webhook.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringpost-receiver-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const BIG = 'x'.repeat(262_145);

function made(handle: (event: string) => void = () => {}) {
  const said: string[] = [];
  const receiver = createReceiver({
    keys: [KEY.jwk],
    now: () => SENT_AT_MS,
    handle: ({ event }) => handle(event),
    log: (text) => void said.push(text),
  });
  return { receiver, said };
}

/**
 * The answers of each kind of server: to a valid request, a copy, a forged one, a large one, a GET.
 */
async function statusesAt(url: string): Promise<number[]> {
  const headers = signedHeaders();
  const forged = signedHeaders([{ ...OTHER_KEY, kid: KEY.kid }]);
  const statuses: number[] = [];
  for (const init of [
    { method: 'POST', headers, body: BODY },
    { method: 'POST', headers, body: BODY },
    { method: 'POST', headers: forged, body: BODY },
    { method: 'POST', headers, body: BIG },
  ]) {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

test('fetch: a Request gets a Response', async () => {
  const handled: string[] = [];
  const { receiver, said } = made((event) => void handled.push(event));
  const post = async (headers: Record<string, string>, body: string) => {
    const request = new Request('https://me.example/hooks', { method: 'POST', headers, body });
    return (await receiver.fetch(request)).status;
  };
  assert.equal(await post(signedHeaders(), BODY), 204);
  assert.equal(await post(signedHeaders(), BODY), 204);
  assert.equal(await post(signedHeaders(), `${BODY} `), 401);
  assert.equal(await post(signedHeaders(), BIG), 413);
  assert.equal((await receiver.fetch(new Request('https://me.example/'))).status, 405);
  assert.deepEqual(handled, ['OUTBOUND_CALL_COMPLETED']);
  assert.match(said.join(), /^webhook refused: signature-mismatch/);
});

test('node: a server of node:http, and a body that a framework has read', async () => {
  const { receiver, said } = made();
  const server = createServer(receiver.node);
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  assert.deepEqual(await statusesAt(`http://127.0.0.1:${port}/`), [204, 204, 401, 413]);
  const withBody = async (body: unknown) => {
    let answered = 0;
    const request = {
      method: 'POST',
      headers: signedHeaders(),
      body,
      async *[Symbol.asyncIterator]() {},
    };
    const response = {
      writeHead: (status: number) => {
        answered = status;
      },
      end: () => {},
    };
    await receiver.node(request, response);
    return answered;
  };
  assert.equal(await withBody(Buffer.from(BODY)), 204);
  assert.equal(await withBody(JSON.parse(BODY)), 500);
  assert.match(said.at(-1) ?? '', /before express\.json\(\)/);
});

test('work that throws is answered 500, and done when the webhook comes again', async () => {
  let fails = true;
  const { receiver, said } = made(() => {
    if (fails) throw new Error('database gone');
  });
  assert.equal(await receiver.answer('POST', signedHeaders(), BODY), 500);
  assert.match(said.join(), /webhook not handled: OUTBOUND_CALL_COMPLETED/);
  fails = false;
  assert.equal(await receiver.answer('POST', signedHeaders(), BODY), 204);
});

test('a store in SQLite knows webhooks after a restart, and forgets old ones', async () => {
  const path = join(folder, 'order.db');
  const webhook = (sequence: number) => ({
    webhookId: `msg_${sequence}`,
    endpointId: 'ep_1',
    sequence,
    payload: { data: { callId: 'call-1' } },
  });
  const first = createSqliteStore(path);
  const before = createOrderGuard({ store: first });
  assert.equal(await before.run(webhook(2), () => {}), 'handled');
  first.close();
  const second = createSqliteStore(path);
  after(() => second.close());
  const missed: number[] = [];
  const guard = createOrderGuard({
    store: second,
    onMissed: (_webhook, count) => void missed.push(count),
  });
  assert.equal(await guard.run(webhook(2), assert.fail), 'duplicate');
  assert.equal(await guard.run(webhook(1), assert.fail), 'late');
  assert.equal(await guard.run(webhook(4), () => {}), 'handled');
  assert.deepEqual(missed, [1]);
  second.forgetBefore(Date.now() + 1);
  assert.equal(await guard.run(webhook(2), () => {}), 'handled');
});
