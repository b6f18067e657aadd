/**
 * Step 8 on real sockets: requests, responses, and how connections are kept and dropped.
 * Rules: S6.8 to S6.10.
 */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { answering, answerTo, closed, errorOf, givenReceiver, response } from './answer.ts';
import { givenClient, givenPost } from './given.ts';
import { OK, startReceiver } from './raw-receiver.ts';

test('S7.1: a POST with the body goes to the path and query of the target', async (t) => {
  const { http, url, receiver } = await givenReceiver(t, answering(OK));
  const result = response(await http.send(givenPost(url)));
  assert.equal(result.status, 200);
  assert.equal(result.excerpt, 'ok');
  const [request = ''] = receiver.requests;
  assert.match(request, /^POST \/hook\?a=1 HTTP\/1\.1\r\n/);
  assert.match(request, /\r\ncontent-length: 19\r\n/);
  assert.match(request, /\r\n\r\n\{"message":"hello"\}$/);
});

for (const status of [200, 201, 204, 299, 400, 404, 408, 410, 425, 429, 500, 503, 599]) {
  test(`status ${status} is returned unchanged`, async (t) => {
    const body = status === 204 ? '' : 'content-length: 0\r\n';
    const result = await answerTo(t, answering(`HTTP/1.1 ${status} Word\r\n${body}\r\n`));
    assert.equal(response(result).status, status);
  });
}

test('S6.8: 3xx is an answer, never followed', async (t) => {
  const trap = await startReceiver(t, answering(OK));
  for (const status of [301, 302, 303, 307, 308]) {
    const location = `http://receiver.example:${trap.port}/`;
    const text = `HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`;
    assert.equal(response(await answerTo(t, answering(text))).status, status);
  }
  assert.equal(trap.connections.length, 0);
});

test('Retry-After is returned unchanged, cut at a bound', async (t) => {
  const head = 'HTTP/1.1 429 Slow\r\ncontent-length: 0\r\nretry-after: ';
  const short = response(await answerTo(t, answering(`${head}120\r\n\r\n`)));
  assert.equal(short.retryAfter, '120');
  const long = response(await answerTo(t, answering(`${head}${'9'.repeat(4_000)}\r\n\r\n`)));
  assert.equal(long.retryAfter?.length, 128);
  const none = response(await answerTo(t, answering(OK)));
  assert.equal(none.retryAfter, null);
});

test('a connection is reused, for one request at a time', async (t) => {
  const { http, url, receiver } = await givenReceiver(t, answering(OK));
  for (let count = 0; count < 5; count += 1) response(await http.send(givenPost(url)));
  assert.equal(receiver.connections.length, 1);
  const many = await Promise.all(Array.from({ length: 8 }, () => http.send(givenPost(url))));
  assert.ok(many.every((result) => result.kind === 'response' && result.status === 200));
  assert.ok(receiver.connections.length <= 8);
});

test('control characters and broken UTF-8 of an answer are not in the excerpt', async (t) => {
  const body = Buffer.from('caf\xe9 \x00\x1b[31mred\x07\r\nnext', 'latin1');
  const result = await answerTo(t, (socket) => {
    socket.write(`HTTP/1.1 400 Bad\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
  });
  assert.equal(response(result).excerpt, 'caf\ufffd [31mred\nnext');
});

test('a connection that the receiver closed while it was idle costs no failure', async (t) => {
  const { http, url, receiver } = await givenReceiver(t, (socket) => socket.end(OK));
  for (let count = 1; count <= 20; count += 1) {
    assert.equal(response(await http.send(givenPost(url))).status, 200);
    await closed(receiver.connections[count - 1]);
  }
  assert.equal(receiver.requests.length, 20);
});

test('a request is sent once, even if a kept connection breaks', async (t) => {
  const { http, url, receiver } = await givenReceiver(t, (socket, _request, number) => {
    if (number === 1) socket.write(OK);
    else socket.destroy();
  });
  response(await http.send(givenPost(url)));
  assert.equal(errorOf(await http.send(givenPost(url))), 'reset');
  assert.equal(receiver.requests.length, 2);
});

test('a header value with a line end sends nothing', async (t) => {
  const { http, url, receiver } = await givenReceiver(t, answering(OK));
  for (const value of ['a\r\nx-evil: 1', 'a\nb', 'a\0b', 'a\rb']) {
    const result = await http.send(givenPost(url, { headers: ['x-value', value] }));
    assert.equal(errorOf(result), 'configuration');
  }
  const result = await http.send(givenPost(url, { headers: ['x-a\r\nx-evil', '1'] }));
  assert.equal(errorOf(result), 'configuration');
  assert.equal(receiver.requests.length, 0);
});

test('a text that is no HTTP URL is an error of configuration', async (t) => {
  const { http } = givenClient(t);
  for (const url of ['', 'nonsense', 'ftp://receiver.example/', 'file:///etc/passwd']) {
    assert.equal(errorOf(await http.send(givenPost(url))), 'configuration');
  }
});

test('a proxy named in the environment is not used', async (t) => {
  const proxy = await startReceiver(t, answering(OK));
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'] as const;
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  t.after(() => {
    for (const name of names) delete process.env[name];
  });
  const { http, url, receiver } = await givenReceiver(t, answering(OK));
  response(await http.send(givenPost(url)));
  assert.equal(receiver.requests.length, 1);
  assert.equal(proxy.connections.length, 0);
});

test('at the bound of origins the longest unused one is closed, after its requests', async (t) => {
  const { http, clock } = givenClient(t, { originsMax: 2 });
  const held: Socket[] = [];
  const slow = await startReceiver(t, (socket) => held.push(socket));
  const quick = await startReceiver(t, answering(OK));
  const first = http.send(givenPost(`http://slow.example:${slow.port}/`));
  await slow.arrived(1);
  for (const name of ['a', 'b', 'c', 'a']) {
    clock.advance(10);
    response(await http.send(givenPost(`http://${name}.example:${quick.port}/`)));
  }
  assert.equal(quick.connections.length, 4);
  held[0]?.write(OK);
  assert.equal(response(await first).status, 200);
});

test('at the bound of open connections idle ones are closed, busy ones stay', async (t) => {
  const { http } = givenClient(t, { openMax: 4 });
  const held: Socket[] = [];
  const slow = await startReceiver(t, (socket) => held.push(socket));
  const quick = await startReceiver(t, answering(OK));
  const first = http.send(givenPost(`http://slow.example:${slow.port}/`));
  await slow.arrived(1);
  for (let count = 0; count < 20; count += 1) {
    response(await http.send(givenPost(`http://n${count}.example:${quick.port}/`)));
  }
  await Promise.all(quick.connections.slice(0, 16).map(closed));
  const open = quick.connections.filter((socket) => !socket.closed);
  assert.ok(open.length <= 4, `${open.length} are open`);
  held[0]?.write(OK);
  assert.equal(response(await first).status, 200);
});

test('close waits for requests in flight and refuses new ones', async (t) => {
  const held: Socket[] = [];
  const { http, url, receiver } = await givenReceiver(t, (socket) => held.push(socket));
  const sending = http.send(givenPost(url));
  await receiver.arrived(1);
  const closing = http.close();
  assert.equal(errorOf(await http.send(givenPost(url))), 'network');
  held[0]?.write(OK);
  assert.equal(response(await sending).status, 200);
  await closing;
  await closed(receiver.connections[0]);
  assert.equal(receiver.requests.length, 1);
});
