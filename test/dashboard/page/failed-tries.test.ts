/** The words of the audit page for failed tries, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedTries } from '../../../dashboard/src/page/audit/failed-tries.ts';
import { audit as en } from '../../../dashboard/src/words/en/project.ts';
import { audit as ja } from '../../../dashboard/src/words/ja/project.ts';
import { FAILURES } from '../../../src/engine/people/failure-log.ts';

test('every kind of failure has words, with its numbers', () => {
  for (const action of Object.values(FAILURES)) {
    for (const t of [en, ja]) {
      const told = failedTries({ action, after: { tries: 37, refused: 400 } }, t) ?? '';
      assert.ok(told.includes('37') && told.includes('400'), told);
    }
  }
  const one = { tries: 1, refused: 0, keys: ['rp_4fJ0'] };
  assert.equal(
    failedTries({ action: 'api-key.refused', after: one }, en),
    'A request with a wrong API key. Keys begin with rp_4fJ0.',
  );
  assert.equal(failedTries({ action: 'endpoint.created', after: one }, en), null);
});
