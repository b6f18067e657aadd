/** Standard Webhooks, with the published example and the library that its authors make. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { WINDOW_MS } from '../../../src/ingest/signature/signature-check.ts';
import {
  standardSecretFault,
  standardWebhooks,
} from '../../../src/ingest/signature/standard-webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const NOW_MS = 1_614_265_330_000;
const check = standardWebhooks(WINDOW_MS);
const asked = (headers: Readonly<Record<string, string | undefined>>, body = BODY) => ({
  body,
  headers,
  secrets: [SECRET],
  nowMs: NOW_MS,
});

test('the published example verifies, with and without the prefix, under either name', () => {
  assert.equal(check(asked(HEADERS)), null);
  assert.equal(check({ ...asked(HEADERS), secrets: [SECRET.slice(6)] }), null);
  assert.equal(check({ ...asked(HEADERS), secrets: ['whsec_bmV3', SECRET] }), null);
  const svix = Object.entries(HEADERS).map(([name, value]) => [
    name.replace('webhook', 'svix'),
    value,
  ]);
  assert.equal(check(asked(Object.fromEntries(svix))), null);
});

test('a signature of the library verifies in any place of the header', () => {
  const signature = new Webhook(SECRET).sign('msg_1', new Date(NOW_MS), '{}');
  const headers = {
    ...HEADERS,
    'webhook-id': 'msg_1',
    'webhook-signature': `v1a,AAAA v1,AAAA ${signature}`,
  };
  assert.equal(check(asked(headers, '{}')), null);
});

test('a secret of a few bytes could be guessed: it proves nothing, and is refused on entry', () => {
  for (const secret of ['whsec_', 'whsec_AA==', 'whsec_ab', 'short']) {
    assert.match(standardSecretFault(secret) ?? '', /at least 8 bytes/, secret);
    const text = `${HEADERS['webhook-id']}.${HEADERS['webhook-timestamp']}.${BODY}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    const signed = asked({ ...HEADERS, 'webhook-signature': signature });
    assert.match(check({ ...signed, secrets: [secret] }) ?? '', /too short/, secret);
  }
  assert.equal(standardSecretFault(SECRET), null);
});

test('any other signature is refused with a sentence', () => {
  assert.match(check(asked(HEADERS, '{}')) ?? '', /webhook-signature does not match/);
  assert.match(check(asked({ ...HEADERS, 'webhook-id': 'msg_2' })) ?? '', /does not match/);
  const bare = HEADERS['webhook-signature'].slice(3);
  assert.match(check(asked({ ...HEADERS, 'webhook-signature': bare })) ?? '', /does not match/);
  for (const name of Object.keys(HEADERS)) {
    const without = { ...HEADERS, [name]: undefined };
    assert.equal(check(asked(without)), `The header ${name} is missing.`);
  }
  assert.match(
    check({ ...asked(HEADERS), nowMs: NOW_MS - WINDOW_MS - 1_000 }) ?? '',
    /webhook-timestamp is 301 s ahead/,
  );
  assert.match(check(asked({ ...HEADERS, 'webhook-timestamp': 'now' })) ?? '', /is no time/);
});
