/** Which preset a generic source uses, and which settings each one takes. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  checkOf,
  coversBody,
  type SignatureChoice,
  signatureChoice,
} from '../../../src/ingest/signature/signature-choice.ts';

const GOOD: readonly SignatureChoice[] = [
  { scheme: 'standard-webhooks' },
  { scheme: 'hmac-body', header: 'x-sign', algorithm: 'sha1', encoding: 'base64', prefix: 'sha1=' },
  { scheme: 'hmac-timed', header: 'x-sign', style: 't,v1' },
  { scheme: 'hmac-timed', header: 'x-sign', style: 'v0:', timeHeader: 'x-time' },
  { scheme: 'ed25519', header: 'x-sign', timeHeader: 'x-time' },
  { scheme: 'jwt-body', header: 'authorization', hashClaim: 'sha256', encoding: 'base64' },
  { scheme: 'bearer' },
  { scheme: 'header-token', header: 'x-token' },
  { scheme: 'basic' },
];

test('every scheme is read, refuses a request without a signature, and names its header', () => {
  for (const choice of GOOD) {
    assert.deepEqual(signatureChoice(choice), { kind: 'ok', choice });
    const fault = checkOf(choice)({ body: '{}', headers: {}, secrets: ['s'], nowMs: 0 });
    assert.match(fault ?? '', /^The header [a-z-]+ is missing\.$/, choice.scheme);
    const proves = ['bearer', 'header-token', 'basic'].includes(choice.scheme);
    assert.equal(coversBody(choice), !proves, choice.scheme);
  }
});

test('the settings reach the preset', () => {
  const [, hmac] = GOOD;
  assert.ok(hmac !== undefined);
  const signature = `sha1=${createHmac('sha1', 's').update('{}').digest('base64')}`;
  const request = { body: '{}', headers: { 'x-sign': signature }, secrets: ['s'], nowMs: 0 };
  assert.equal(checkOf(hmac)(request), null);
});

test('superfluous and missing settings of a scheme are named', () => {
  for (const [given, field] of [
    [null, '/scheme'],
    [{ scheme: 'toString' }, '/scheme'],
    [{ scheme: 'bearer', header: 'x' }, '/header'],
    [{ scheme: 'header-token', header: 'X Token' }, '/header'],
    [{ scheme: 'hmac-body', header: 'x', algorithm: 'md5' }, '/algorithm'],
    [{ scheme: 'hmac-timed', header: 'x', style: 'v0:' }, '/timeHeader'],
    [{ scheme: 'hmac-timed', header: 'x', style: 't,v1', timeHeader: 'y' }, '/timeHeader'],
    [{ scheme: 'hmac-timed', header: 'x', style: 'other' }, '/style'],
    [{ scheme: 'jwt-body', header: 'x', hashClaim: '' }, '/hashClaim'],
  ] as const) {
    const read = signatureChoice(given);
    assert.equal(read.kind === 'faulty' && read.faults[0]?.field, field, JSON.stringify(given));
  }
});

test('a platform with only some of the schemes accepts only those', () => {
  assert.equal(signatureChoice({ scheme: 'bearer' }, ['bearer']).kind, 'ok');
  const read = signatureChoice({ scheme: 'basic' }, ['bearer', 'header-token']);
  assert.deepEqual(read.kind === 'faulty' ? read.faults : [], [
    { field: '/scheme', message: 'Choose how requests are signed: bearer, header-token.' },
  ]);
});
