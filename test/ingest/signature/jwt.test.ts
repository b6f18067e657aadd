/** JSON Web Tokens, with the example of jwt.io. */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { readToken, tokenOfBody } from '../../../src/ingest/signature/jwt.ts';

const EXAMPLE =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9' +
  '.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ' +
  '.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';
const SECRET = 'your-256-bit-secret';
const NOW_MS = 1_516_239_022_000;
const WINDOW = { what: 'The token', windowMs: 60_000 };
const request = { secrets: [SECRET], nowMs: NOW_MS };

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(claims: unknown, { alg = 'HS256', secret = SECRET } = {}): string {
  const text = `${part({ alg })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function faultOf(token: string, more: Partial<typeof request> = {}): string | null {
  const read = readToken(token, { ...request, ...more }, WINDOW);
  return read.kind === 'fault' ? read.fault : null;
}

test('the published example verifies, and gives its claims', () => {
  const read = readToken(EXAMPLE, request, WINDOW);
  assert.deepEqual(read.kind === 'claims' && read.claims, {
    sub: '1234567890',
    name: 'John Doe',
    iat: 1516239022,
  });
  assert.equal(faultOf(EXAMPLE, { secrets: ['new', SECRET] }), null);
});

test('only HS256 is accepted, whatever the token says', () => {
  for (const alg of ['none', 'HS512', 'RS256', 'hs256']) {
    assert.equal(faultOf(tokenOf({}, { alg })), 'The token must be signed with HS256.');
  }
  const unsigned = `${part({ alg: 'none' })}.${part({})}.`;
  assert.equal(faultOf(unsigned), 'The token is no JSON Web Token.');
});

test('a text that is no token, changed, or signed with another secret is refused', () => {
  for (const odd of ['', 'a', 'a.b', 'a.b.c.d', `${EXAMPLE}.x`]) {
    assert.notEqual(faultOf(odd), null, odd);
  }
  assert.match(faultOf(`${EXAMPLE}A`) ?? '', /does not match/);
  assert.match(faultOf(tokenOf({}, { secret: 'other' })) ?? '', /does not match/);
  assert.match(faultOf(tokenOf([])) ?? '', /holds no JSON object/);
});

test('exp, nbf and iat are checked with the window', () => {
  const now = NOW_MS / 1_000;
  for (const claims of [
    { exp: now - 59 },
    { nbf: now + 59 },
    { iat: now - 59 },
    { iat: now + 59 },
  ]) {
    assert.equal(faultOf(tokenOf(claims)), null, JSON.stringify(claims));
  }
  assert.equal(faultOf(tokenOf({ exp: now - 61 })), 'The token has expired.');
  assert.equal(
    faultOf(tokenOf({ nbf: now + 61 })),
    "The token does not count yet: its time is 61 s ahead of this service's clock.",
  );
  for (const iat of [now - 61, now + 61]) {
    assert.equal(faultOf(tokenOf({ iat })), 'The token was issued more than 60 s from now.');
  }
});

test('a token in a header covers the body by its hash, in hex or base64', () => {
  const body = '{"a":1}';
  for (const hashEncoding of ['hex', 'base64'] as const) {
    const settings = {
      header: 'authorization',
      hashClaim: 'payload_hash',
      hashEncoding,
      windowMs: 60_000,
    };
    const hash = createHash('sha256').update(body).digest(hashEncoding);
    const token = tokenOf({ payload_hash: hash, iat: NOW_MS / 1_000 });
    const asked = { ...request, body, headers: { authorization: `Bearer ${token}` } };
    assert.equal(tokenOfBody(asked, settings).kind, 'claims');
    assert.equal(
      tokenOfBody({ ...asked, headers: { authorization: token } }, settings).kind,
      'claims',
    );
    const changed = tokenOfBody({ ...asked, body: '{"a":2}' }, settings);
    assert.match(changed.kind === 'fault' ? changed.fault : '', /is not the hash of the body/);
    const none = { ...asked, headers: { authorization: `Bearer ${tokenOf({})}` } };
    assert.equal(tokenOfBody(none, settings).kind, 'fault');
    assert.equal(tokenOfBody({ ...none, body: '' }, settings).kind, 'claims');
    const absent = tokenOfBody({ ...asked, headers: {} }, settings);
    assert.equal(absent.kind === 'fault' && absent.fault, 'The header authorization is missing.');
  }
});
