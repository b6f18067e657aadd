/** What may be set on an ingest source. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseSourceErrors } from '../../../src/engine/manage/source-input.ts';
import { failure } from './setup.ts';

const input = { name: 'Twilio', adapter: 'twilio', secret: 'auth-token-9f3c', publicUrl: null };

test('a good source passes, also with a secret that is kept', () => {
  refuseSourceErrors(input, ['twilio']);
  refuseSourceErrors({ ...input, secret: null, publicUrl: 'https://x.example/in?a=1' }, ['twilio']);
});

test('every broken rule is named with its field', () => {
  const broken = { name: ' ', adapter: 'telnyx', secret: 'short', publicUrl: 'x' };
  assert.throws(
    () => refuseSourceErrors(broken, ['twilio']),
    failure('INVALID_INPUT', ['/name', '/adapter', '/secret', '/publicUrl']),
  );
});

test('addresses that no platform can be given are refused', () => {
  const wrong = [
    'ftp://x.example/',
    'https://user:pass@x.example/',
    'https://x.example/#part',
    `https://x.example/${'a'.repeat(2_048)}`,
    '/relative',
    'https://x.example/a\r\nb',
    'https://x.example/a\tb',
    'https://x.example/größe',
  ];
  for (const publicUrl of wrong) {
    assert.throws(
      () => refuseSourceErrors({ ...input, publicUrl }, ['twilio']),
      failure('INVALID_INPUT', ['/publicUrl']),
      publicUrl,
    );
  }
});
