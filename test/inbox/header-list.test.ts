/** Headers are read as one list, and shown without what may be a credential. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readerOf, shownHeaders } from '../../src/inbox/header-list.ts';

test('a name is read without regard to case, its values joined', () => {
  const header = readerOf([
    ['Webhook-Id', ' a '],
    ['x', ''],
    ['webhook-id', 'b'],
  ]);
  assert.deepEqual(['WEBHOOK-ID', 'x', 'y', '__proto__'].map(header), ['a, b', '', null, null]);
});

test('every value is masked but of names that never hold a credential', () => {
  const shown = shownHeaders([
    ['Authorization', 'Bearer 0123456789abcdef'],
    ['x-api-key', 'short'],
    ['Cookie', 'session=0123456789'],
    ['Content-Type', 'application/json'],
    ['Webhook-Signature', 'v1rs256,abc'],
    ['Subject', 'Hello'],
  ]);
  assert.deepEqual(
    shown.map(({ value }) => value),
    ['••••cdef', '••••', '••••6789', 'application/json', 'v1rs256,abc', 'Hello'],
  );
});
