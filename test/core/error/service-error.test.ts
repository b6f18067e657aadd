/** The one operating error carries its code, fields and cause, and no more than it was given. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE, messageOf, ServiceError } from '../../../src/core/error/service-error.ts';

test('an error without more has no fields, no waiting time and no cause', () => {
  const error = new ServiceError('NOT_FOUND', 'There is no such call.');
  assert.equal(error.name, 'ServiceError');
  assert.equal(error.message, 'There is no such call.');
  assert.deepEqual([error.code, error.fields, error.retryAfterS], ['NOT_FOUND', [], null]);
  assert.equal('cause' in error, false);
});

test('an error keeps its fields, waiting time and cause', () => {
  const cause = new Error('disk');
  const fields = [{ field: '/status', message: 'Send a status.' }];
  const error = new ServiceError('STORAGE_FULL', 'Full.', { fields, retryAfterS: 5, cause });
  assert.deepEqual([error.fields, error.retryAfterS, error.cause], [fields, 5, cause]);
});

test('every code has a status of an error and a title', () => {
  for (const [code, { status, title }] of Object.entries(CATALOGUE)) {
    assert.match(code, /^[A-Z][A-Z0-9_]+$/);
    assert.ok(status >= 400 && status <= 599 && title.length > 0, code);
  }
});

test('the text of an error is its message, of any other value the value as text', () => {
  assert.equal(messageOf(new Error('why')), 'why');
  assert.equal(messageOf('why'), 'why');
});
