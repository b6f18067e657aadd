/** The probe of an address on real sockets: what it finds, and that it writes no request. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createAddressProbe } from '../../src/channel/address-probe.ts';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { answering, closed, settling } from './answer.ts';
import { readPem } from './certificates/read.ts';
import { givenClient } from './given.ts';
import { OK, startReceiver } from './raw-receiver.ts';

type Options = Parameters<typeof givenClient>[1];

function givenProbe(t: TestContext, options: Options = {}) {
  const { http, clock } = givenClient(t, options);
  return { clock, probe: createAddressProbe({ http, clock }) };
}

test('a trusted certificate: the probe gives its end and protocol, sends no request', async (t) => {
  const came = Promise.withResolvers<Socket>();
  const receiver = await startReceiver(t, answering(OK), {
    pem: readPem('receiver'),
    onConnection: came.resolve,
  });
  const { probe } = givenProbe(t);
  const found = await probe(`https://receiver.example:${receiver.port}/secret`);
  assert.equal(found.finding, 'reachable');
  assert.equal(found.tlsProtocol, 'TLSv1.3');
  const { validTo } = new X509Certificate(readPem('receiver'));
  assert.equal(found.validUntilMs, Date.parse(validTo));
  await closed(await came.promise);
  assert.deepEqual(receiver.requests, []);
});

const CERTIFICATES = [
  ['expired', 'expired'],
  ['other-host', 'wrong-name'],
  ['self-signed', 'self-signed'],
] as const;
for (const [name, finding] of CERTIFICATES) {
  test(`a certificate that is ${name} is ${finding}`, async (t) => {
    const receiver = await startReceiver(t, answering(OK), { pem: readPem(name) });
    const { probe } = givenProbe(t);
    const found = await probe(`https://receiver.example:${receiver.port}/`);
    assert.deepEqual([found.finding, found.tlsProtocol], [finding, null]);
    assert.deepEqual(receiver.requests, []);
  });
}

test('the probe gives the end of an expired certificate, and of no other faulty one', async (t) => {
  for (const [name, finding] of CERTIFICATES) {
    const receiver = await startReceiver(t, answering(OK), { pem: readPem(name) });
    const { probe } = givenProbe(t);
    const { validUntilMs } = await probe(`https://receiver.example:${receiver.port}/`);
    const end = Date.parse(new X509Certificate(readPem(name)).validTo);
    assert.equal(validUntilMs, finding === 'expired' ? end : null, name);
  }
});

test('a certificate of an unknown authority is untrusted', async (t) => {
  const receiver = await startReceiver(t, answering(OK), { pem: readPem('receiver') });
  const { probe } = givenProbe(t, { ca: readPem('self-signed') });
  const found = await probe(`https://receiver.example:${receiver.port}/`);
  assert.equal(found.finding, 'untrusted');
});

test('a peer that speaks no TLS is tls-failed', async (t) => {
  const receiver = await startReceiver(t, () => {}, {
    onConnection: (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
  });
  const { probe } = givenProbe(t);
  const found = await probe(`https://receiver.example:${receiver.port}/`);
  assert.equal(found.finding, 'tls-failed');
});

test('an address over http: is reachable, without a certificate', async (t) => {
  const came = Promise.withResolvers<Socket>();
  const receiver = await startReceiver(t, answering(OK), { onConnection: came.resolve });
  const { probe } = givenProbe(t);
  const found = await probe(`http://receiver.example:${receiver.port}/`);
  assert.deepEqual(found, {
    finding: 'reachable',
    durationMs: 0,
    tlsProtocol: null,
    validUntilMs: null,
  });
  await closed(await came.promise);
  assert.deepEqual(receiver.requests, []);
});

test('an unknown name is name-not-found', async (t) => {
  const lookup = async () => {
    throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  };
  const { probe } = givenProbe(t, { lookup });
  assert.equal((await probe('https://receiver.example/')).finding, 'name-not-found');
});

test('a port without a listener is refused', async (t) => {
  const receiver = await startReceiver(t, () => {});
  await receiver.stop();
  const { probe } = givenProbe(t);
  const found = await probe(`https://receiver.example:${receiver.port}/`);
  assert.equal(found.finding, 'refused');
});

test('a handshake that hangs ends within the connect timeout', async (t) => {
  const receiver = await startReceiver(t, () => {});
  const { probe, clock } = givenProbe(t);
  const probing = probe(`https://receiver.example:${receiver.port}/`);
  await settling(probing, () => clock.advance(100));
  const found = await probing;
  assert.equal(found.finding, 'timed-out');
  assert.ok(found.durationMs <= 10_000, `${found.durationMs} ms`);
  await closed(receiver.connections[0]);
});

test('an address that the guard refuses is blocked and not reached', async (t) => {
  const receiver = await startReceiver(t, answering(OK), { pem: readPem('receiver') });
  const { probe } = givenProbe(t, { guard: createGuard({ allow: [] }) });
  const found = await probe(`https://receiver.example:${receiver.port}/`);
  assert.deepEqual([found.finding, found.tlsProtocol, found.validUntilMs], ['blocked', null, null]);
  assert.equal(receiver.reached, 0);
});

test('an IPv6 address is not looked up as a name', async (t) => {
  const { probe } = givenProbe(t, { guard: createGuard({ allow: ['::1/128'] }) });
  for (const target of ['https://[::1]:1/', 'http://[0:0:0:0:0:0:0:1]:1/']) {
    const { finding } = await probe(target);
    // Refused if the machine has IPv6, unreachable if not.
    assert.ok(finding === 'refused' || finding === 'unreachable', finding);
  }
  const closedIn = givenProbe(t, { guard: createGuard({ allow: [] }) });
  assert.equal((await closedIn.probe('https://[::1]:1/')).finding, 'blocked');
});
