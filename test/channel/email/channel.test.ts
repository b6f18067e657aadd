/** The preview of a mail has the exact bytes of every attempt, with a DKIM signature or without. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createMailChannel } from '../../../src/channel/email/channel.ts';
import { dkimKeyOf } from '../../../src/channel/email/dkim.ts';
import { givenEndpoint, givenPermit, givenSend } from '../given.ts';
import { givenMailer, LOGIN, PASSWORD } from './given-mail.ts';
import { startMailServer } from './mail-server.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const KEY = dkimKeyOf('calls._domainkey.example.com', privateKey);
const ENDPOINT = givenEndpoint({ kind: 'email', auth: null, target: 'ops@example.org' });

for (const dkim of [null, KEY]) {
  test(`the preview has the sent bytes, ${dkim === null ? 'plain' : 'signed'}`, async (t) => {
    const server = await startMailServer(t);
    const { mailer } = givenMailer(t, { port: server.port, login: LOGIN });
    const channel = createMailChannel({ mailer, from: 'Calls <calls@example.com>', dkim });
    const request = givenSend(ENDPOINT);
    const shown = channel.show?.(request);
    assert.equal((await channel.send(request)).kind, 'response');
    assert.equal((await channel.send({ ...request, attempt: 3, atMs: 0 })).kind, 'response');
    assert.deepEqual(
      server.taken.map(({ source }) => source),
      [shown?.body, shown?.body],
    );
    assert.equal(server.taken[0]?.from, 'calls@example.com');
    assert.deepEqual(server.taken[0]?.recipients, ['ops@example.org']);
    assert.equal('DKIM-Signature' in (shown?.headers ?? {}), dkim !== null);
    assert.doesNotMatch(JSON.stringify(shown), new RegExp(`PRIVATE|${PASSWORD}`));
    for (const [name, value] of Object.entries(shown?.headers ?? {})) {
      assert.match(`${name}: ${value}`, /^[A-Za-z-]+: [\x20-\x7e]+$/);
    }
  });
}

test('without a mail server an attempt says what to set, and the preview works', async () => {
  const channel = createMailChannel({ mailer: null, from: 'calls@example.com', dkim: null });
  const result = await channel.send(givenSend(ENDPOINT));
  assert.ok(result.kind === 'error' && result.error === 'configuration');
  assert.match(result.detail, /RINGPOST_SMTP_URL/);
  assert.match(channel.show?.(givenSend(ENDPOINT)).body ?? '', /^From: calls@example\.com\r\n/);
});

test('a mail whose permit has ended is not sent', async (t) => {
  const server = await startMailServer(t);
  const { mailer } = givenMailer(t, { port: server.port });
  const channel = createMailChannel({ mailer, from: 'calls@example.com', dkim: null });
  const { permit, end } = givenPermit();
  end();
  const result = await channel.send(givenSend(ENDPOINT, { permit }));
  assert.ok(result.kind === 'error' && result.error === 'network');
  assert.deepEqual(server.taken, []);
});

test('a DKIM key that cannot sign ends the attempt, and no unsigned mail is sent', async (t) => {
  const server = await startMailServer(t);
  const { mailer } = givenMailer(t, { port: server.port });
  const dkim = { ...KEY, privateKey: 'none' };
  const channel = createMailChannel({ mailer, from: 'calls@example.com', dkim });
  const result = await channel.send(givenSend(ENDPOINT));
  assert.ok(result.kind === 'error' && result.error === 'signing');
  assert.deepEqual(server.taken, []);
});
