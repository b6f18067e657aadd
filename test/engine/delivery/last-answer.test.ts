/** The last answer of a delivery in words, and what to do about it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import { lastAnswer, whatToDo } from '../../../src/engine/delivery/last-answer.ts';

const answered = (lastStatus: number) => ({ lastStatus, lastError: null });
const failed = (lastError: string) => ({ lastStatus: null, lastError });

test('mail servers answer SMTP, all others HTTP; before an attempt the text is empty', () => {
  assert.equal(lastAnswer(answered(550), 'email'), ' (last answer SMTP 550)');
  assert.equal(lastAnswer(answered(404), 'slack'), ' (last answer HTTP 404)');
  assert.equal(lastAnswer(failed('dns'), 'custom'), ' (last error: dns)');
  const none = { lastStatus: null, lastError: null };
  assert.equal(lastAnswer(none, 'custom') + whatToDo(none, 'custom'), '');
});

test('a webhook that is gone needs a new URL; an answer with a reason is referred to', () => {
  for (const status of [403, 404, 410]) {
    assert.match(whatToDo(answered(status), 'slack'), /^ .*its new URL\.$/);
  }
  assert.match(whatToDo(answered(401), 'teams'), /its new URL/);
  assert.match(whatToDo(answered(200), 'teams'), /text of the answer/);
  assert.match(whatToDo(answered(550), 'email'), /text of the answer/);
  for (const status of [404, 503]) assert.equal(whatToDo(answered(status), 'custom'), '');
});

test('an error says where to look, unless only waiting helps', () => {
  const errors: readonly (readonly [EndpointKind, string, RegExp])[] = [
    ['email', 'authentication', /RINGPOST_SMTP_URL.*doctor/],
    ['email', 'configuration', /settings of mail/],
    ['email', 'tls', /doctor/],
    ['custom', 'tls', /test of the endpoint/],
    ['custom', 'configuration', /^ A test of the endpoint/],
    ['custom', 'signing', /master key/],
    ['custom', 'timeout', /^$/],
  ];
  for (const [kind, error, sentence] of errors) {
    assert.match(whatToDo(failed(error), kind), sentence, `${kind} ${error}`);
  }
});
