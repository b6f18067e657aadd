/** What the page says about a pasted request: which check failed, and why. */
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import {
  type CheckedRequest,
  checkRequest,
  fingerprintOf,
  readPastedHeaders,
} from '../../../../dashboard/src/page/signing/check-request.ts';

const NOW_S = 1_795_174_257;
const BODY = '{"message":"é漢字"}';
const PAIRS = ['one', 'two'].map((kid) => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' });
  return { ...pair, jwk: { kid, n, e } };
});
const [FIRST, SECOND] = PAIRS;
const KEYS = PAIRS.map(({ jwk }) => jwk);

function signatureBy(pair: typeof FIRST, body = BODY): string {
  assert.ok(pair !== undefined);
  const text = Buffer.from(`v2rs256.msg_1.${NOW_S}.ep_1.OUTBOUND_CALL_ERROR.3.1..${body}`);
  return `v2rs256,${sign('sha256', text, pair.privateKey).toString('base64')}`;
}

const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(NOW_S),
  'webhook-endpoint-id': 'ep_1',
  'webhook-event': 'OUTBOUND_CALL_ERROR',
  'webhook-sequence': '3',
  'webhook-payload-version': '1',
  'webhook-key-id': 'one two',
  'webhook-identity-signature': `${signatureBy(FIRST)} ${signatureBy(SECOND)}`,
};

interface Change {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly endpointId?: string | null;
  readonly nowMs?: number;
}

function check(change: Change = {}, keys = KEYS): Promise<CheckedRequest> {
  const headers = { ...HEADERS, ...change.headers };
  const plain = { body: BODY, endpointId: null, nowMs: NOW_S * 1_000 };
  return checkRequest({ ...plain, ...change, headers }, keys, crypto.subtle);
}

async function wordOf(name: string, change: Change, keys = KEYS): Promise<string> {
  const { verdict, checks } = await check(change, keys);
  assert.equal(verdict, 'invalid');
  return checks.find((one) => one.name === name)?.word ?? '';
}

test('a request that the service signed is valid, under each known key', async () => {
  const { verdict, checks, trimmed } = await check({ endpointId: 'ep_1' });
  assert.equal(verdict, 'valid');
  assert.equal(trimmed, false);
  const words = checks.map(({ name, word }) => `${name} ${word}`);
  const fine = ['headers', 'time', 'endpoint', 'keys', 'signature'].map((name) => `${name} fine`);
  assert.deepEqual(words, [...fine, 'digest not-there']);
  assert.equal((await check({}, KEYS.slice(1))).verdict, 'valid');
});

test('J18: a changed body: the digest differs', async () => {
  assert.equal(await wordOf('signature', { body: BODY.replace('é', 'e') }), 'digest-differs');
  const digest = createHash('sha256').update(BODY).digest('base64');
  const headers = { 'content-digest': `sha-256=:${digest}:` };
  assert.equal((await check({ headers })).verdict, 'valid');
  assert.equal(await wordOf('digest', { headers, body: '{}' }), 'digest-differs');
});

test('a signature of another key, or none, is distinguished from a changed body', async () => {
  const swapped = { 'webhook-identity-signature': `${signatureBy(SECOND)} ${signatureBy(SECOND)}` };
  assert.equal(await wordOf('signature', { headers: swapped }), 'other-key');
  const noise = { 'webhook-key-id': 'one', 'webhook-identity-signature': 'v2rs256,????' };
  assert.equal(await wordOf('signature', { headers: noise }), 'other-key');
});

test('each other reason has its word', async () => {
  assert.equal(await wordOf('headers', { headers: { 'webhook-id': '' } }), 'missing');
  assert.equal(await wordOf('headers', { headers: { 'webhook-timestamp': '1e3' } }), 'malformed');
  assert.equal(await wordOf('headers', { headers: { 'webhook-key-id': 'one' } }), 'malformed');
  assert.equal(await wordOf('time', { nowMs: (NOW_S + 301) * 1_000 }), 'old');
  assert.equal(await wordOf('time', { nowMs: (NOW_S - 301) * 1_000 }), 'ahead');
  assert.equal(await wordOf('endpoint', { endpointId: 'ep_2' }), 'other-endpoint');
  assert.equal(await wordOf('keys', {}, []), 'unknown-key');
  assert.equal(await wordOf('signature', {}, []), 'not-checked');
});

test('a line break that pasting added is removed, and the page says so', async () => {
  const { verdict, trimmed } = await check({ body: `${BODY}\n` });
  assert.equal(verdict, 'valid');
  assert.equal(trimmed, true);
});

test('headers are read as servers, curl and programs write them', () => {
  const wanted = { 'webhook-id': 'msg_1', host: 'a:80' };
  const texts = [
    'POST /hook HTTP/1.1\r\nHost: a:80\r\nWebhook-Id: msg_1\r\n',
    '> POST /hook HTTP/1.1\n> host: a:80\n> webhook-id: msg_1',
    '{"Host": "a:80", "webhook-id": "msg_1"}',
    'host: "a:80",\nwebhook-id: "msg_1",',
  ];
  for (const text of texts) assert.deepEqual(readPastedHeaders(text), wanted, text);
  assert.deepEqual(readPastedHeaders('{"half": '), {});
});

test('a fingerprint is SHA-256 of the DER, as in openssl; none without WebCrypto', async () => {
  const pem = FIRST?.publicKey.export({ format: 'pem', type: 'spki' }).toString() ?? '';
  const der = FIRST?.publicKey.export({ format: 'der', type: 'spki' }) ?? Buffer.of();
  const hex = createHash('sha256').update(der).digest('hex').toUpperCase();
  assert.equal((await fingerprintOf(pem, crypto.subtle))?.replaceAll(':', ''), hex);
  assert.equal(await fingerprintOf(pem, undefined), null);
});
