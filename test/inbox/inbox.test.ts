/** The whole inbox: its bounds over real sockets, its memory, and that it keeps projects apart. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import {
  BODY,
  KEY,
  plainHeaders,
  SENT_AT_MS,
  signedHeaders,
} from '../../receiver/test/signed-webhook.ts';
import { openInbox } from '../../src/inbox/inbox.ts';
import { AGE_MS_MAX, ITEMS_MAX } from '../../src/inbox/kept.ts';
import { createSteppedClock } from '../channel/stepped-clock.ts';
import { givenInbox, ONE, payloadOf, TWO, told, webhook } from './given.ts';

test('a signed webhook is valid; a repeat and an older one are marked', async (t) => {
  const { clock, items, post } = await givenInbox(t, [KEY.jwk]);
  clock.advance(SENT_AT_MS - clock.wallMs());
  const send = (id: string, sequence: string) =>
    post(
      'http/crm',
      BODY,
      signedHeaders([KEY], BODY, {
        'webhook-id': id,
        'webhook-sequence': sequence,
      }),
    );
  for (const [id, sequence] of [
    ['msg_3', '3'],
    ['msg_3', '3'],
    ['msg_2', '2'],
  ] as const) {
    assert.equal((await send(id, sequence)).status, 200);
  }
  const found = (await items()).map(({ verification }) => verification);
  assert.deepEqual(
    found.map((each) => [each?.verdict, each?.order]),
    [
      ['valid', 'late'],
      ['valid', 'repeat'],
      ['valid', 'in-order'],
    ],
  );
});

test('a forged sequence number makes no genuine webhook late', async (t) => {
  const { clock, items, post } = await givenInbox(t, [KEY.jwk]);
  clock.advance(SENT_AT_MS - clock.wallMs());
  const { 'webhook-identity-signature': _, ...unsigned } = signedHeaders([KEY], BODY);
  for (const headers of [
    { ...signedHeaders([KEY], BODY), 'webhook-sequence': '999' },
    { ...plainHeaders(), 'webhook-sequence': '999' },
    { ...unsigned, 'webhook-sequence': '999' },
    signedHeaders([KEY], BODY),
  ]) {
    await post('http/crm', BODY, headers);
  }
  const found = (await items()).map(({ verification }) => verification);
  assert.deepEqual(
    found.map((each) => [each?.verdict, each?.order]),
    [
      ['valid', 'in-order'],
      ['invalid', 'unknown'],
      ['unsigned', 'in-order'],
      ['invalid', 'unknown'],
    ],
  );
});

test('a retry of a request that the box refused is no repeat', async (t) => {
  const { inbox, items, post } = await givenInbox(t);
  inbox.program(ONE, { channel: 'http', name: 'a' }, told({ status: 503, first: 2 }));
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await post('http/a', payloadOf('c'), webhook({ 'webhook-attempt': String(attempt) }));
  }
  assert.deepEqual(
    (await items()).map(({ attempt, answer, verification }) => [
      attempt,
      answer.status,
      verification?.order,
    ]),
    [
      [3, 200, 'in-order'],
      [2, 503, 'in-order'],
      [1, 503, 'in-order'],
    ],
  );
});

test('of a flood the last 500 items are kept, and none after a day', async (t) => {
  const { clock, items, post } = await givenInbox(t);
  for (let count = 0; count < ITEMS_MAX + 12; count += 4) {
    const some = [0, 1, 2, 3].map((more) => post(`http/box-${count + more}`, '{}'));
    for (const answer of await Promise.all(some)) assert.equal(answer.status, 200);
  }
  assert.equal((await items()).length, ITEMS_MAX);
  clock.advance(AGE_MS_MAX + 1);
  assert.deepEqual(await items(), []);
});

test('boxes with one name in two projects share neither behaviour nor items', async (t) => {
  const { inbox, items, post } = await givenInbox(t);
  inbox.program(ONE, { channel: 'http', name: 'a' }, told({ status: 500 }));
  assert.equal((await post('http/a', '{}')).status, 500);
  assert.equal((await post('http/a', '{}', {}, { projectId: TWO })).status, 200);
  const [[mine], [theirs]] = [await items(ONE), await items(TWO)];
  assert.deepEqual([mine?.answer.status, theirs?.answer.status], [500, 200]);
  await assert.rejects(inbox.get(TWO, mine?.id ?? ''), { code: 'NOT_FOUND' });
  assert.equal(inbox.clear(TWO), 1);
  assert.equal((await items(ONE)).length, 1);
});

test('after a restart the inbox is empty, and older ids are NOT_FOUND', async (t) => {
  const first = await givenInbox(t);
  await first.post('http/a', '{}');
  const [item] = await first.items();
  first.inbox.program(ONE, { channel: 'http', name: 'a' }, told({ status: 500 }));
  const port = Number(new URL(first.inbox.origin).port);
  await first.inbox.close();
  const clock = createSteppedClock();
  clock.advance(1);
  const second = await openInbox({
    clock,
    port,
    keysOf: async () => [],
    secretsOf: async () => [],
  });
  t.after(() => second.close());
  assert.equal(second.origin, first.inbox.origin);
  assert.deepEqual(
    second.boxes(ONE).map(({ behaviour }) => behaviour),
    [null, null, null],
  );
  const url = `${second.origin}/${ONE}/http/a`;
  assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 200);
  await assert.rejects(second.get(ONE, item?.id ?? ''), { code: 'NOT_FOUND' });
});

test('opening on a port that is taken rejects with EADDRINUSE', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address !== 'string');
  const { port } = address;
  const opening = openInbox({
    clock: createSteppedClock(),
    port,
    keysOf: async () => [],
    secretsOf: async () => [],
  });
  await assert.rejects(opening, { code: 'EADDRINUSE' });
});
