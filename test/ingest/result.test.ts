/** Constructors of results, and how a platform's text is made safe. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  handshake,
  ignored,
  NO_CONTENT,
  OK,
  refused,
  taken,
  visible,
} from '../../src/ingest/result.ts';

test('each result has all its fields', () => {
  const nothing = { reports: [], hints: [], callLog: null, unmapped: [], why: null, answer: null };
  const hints = [{ callId: 'c', hint: 'MACHINE' }] as const;
  assert.deepEqual(taken({ hints }), { kind: 'taken', ...nothing, hints });
  assert.deepEqual(ignored('No call.'), { kind: 'taken', ...nothing, why: 'No call.' });
  assert.deepEqual(ignored('Unknown.', 'state parked'), {
    kind: 'taken',
    ...nothing,
    why: 'Unknown.',
    unmapped: ['state parked'],
  });
  assert.deepEqual(refused('INVALID_INPUT', 'No.'), {
    kind: 'refused',
    code: 'INVALID_INPUT',
    detail: 'No.',
  });
  const tried = handshake({ plainToken: 'a' });
  assert.deepEqual(tried.kind === 'taken' && tried.answer, {
    status: 200,
    body: '{"plainToken":"a"}',
    contentType: 'application/json',
  });
});

test('an answer without a body is 204, one with a body 200', () => {
  assert.deepEqual([NO_CONTENT.status, NO_CONTENT.body], [204, '']);
  assert.deepEqual([OK.status, JSON.parse(OK.body)], [200, {}]);
});

test("a platform's text is made visible and short", () => {
  assert.equal(visible(' a\n\u202eb\t'), 'a  b');
  assert.equal(visible('x'.repeat(100)).length, 64);
});
