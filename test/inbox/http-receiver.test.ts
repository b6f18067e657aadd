/** The HTTP receiver on real sockets: its own answers, programmed ones, hostile clients. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { HANG_MS_MAX } from '../../src/inbox/desk.ts';
import { BODY_BYTES_MAX } from '../../src/inbox/http-receiver.ts';
import { givenInbox, ONE, payloadOf, TWO, told, until, webhook } from './given.ts';

const HTTP = { channel: 'http', name: 'crm' } as const;

test('a webhook is answered 200 and its body kept unchanged', async (t) => {
  const { inbox, items, post } = await givenInbox(t);
  const body = payloadOf('call 1/東');
  const answer = await post('http/crm', body, webhook({ authorization: 'Bearer secret-token-12' }));
  assert.deepEqual([answer.status, await answer.text()], [200, '']);
  const [item] = await items();
  assert.ok(item !== undefined);
  assert.partialDeepStrictEqual(item, {
    channel: 'http',
    name: 'crm',
    trigger: 'OUTBOUND_CALL_COMPLETED',
    callId: 'call 1/東',
    attempt: 1,
    sequence: 1,
    bytes: Buffer.byteLength(body),
    answer: { outcome: 'answered', status: 200 },
  });
  const whole = await inbox.get(ONE, item.id);
  assert.equal(whole.body, body);
  assert.deepEqual(whole.json, JSON.parse(body));
  assert.ok(!JSON.stringify(whole).includes('secret-token'));
});

test('each channel answers as its product does', async (t) => {
  const { post } = await givenInbox(t);
  const card = { contentType: 'application/vnd.microsoft.card.adaptive' };
  const attachments = [{ ...card, content: { type: 'AdaptiveCard' } }];
  for (const [box, body, status, text] of [
    ['slack/a', '{"text":"hello"}', 200, 'ok'],
    ['slack/a', 'hello', 400, 'invalid_payload'],
    ['slack/a', '{}', 400, 'no_text'],
    ['slack/a', '{"blocks":[{"type":"header"}]}', 400, 'invalid_blocks'],
    ['teams/a', JSON.stringify({ attachments }), 202, ''],
  ] as const) {
    const answer = await post(box, body);
    assert.deepEqual([answer.status, await answer.text()], [status, text], body);
  }
  assert.equal((await post('teams/a', '{"text":"no card"}')).status, 400);
});

test('a Slack box accepts a burst and then one message a second, each box by itself', async (t) => {
  const { clock, post } = await givenInbox(t);
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    statuses.push((await post('slack/a', '{"text":"x"}')).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  const refused = await post('slack/a', '{"text":"x"}');
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal((await post('slack/b', '{"text":"x"}')).status, 200);
  clock.advance(1_000);
  assert.equal((await post('slack/a', '{"text":"x"}')).status, 200);
  assert.equal((await post('slack/a', '{"text":"x"}')).status, 429);
});

test('a box answers with the status, Retry-After and body of its behaviour', async (t) => {
  const { inbox, items, post } = await givenInbox(t);
  for (const status of [204, 301, 400, 408, 410, 429, 500, 503]) {
    inbox.program(ONE, HTTP, told({ status, body: 'told', retryAfter: '60' }));
    const answer = await post('http/crm', '{}');
    const text = await answer.text();
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get('retry-after'), '60');
    assert.equal(text, status === 204 ? '' : 'told');
  }
  const [item] = await items();
  assert.deepEqual(item?.answer, {
    outcome: 'answered',
    status: 503,
    body: 'told',
    reason: 'The box was told to.',
  });
  inbox.program(ONE, HTTP, null);
  assert.equal((await post('http/crm', '{}')).status, 200);
});

test('a box fails the first requests, then no more; a new behaviour counts anew', async (t) => {
  const { inbox, post } = await givenInbox(t);
  const status = async () => (await post('http/crm', '{}')).status;
  inbox.program(ONE, HTTP, told({ status: 500, first: 2 }));
  assert.deepEqual([await status(), await status(), await status()], [500, 500, 200]);
  inbox.program(ONE, HTTP, told({ status: 500, first: 1 }));
  assert.deepEqual([await status(), await status()], [500, 200]);
});

test('a box fails for one call only, and does not count requests of others', async (t) => {
  const { inbox, post } = await givenInbox(t);
  inbox.program(ONE, HTTP, told({ status: 500, first: 1, callId: 'bad' }));
  const status = async (callId: string) => (await post('http/crm', payloadOf(callId))).status;
  assert.deepEqual(
    [await status('good'), await status('bad'), await status('bad')],
    [200, 500, 200],
  );
});

test('a behaviour for a call recognizes it in the text of a Slack message', async (t) => {
  const { inbox, items, post } = await givenInbox(t);
  const text = '[Shop &amp; Co] OUTBOUND_CALL_BUSY\n────\nCall ID: a &lt;b&gt;\n────\nTime: now';
  inbox.program(ONE, { channel: 'slack', name: 's' }, told({ status: 500, callId: 'a <b>' }));
  assert.equal((await post('slack/s', JSON.stringify({ text }))).status, 500);
  const [item] = await items(ONE, { channel: 'slack' });
  assert.deepEqual([item?.trigger, item?.callId], ['OUTBOUND_CALL_BUSY', 'a <b>']);
});

test('a delayed answer is pending, and comes after its delay', async (t) => {
  const { clock, inbox, items, post } = await givenInbox(t);
  inbox.program(ONE, HTTP, told({ delayMs: 2_000 }));
  const answer = post('http/crm', '{}');
  await until(async () => (await items()).length > 0);
  assert.equal((await items())[0]?.answer.outcome, 'pending');
  clock.advance(2_000);
  assert.equal((await answer).status, 200);
  assert.equal((await items())[0]?.answer.outcome, 'answered');
});

test('an item says if its sender disconnected before the answer', async (t) => {
  const { inbox, items, post } = await givenInbox(t);
  for (const [behaviour, outcome] of [
    [told({ delayMs: 5_000 }), 'left'],
    [told({ action: 'hang' }), 'hung'],
  ] as const) {
    inbox.program(ONE, HTTP, behaviour);
    const abort = new AbortController();
    const answer = post('http/crm', '{}', {}, { signal: abort.signal });
    const newest = async () => (await items())[0]?.answer.outcome;
    await until(async () => (await newest()) === 'pending');
    abort.abort();
    await assert.rejects(answer);
    await until(async () => (await newest()) !== 'pending');
    assert.equal(await newest(), outcome);
  }
});

test('a hanging request is closed at its bound, and a dropped one at once', async (t) => {
  const { clock, inbox, items, raw } = await givenInbox(t);
  const request = `POST /${ONE}/http/crm HTTP/1.1\r\nhost: ${new URL(inbox.origin).host}\r\n`;
  for (const action of ['hang', 'drop'] as const) {
    inbox.program(ONE, HTTP, told({ action }));
    const connection = raw();
    connection.send(`${request}content-length: 2\r\n\r\n{}`);
    if (action === 'hang') {
      await until(async () => (await items())[0]?.answer.outcome === 'pending');
      clock.advance(HANG_MS_MAX);
    }
    assert.equal(await connection.ended(), '');
    assert.equal((await items())[0]?.answer.outcome, action === 'hang' ? 'hung' : 'dropped');
  }
});

test('an unknown box or project and another method are refused and not kept', async (t) => {
  const { inbox, items, post } = await givenInbox(t);
  const unknown = 'prj_01M7ZTB1MY000000009';
  assert.equal((await post('http/a', '{}', {}, { projectId: unknown })).status, 404);
  for (const box of ['ftp/a', 'http/', 'http/a/b', 'http/..%2Fa', 'http/a?b=1', 'email/a', '']) {
    assert.equal((await post(box, '{}')).status, 404, box);
  }
  const get = await fetch(`${inbox.origin}/${ONE}/http/a`);
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST']);
  assert.deepEqual([await items(ONE), await items(TWO)], [[], []]);
});

test('pages of browsers cannot post, under any host name', async (t) => {
  const { inbox, items, post, raw } = await givenInbox(t);
  const foreign = await post('http/a', '{}', { origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  const { port } = new URL(inbox.origin);
  for (const host of [`evil.example:${port}`, `localhost:${port}`, '127.0.0.1', '']) {
    const connection = raw();
    connection.send(`POST /${ONE}/http/a HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 2\r\n\r\n{}`);
    assert.match(await connection.ended(), /^HTTP\/1\.1 403 /, host);
  }
  assert.deepEqual(await items(), []);
});

test('a body beyond the bound is 413, announced or chunked, and not kept', async (t) => {
  const { inbox, items, post, raw } = await givenInbox(t);
  assert.equal((await post('http/a', 'x'.repeat(BODY_BYTES_MAX))).status, 200);
  assert.equal((await items()).length, 1);
  const { host } = new URL(inbox.origin);
  const head = `POST /${ONE}/http/a HTTP/1.1\r\nhost: ${host}\r\n`;
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  for (const rest of [
    `content-length: ${BODY_BYTES_MAX + 1}\r\n\r\n${'x'.repeat(BODY_BYTES_MAX + 1)}`,
    `transfer-encoding: chunked\r\n\r\n${chunk.repeat(8)}`,
  ]) {
    const connection = raw();
    connection.send(head + rest);
    assert.match(await connection.until((text) => text.includes('413')), /^HTTP\/1\.1 413 /);
  }
  assert.equal((await items()).length, 1);
});

test('a broken request ends its own connection, and the next request is served', async (t) => {
  const { inbox, items, post, raw } = await givenInbox(t);
  const { host } = new URL(inbox.origin);
  const path = `/${ONE}/http/a`;
  for (const request of [
    'nonsense\r\n\r\n',
    `POST ${path} HTTP/1.1\r\n\r\n`,
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: x\r\n\r\n`,
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n`,
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nx\u0000y: 1\r\n\r\n`,
    `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    '\u0016\u0003\u0001\u0002\u0000',
  ]) {
    const connection = raw();
    connection.send(request);
    assert.doesNotMatch(await connection.ended(), /^HTTP\/1\.1 2/, request.slice(0, 40));
  }
  const cut = connect(Number(new URL(inbox.origin).port), '127.0.0.1');
  cut.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 100\r\n\r\nhalf`);
  await once(cut, 'connect');
  cut.resetAndDestroy();
  assert.equal((await post('http/a', '{}')).status, 200);
  assert.equal((await items()).length, 1);
});

test('deep, odd and binary bodies are kept, and shown without harm', async (t) => {
  const { inbox, items, post } = await givenInbox(t);
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  for (const body of [deep, '{"__proto__":{"x":1},"data":{"callId":7}}', '\u0000\u0001', '']) {
    assert.equal((await post('http/a', body, webhook())).status, 200);
    const [item] = await items();
    assert.equal(item?.callId, null);
    const whole = await inbox.get(ONE, item?.id ?? '');
    assert.equal(whole.body, body);
    assert.equal(JSON.parse(JSON.stringify(whole)).id, item?.id);
  }
});

test('closing ends hanging requests and frees the port', async (t) => {
  const { inbox, post } = await givenInbox(t);
  inbox.program(ONE, HTTP, told({ action: 'hang' }));
  const answer = assert.rejects(post('http/crm', '{}'));
  await until(async () => inbox.box(ONE, HTTP).received > 0);
  await inbox.close();
  await answer;
  await assert.rejects(fetch(inbox.origin));
});
