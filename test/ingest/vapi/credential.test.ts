/** Which settings a source of Vapi takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credentialFault,
  proofHeaders,
  secretFault,
  settingsFaults,
} from '../../../src/ingest/vapi/credential.ts';

const SECRET = 'vapi-synthetic-0123456789';
const ASKED = { body: '{}', headers: { 'x-acme': SECRET }, secrets: [SECRET], nowMs: 0 };

test('a source needs no settings, and may name another header', () => {
  assert.deepEqual(settingsFaults(null), []);
  const settings = { signature: { scheme: 'header-token', header: 'x-acme' } };
  assert.deepEqual(settingsFaults(settings), []);
  assert.equal(credentialFault(ASKED, settings), null);
  assert.equal(credentialFault(ASKED, null), 'The header authorization is missing.');
});

test('a wrong credential is refused, with its place', () => {
  const fields = (settings: object) => settingsFaults(settings).map(({ field }) => field);
  assert.deepEqual(fields({}), ['/signature/scheme']);
  assert.deepEqual(fields({ signature: { scheme: 'basic' }, fields: {} }), [
    '/fields',
    '/signature/scheme',
  ]);
  assert.deepEqual(fields({ signature: { scheme: 'hmac-body' } }), ['/signature/header']);
  assert.match(credentialFault(ASKED, { signature: 1 }) ?? '', /are not valid: enter them again/);
});

test('settings are read once for all requests of their source', () => {
  let reads = 0;
  const settings = {
    get signature() {
      reads += 1;
      return { scheme: 'header-token', header: 'x-acme' };
    },
  };
  for (let count = 0; count < 3; count += 1) {
    assert.deepEqual(proofHeaders(settings), ['x-acme']);
    assert.equal(credentialFault(ASKED, settings), null);
    assert.equal(secretFault(SECRET, settings), null);
  }
  assert.equal(reads, 1);
});
