/** Headers are read as one list, and shown with possible credentials masked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerFaults } from '../../src/core/endpoint/header-rules.ts';
import { readerOf, shownHeaders } from '../../src/inbox/header-list.ts';

test('a header is read in any case, with its values joined', () => {
  const header = readerOf([
    ['Webhook-Id', ' a '],
    ['x', ''],
    ['webhook-id', 'b'],
  ]);
  assert.deepEqual(['WEBHOOK-ID', 'x', 'y', '__proto__'].map(header), ['a, b', '', null, null]);
});

test('every value is masked except under names that never hold a credential', () => {
  const shown = shownHeaders('http', [
    ['Authorization', 'Bearer 0123456789abcdef'],
    ['x-api-key', 'short'],
    ['Cookie', 'session=0123456789'],
    ['Content-Type', 'application/json'],
    ['Webhook-Signature', 'v1rs256,abc'],
  ]);
  assert.deepEqual(
    shown.map(({ value }) => value),
    ['••••cdef', '••••', '••••6789', 'application/json', 'v1rs256,abc'],
  );
});

/** Names that an operator may give to a static header with a secret value. */
const STATIC = ['x-webhook-secret', 'X-Webhook-Token', 'list-key', 'from', 'to', 'user-agent'];

test('a static header of an endpoint is masked, whatever name the operator chose', () => {
  assert.deepEqual(headerFaults(STATIC.map((name) => ({ name, value: '0123456789abcdef' }))), []);
  for (const channel of ['http', 'slack', 'teams'] as const) {
    const shown = shownHeaders(
      channel,
      STATIC.map((name) => [name, '0123456789abcdef']),
    );
    assert.deepEqual(
      shown.map(({ value }) => value),
      STATIC.map(() => '••••cdef'),
      channel,
    );
  }
});

test('the usual headers of a mail are shown', () => {
  const shown = shownHeaders('email', [
    ['Subject', 'Hello'],
    ['X-Webhook-Id', 'msg_1'],
    ['X-Api-Key', '0123456789abcdef'],
  ]);
  assert.deepEqual(
    shown.map(({ value }) => value),
    ['Hello', 'msg_1', '••••cdef'],
  );
});
