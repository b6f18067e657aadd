/** What may be shown of a secret. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOf, masked } from '../../../src/core/endpoint/secret-hint.ts';

test('of a long secret the last four characters are shown, of a short one nothing', () => {
  assert.equal(masked(hintOf('very-secret-9f3c')), '••••9f3c');
  assert.equal(masked(hintOf('short-9f3c')), '••••');
});
