/** The DKIM signature over the sent bytes, verified here from RFC 6376 alone. */
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import { dkimKeyOf, dkimSigned } from '../../../src/channel/email/dkim.ts';
import { mailOf, mailSource } from '../../../src/channel/email/message.ts';
import { givenFiring, givenParts } from './given-firing.ts';

const PAIR = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const KEY = dkimKeyOf('calls.2026._domainkey.example.com', PAIR.privateKey);

/** RFC 6376, section 3.4.2: the name in lower case, unfolded, runs of spaces as one. */
function relaxedHeader(line: string): string {
  const [name = '', ...rest] = line.split(':');
  const value = rest
    .join(':')
    .replaceAll('\r\n', '')
    .split(/[ \t]+/)
    .join(' ')
    .trim();
  return `${name.toLowerCase().trim()}:${value}`;
}

/** RFC 6376, section 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}

function verified(source: string): { readonly body: boolean; readonly headers: boolean } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = lines.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const [name = '', ...value] = tag.split('=');
        return [name.trim(), value.join('=').replace(/\s+/g, '')] as const;
      }),
  );
  assert.equal(tags.get('a'), 'rsa-sha256');
  assert.equal(tags.get('c'), 'relaxed/relaxed');
  assert.equal(tags.get('d'), 'example.com');
  assert.equal(tags.get('s'), 'calls.2026');
  const hash = createHash('sha256').update(relaxedBody(source.slice(end + 4)), 'latin1');
  const named = (tags.get('h') ?? '').split(':');
  const signed = named.map((name) =>
    relaxedHeader(lines.find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? ''),
  );
  const bare = relaxedHeader(signature).replace(/(;\s*b=)[^;]*/, '$1');
  const bytes = Buffer.from([...signed, bare].join('\r\n'), 'latin1');
  const value = Buffer.from(tags.get('b') ?? '', 'base64');
  return {
    body: hash.digest('base64') === tags.get('bh'),
    headers: verify('sha256', bytes, PAIR.publicKey, value),
  };
}

const HEADERS = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'auto-submitted',
  'x-auto-response-suppress',
  'x-webhook-id',
  'x-webhook-event',
  'x-webhook-endpoint-id',
  'mime-version',
  'content-type',
];

test('a receiver can verify headers and body with any values', () => {
  for (const callId of ['call_1', '注文 4712', `${'x '.repeat(100)} \t end `, '...', '']) {
    const firing = givenFiring('OUTBOUND_CALL_ERROR', { callId, clientId: callId });
    const source = mailSource(dkimSigned(mailOf(givenParts({ firing })), KEY));
    assert.deepEqual(verified(source), { body: true, headers: true }, callId);
  }
});

test('the signature covers every header and the body', () => {
  const mail = dkimSigned(mailOf(givenParts()), KEY);
  assert.deepEqual(
    mail.headers.slice(1).map((line) => line.split(':')[0]?.toLowerCase()),
    HEADERS,
  );
  for (const index of HEADERS.keys()) {
    const headers = mail.headers.map((line, at) => (at === index + 1 ? `${line}x` : line));
    const found = verified(mailSource({ ...mail, headers }));
    assert.deepEqual(found, { body: true, headers: false }, HEADERS[index]);
  }
  const body = mail.body.replace('COMPLETED', 'CANCELED');
  assert.deepEqual(verified(mailSource({ ...mail, body })), { body: false, headers: true });
});

test('the same mail has the same signature', () => {
  const mail = mailOf(givenParts());
  assert.deepEqual(dkimSigned(mail, KEY), dkimSigned(mail, KEY));
});

test('a key that cannot sign is a fault, never an unsigned mail', () => {
  assert.throws(
    () => dkimSigned(mailOf(givenParts()), { ...KEY, privateKey: 'none' }),
    /cannot sign/,
  );
});
