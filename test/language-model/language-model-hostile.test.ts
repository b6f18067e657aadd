/** Hostile or badly broken servers: each ends in a stated outcome, in time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { failure, givenModel, QUESTION, settled } from './given.ts';
import { type Behaviour, inTurn, json, saying, startModelServer } from './server.ts';

const GOOD = saying('{"ok":true}');

/** Writes `chunk` again and again, for as long as the client reads. */
function endless(status: number, headers: Record<string, string>, chunk: string): Behaviour {
  return (_request, answer) => {
    answer.writeHead(status, headers);
    const more = (): void => {
      while (!answer.destroyed && answer.write(chunk));
    };
    answer.on('drain', more);
    more();
  };
}

test('an endless body is dropped at its bound, whatever length it claims', async (t) => {
  for (const [type, reason] of [
    ['application/json', 'UNAVAILABLE'],
    ['text/event-stream', 'UNAVAILABLE'],
  ] as const) {
    const server = await startModelServer(
      t,
      endless(200, { 'content-type': type }, ' '.repeat(999)),
    );
    const { model, clock } = givenModel(t, server.baseUrl);
    const { reason: given, detail } = failure(await settled(clock, model.ask(QUESTION)));
    assert.equal(given, reason);
    assert.match(detail, /too long|takes more than/);
  }
});

test('an error page that is too long, or compressed, is judged by its status', async (t) => {
  for (const bad of [
    endless(503, { 'content-type': 'text/html' }, '<p>busy</p>'.repeat(100)),
    json(502, {}, { 'content-encoding': 'gzip' }),
    endless(429, { 'retry-after': '3', 'content-encoding': 'br' }, 'x'.repeat(999)),
  ]) {
    const server = await startModelServer(t, inTurn(bad, GOOD));
    const { model, clock } = givenModel(t, server.baseUrl);
    assert.equal((await settled(clock, model.ask(QUESTION))).kind, 'answer');
    assert.equal(server.requests.length, 2);
  }
});

test('a compressed bomb is neither inflated nor read', async (t) => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));
  const server = await startModelServer(t, (_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    answer.end(bomb);
  });
  const { model, clock } = givenModel(t, server.baseUrl);
  const { reason, detail } = failure(await settled(clock, model.ask(QUESTION)));
  assert.equal(reason, 'MISCONFIGURED');
  assert.match(detail, /compresses its answers unasked/);
});

test("an answer that drips a byte at a time ends at the question's time limit", async (t) => {
  const server = await startModelServer(t, (_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    const drip = (): void => {
      if (!answer.destroyed) answer.write(' ', () => setImmediate(drip));
    };
    drip();
  });
  const { model, clock } = givenModel(t, server.baseUrl);
  const asked = model.ask({ ...QUESTION, timeoutMs: 2_000 });
  await server.asked(1);
  assert.equal(failure(await settled(clock, asked)).reason, 'TIMEOUT');
  assert.ok(clock.monoMs() >= 2_000 && clock.monoMs() < 2_100, `${clock.monoMs()}`);
  assert.equal(server.requests.length, 1);
});

test('an answer that breaks off in the middle is asked for again', async (t) => {
  const server = await startModelServer(
    t,
    inTurn((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      answer.write('{"choices":[', () => answer.destroy());
    }, GOOD),
  );
  const { model, clock } = givenModel(t, server.baseUrl);
  assert.equal((await settled(clock, model.ask(QUESTION))).kind, 'answer');
  assert.equal(server.requests.length, 2);
});

test('an answer that is no HTTP is tried again, and given up', async (t) => {
  const server = await startModelServer(t, (_request, answer) => {
    answer.socket?.end('220 mail.example ESMTP\r\n');
  });
  const { model, clock } = givenModel(t, server.baseUrl);
  assert.equal(failure(await settled(clock, model.ask(QUESTION))).reason, 'UNAVAILABLE');
  assert.equal(server.requests.length, 5);
});

test('the claimed type of an answer does not matter, only its content', async (t) => {
  const server = await startModelServer(t, (_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/plain; charset=latin1' });
    answer.end(JSON.stringify({ choices: [{ message: { content: '{"ok":"ü"}' } }] }));
  });
  const { model } = givenModel(t, server.baseUrl);
  const answer = await model.ask(QUESTION);
  assert.ok(answer.kind === 'answer' && answer.text === '{"ok":"ü"}');
});

const NO_CHAT: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[{"choices":[]}]'],
  ['an error in words', '{"error":"model is loading"}'],
  ['a stream', 'data: {"choices":[{"delta":{"content":"x"}}]}\n\ndata: [DONE]\n'],
  ['another protocol', '{"content":[{"type":"text","text":"{}"}],"stop_reason":"end_turn"}'],
  ['choices that are no list', '{"choices":{"0":{"message":{"content":"{}"}}}}'],
  ['what nests without end', '['.repeat(90_000)],
  ['bytes that are no text', '\u0000\ufffd\u0001'],
];
for (const [name, body] of NO_CHAT) {
  test(`200 with ${name} is no chat server`, async (t) => {
    const server = await startModelServer(t, (_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.end(body);
    });
    const { model } = givenModel(t, server.baseUrl);
    const { reason, detail } = failure(await model.ask(QUESTION));
    assert.equal(reason, 'MISCONFIGURED');
    assert.match(detail, /no chat server/);
    assert.equal(server.requests.length, 1);
  });
}

test('Retry-After as a date is waited for, and nonsense counts as missing', async (t) => {
  // The test's clock begins at some fraction of a second, which a date does not have.
  const dateIn = (nowMs: number, seconds: number) =>
    new Date(Math.ceil(nowMs / 1_000) * 1_000 + seconds * 1_000).toUTCString();
  for (const [value, leastMs, mostMs] of [
    ['date', 9_000, 12_000],
    ['soon', 500, 1_000],
    ['-5', 500, 1_000],
    ['1e3', 500, 1_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 500, 1_000],
  ] as const) {
    const headers: Record<string, string> = { 'retry-after': value };
    const server = await startModelServer(t, (request, answer) =>
      inTurn(json(429, {}, headers), GOOD)(request, answer),
    );
    const { model, clock } = givenModel(t, server.baseUrl);
    if (value === 'date') headers['retry-after'] = dateIn(clock.wallMs(), 9);
    const startedMs = clock.monoMs();
    assert.equal((await settled(clock, model.ask(QUESTION))).kind, 'answer', value);
    const waitedMs = clock.monoMs() - startedMs;
    assert.ok(waitedMs >= leastMs && waitedMs <= mostMs, `${value}: ${waitedMs}`);
  }
});

test('a Retry-After of hours, in any form, ends the question at once', async (t) => {
  for (const headers of [
    { 'retry-after': '7200' },
    { 'retry-after': 'Fri, 31 Dec 2999 23:59:59 GMT' },
    { 'retry-after-ms': '7200000' },
    { 'retry-after-ms': '1e999', 'retry-after': '1' },
  ]) {
    const server = await startModelServer(t, json(503, {}, headers));
    const { model, clock } = givenModel(t, server.baseUrl);
    const startedMs = clock.monoMs();
    const { reason, detail } = failure(await model.ask(QUESTION));
    assert.deepEqual([reason, clock.monoMs() - startedMs], ['UNAVAILABLE', 0]);
    assert.match(detail, /answers 503/);
    assert.equal(server.requests.length, 1);
  }
});
