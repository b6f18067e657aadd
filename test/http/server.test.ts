/** The HTTP server over real sockets: sizes, timeouts, methods, headers, draining. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { HttpAnswer } from '../../src/http/server.ts';
import { HTTP_LIMITS } from '../../src/http/service.ts';
import { type Answer, type Bundle, setup, TOKEN } from './setup.ts';

const REPORT = { status: 'CALLING', direction: 'OUTBOUND' };

function isProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.at('/code'), code);
  assert.equal(answer.at('/status'), status);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
}

/** Writes the text unchanged; returns all bytes until the connection ends. */
async function rawExchange({ url }: Bundle, text: string): Promise<string> {
  const socket = await open(url);
  socket.write(text);
  return readAll(socket);
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test('the headers of every reply forbid running, framing, sniffing and caching it', async (t) => {
  const { call } = await setup(t);
  for (const path of ['/healthz', '/v1/calls', '/nope', '/v1/calls/%zz']) {
    const { headers } = await call('GET', path);
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; frame-ancestors 'none'",
      path,
    );
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('x-request-id') ?? '', /^req_[0-9a-z]+$/);
  }
});

test('each answer is timed by its route, not by its address', async (t) => {
  const answers: HttpAnswer[] = [];
  const { call } = await setup(t, { onAnswer: (answer) => answers.push(answer) });
  await call('POST', '/v1/calls/call-1/reports', REPORT);
  await call('GET', '/v1/calls/nobody');
  await call('GET', '/nope/nope');
  assert.deepEqual(
    answers.map(({ method, route, status }) => [method, route, status]),
    [
      ['POST', '/v1/calls/:callId/reports', 202],
      ['GET', '/v1/calls/:callId', 404],
      ['GET', '', 404],
    ],
  );
  for (const { ms } of answers) assert.ok(ms > 0 && ms < 60_000, String(ms));
});

test('an unknown address is 404, a known one with another method 405 with Allow', async (t) => {
  const { call } = await setup(t);
  isProblem(await call('GET', '/nope'), 404, 'NOT_FOUND');
  for (const raw of ['{}', '{"status": "CALLING"}', 'no json']) {
    isProblem(await call('POST', '/v1/calls/a/b/c', undefined, { raw }), 404, 'NOT_FOUND');
    isProblem(await call('PATCH', '/v1/audit', undefined, { raw }), 405, 'METHOD_NOT_ALLOWED');
  }
  const wrong = await call('PUT', '/v1/calls/a%2Fb');
  isProblem(wrong, 405, 'METHOD_NOT_ALLOWED');
  assert.equal(wrong.headers.get('allow'), 'DELETE, GET, HEAD, OPTIONS');
  const post = await call('GET', '/v1/deliveries/retry/x/y');
  isProblem(post, 404, 'NOT_FOUND');
});

test('HEAD answers as GET without a body, OPTIONS with Allow, none cross-origin', async (t) => {
  const { call } = await setup(t);
  const head = await call('HEAD', '/healthz');
  assert.deepEqual([head.status, head.text], [200, '']);
  const options = await call('OPTIONS', '/v1/calls/x/reports', undefined, { token: null });
  assert.deepEqual([options.status, options.text], [204, '']);
  assert.equal(options.headers.get('allow'), 'OPTIONS, POST');
  assert.equal(options.headers.get('access-control-allow-origin'), null);
});

test('malformed JSON is 400 with the place', async (t) => {
  const { call } = await setup(t);
  const answer = await call('POST', '/v1/calls/a/reports', undefined, { raw: '{"status":}' });
  isProblem(answer, 400, 'MALFORMED_JSON');
  assert.match(String(answer.at('/detail')), /line 1, column 11/);
});

test('a body of another type, or of none, is 415', async (t) => {
  const { call } = await setup(t);
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', '']) {
    const answer = await call('POST', '/v1/calls/a/reports', undefined, {
      raw: new Uint8Array([0x7b, 0x7d]),
      headers: { 'content-type': type },
    });
    isProblem(answer, 415, 'MEDIA_TYPE');
  }
});

