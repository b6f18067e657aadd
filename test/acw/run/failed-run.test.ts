/** Why a run failed, as a sentence that says what to do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureText } from '../../../src/acw/run/failed-run.ts';
import { RUN_REASONS } from '../../../src/acw/run/run.ts';

test('every reason has sentences of its own', () => {
  const texts = RUN_REASONS.map(failureText);
  for (const text of texts) assert.match(text, /^[A-Z].*\.$/);
  assert.equal(new Set(texts).size, RUN_REASONS.length);
});
