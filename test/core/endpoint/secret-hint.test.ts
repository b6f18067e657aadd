/** The part of a secret that may be shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOf, masked } from '../../../src/core/endpoint/secret-hint.ts';

test('the last four characters of a long secret are shown, none of a short one', () => {
  assert.equal(masked(hintOf('very-secret-9f3c')), '••••9f3c');
  assert.equal(masked(hintOf('short-9f3c')), '••••');
});