test('an oversized body is 413, with a Content-Length or without', async (t) => {
  const bundle = await setup(t);
  const { call, url } = bundle;
  const large = JSON.stringify({ ...REPORT, clientId: 'x'.repeat(HTTP_LIMITS.reportBytesMax) });
  isProblem(
    await call('POST', '/v1/calls/a/reports', undefined, { raw: large }),
    413,
    'BODY_TOO_LARGE',
  );
  const chunked = await fetch(`${url}/v1/calls/a/reports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
    },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    }),
    duplex: 'half',
  });
  assert.equal(chunked.status, 413);
  const item = JSON.stringify({ callId: 'a', ...REPORT, clientId: 'x'.repeat(200) });
  const count = Math.ceil(HTTP_LIMITS.batchBytesMax / item.length) + 1;
  const batch = `{"reports":[${Array.from({ length: count }, () => item).join(',')}]}`;
  const over = await call('POST', '/v1/reports', undefined, { raw: batch });
  isProblem(over, 413, 'BODY_TOO_LARGE');
  assert.equal(over.at('/detail'), 'This address takes a body of at most 4 MiB.');
  assert.match(await chunked.text(), /"This address takes a body of at most 64 KiB\."/);
});

test('a request target that is too long is 414, a segment that is too long 400', async (t) => {
  const { call } = await setup(t);
  isProblem(await call('GET', `/v1/calls?x=${'y'.repeat(8_200)}`), 414, 'URI_TOO_LONG');
  isProblem(await call('GET', `/v1/calls/${'y'.repeat(3_100)}`), 400, 'INVALID_PARAMETER');
});

test('a broken percent-encoding is 400', async (t) => {
  const { call } = await setup(t);
  for (const path of ['%zz', '%', '%ff', '%c3', 'a%2', '%ed%a0%80']) {
    const answer = await call('POST', `/v1/calls/${path}/reports`, REPORT);
    isProblem(answer, 400, 'INVALID_PARAMETER');
  }
});

test('broken HTTP and oversized headers are answered as problems on the bare socket', async (t) => {
  const bundle = await setup(t);
  const broken = await rawExchange(bundle, 'NONSENSE / HTTP/1.1\r\n\r\n');
  assert.match(broken, /^HTTP\/1\.1 400 /);
  assert.match(broken, /"code":"MALFORMED_REQUEST"/);
  const long = `x: ${'y'.repeat(20_000)}`;
  const large = await rawExchange(bundle, `GET /healthz HTTP/1.1\r\nhost: [::]\r\n${long}\r\n\r\n`);
  assert.match(large, /^HTTP\/1\.1 431 /);
  assert.match(large, /"code":"HEADERS_TOO_LARGE"/);
});

test('a request with a line break in a header value reaches no route', async (t) => {
  const bundle = await setup(t);
  const answer = await rawExchange(
    bundle,
    'POST /v1/calls/a/reports HTTP/1.1\r\nhost: localhost\r\nidempotency-key: a\nx-evil: 1\r\n' +
      'content-length: 0\r\n\r\n',
  );
  assert.match(answer, /^HTTP\/1\.1 400 /);
});

test('two lengths, or a length beside chunks, are refused (request smuggling)', async (t) => {
  const bundle = await setup(t);
  const start = 'POST /v1/reports HTTP/1.1\r\nhost: localhost\r\n';
  for (const headers of [
    'content-length: 4\r\ncontent-length: 5\r\n',
    'content-length: 4\r\ntransfer-encoding: chunked\r\n',
  ]) {
    const answer = await rawExchange(bundle, `${start}${headers}\r\n{}{}`);
    assert.match(answer, /^HTTP\/1\.1 400 /, headers);
  }
});

test('a client that never finishes its headers or its body is answered 408', async (t) => {
  const bundle = await setup(t, { timeouts: { headersMs: 60, requestMs: 120, checkMs: 20 } });
  const head = 'POST /v1/reports HTTP/1.1\r\nhost: localhost\r\n';
  const body = `authorization: Bearer ${TOKEN}\r\ncontent-type: application/json\r\n`;
  for (const text of [head, `${head}${body}content-length: 10\r\n\r\n{`]) {
    const answer = await rawExchange(bundle, text);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(answer, /"code":"REQUEST_TIMEOUT"/);
  }
});

test('wrong types in a query are refused, not coerced', async (t) => {
  const { call } = await setup(t);
  for (const query of ['limit=abc', 'limit=1e2', 'limit=0x10', 'limit=', 'limit=0', 'limit=201']) {
    isProblem(await call('GET', `/v1/calls?${query}`), 400, 'INVALID_PARAMETER');
  }
  const repeated = await call('GET', '/v1/calls?limit=1&limit=2');
  isProblem(repeated, 400, 'INVALID_PARAMETER');
  const unknown = await call('GET', '/v1/calls?limt=1');
  isProblem(unknown, 400, 'INVALID_PARAMETER');
  assert.equal(unknown.at('/errors/0/field'), 'query.limt');
});

const GET_CALLS = `GET /v1/calls HTTP/1.1\r\nhost: [::]\r\nauthorization: Bearer ${TOKEN}\r\n\r\n`;

/** Asks for a list of calls, which the store answers after `release`. */
async function inFlight(t: TestContext, { service, url }: Bundle) {
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  t.mock.method(service.store, 'calls', async () => {
    entered.resolve();
    await gate.promise;
    return [];
  });
  const socket = await open(url);
  const answers = readAll(socket);
  socket.write(GET_CALLS);
  await entered.promise;
  return { answers, release: gate.resolve };
}

test('a draining server answers requests in flight and closes their connections', async (t) => {
  const bundle = await setup(t);
  const { answers, release } = await inFlight(t, bundle);
  const closed = bundle.app.close();
  while (bundle.app.server.listening) await setImmediate();
  release();
  const answer = await answers;
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.match(answer, /connection: close/i);
  await closed;
});

test('a draining server answers 503 to a request whose head ends only now', async (t) => {
  const bundle = await setup(t);
  const { server } = bundle.app;
  const arrived = once(server, 'connection');
  const socket = await open(bundle.url);
  const [peer] = await arrived;
  socket.write(GET_CALLS.slice(0, -2));
  while (peer.bytesRead === 0) await setImmediate();
  const closed = bundle.app.close();
  while (server.listening) await setImmediate();
  socket.write(GET_CALLS.slice(-2));
  const answer = await readAll(socket);
  assert.match(answer, /^HTTP\/1\.1 503 /);
  assert.match(answer, /"code":"SHUTTING_DOWN"/);
  assert.match(answer, /retry-after: 1/i);
  assert.match(answer, /connection: close/i);
  await closed;
});

test('an odd path or method without a key is 4xx and logs no error', async (t) => {
  const bundle = await setup(t);
  const { call, logged } = bundle;
  const anonymous = { token: null };
  const head = 'HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
  const forbidden = await rawExchange(bundle, `GET /docs/static/%2e%2e/package.json ${head}`);
  assert.match(forbidden, /^HTTP\/1\.1 404 /);
  const query = await rawExchange(bundle, `QUERY /v1/calls ${head}`);
  assert.match(query, /^HTTP\/1\.1 4(?:05|15) /);
  isProblem(await call('GET', '/docs/static/nope', undefined, anonymous), 404, 'NOT_FOUND');
  const errors = logged.filter((line) => Reflect.get(Object(line), 'level') === 50);
  assert.deepEqual(errors, []);
});

test('a compressed body or one in another charset is 415', async (t) => {
  const { call } = await setup(t);
  for (const headers of [
    { 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=iso-8859-1' },
  ]) {
    const answer = await call('POST', '/v1/calls/a/reports', REPORT, { headers });
    isProblem(answer, 415, 'MEDIA_TYPE');
  }
});

test('a route without a body refuses one as 422, except an empty object', async (t) => {
  const { call, endpoint } = await setup(t);
  const path = `/v1/endpoints/${await endpoint(['CALL_LOG_CREATED'])}/disable`;
  for (const body of [{ held: 'drop' }, [], null, 'x']) {
    isProblem(await call('POST', path, body), 422, 'INVALID_INPUT');
  }
  assert.equal((await call('POST', path, {})).status, 200);
  assert.equal((await call('POST', path)).status, 200);
});

test('errors on the bare socket are problems with the same safe headers', async (t) => {
  const bundle = await setup(t);
  const asks = [
    ['NONSENSE / HTTP/1.1\r\n\r\n', 400],
    ['GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['GET /healthz HTTP/1.1\r\nhost: localhost\r\nHost: b\r\nconnection: close\r\n\r\n', 400],
    ['CONNECT a.invalid:443 HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
    ['GET /healthz HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\n\r\n', 417],
  ] as const;
  for (const [text, status] of asks) {
    const answer = await rawExchange(bundle, text);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), answer);
    assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/i);
    assert.match(answer, /\r\ncontent-security-policy: default-src 'none'/i);
    assert.match(answer, /"code":"(?:MALFORMED_REQUEST|EXPECTATION_FAILED)"/);
  }
});
