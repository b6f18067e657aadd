/** Certificates are always verified: a receiver with a faulty one gets no request. Rule: S7.22. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, closed, errorOf, response, settling } from './answer.ts';
import { readPem } from './certificates/read.ts';
import { givenClient, givenPost } from './given.ts';
import { OK, startReceiver } from './raw-receiver.ts';

test('a TLS handshake that hangs ends at the connect timeout', async (t) => {
  const receiver = await startReceiver(t, () => {});
  const { http, clock } = givenClient(t);
  const sending = http.send(givenPost(`https://receiver.example:${receiver.port}/`));
  await settling(sending, () => clock.advance(100));
  assert.equal(errorOf(await sending), 'connect-timeout');
  await closed(receiver.connections[0]);
});

test('https: a trusted certificate for the name is accepted and its connection kept', async (t) => {
  const receiver = await startReceiver(t, answering(OK), { pem: readPem('receiver') });
  const { http } = givenClient(t);
  const url = `https://receiver.example:${receiver.port}/`;
  for (let count = 0; count < 3; count += 1) response(await http.send(givenPost(url)));
  assert.equal(receiver.connections.length, 1);
});

test('https: a certificate for the address of an IP literal is accepted', async (t) => {
  const receiver = await startReceiver(t, answering(OK), { pem: readPem('receiver') });
  const { http } = givenClient(t);
  response(await http.send(givenPost(`https://127.0.0.1:${receiver.port}/`)));
});

for (const name of ['self-signed', 'other-host', 'expired'] as const) {
  test(`https: a certificate that is ${name} gets no request`, async (t) => {
    const receiver = await startReceiver(t, answering(OK), { pem: readPem(name) });
    const { http } = givenClient(t);
    const result = await http.send(givenPost(`https://receiver.example:${receiver.port}/`));
    assert.equal(errorOf(result), 'tls');
    assert.equal(receiver.requests.length, 0);
  });
}

test('https: a certificate of an unknown authority gets no request', async (t) => {
  const receiver = await startReceiver(t, answering(OK), { pem: readPem('receiver') });
  const { http } = givenClient(t, { ca: readPem('self-signed') });
  const result = await http.send(givenPost(`https://receiver.example:${receiver.port}/`));
  assert.equal(errorOf(result), 'tls');
});

test('https: a peer that speaks plain HTTP is a tls error', async (t) => {
  const receiver = await startReceiver(t, () => {}, {
    onConnection: (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
  });
  const { http } = givenClient(t);
  const result = await http.send(givenPost(`https://receiver.example:${receiver.port}/`));
  assert.equal(errorOf(result), 'tls');
});
