/** Headers are read as one list, and shown without what may be a credential. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerFaults } from '../../src/core/endpoint/header-rules.ts';
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

/** What an operator may call a static header, whose value is a secret. */
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

test('of a mail its own names are shown', () => {
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
