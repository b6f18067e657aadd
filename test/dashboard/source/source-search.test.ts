/** The address of a new source names its platform, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSourceNew } from '../../../dashboard/src/page/source/source-search.ts';

test('the address holds the chosen platform; a text that is no name is left out', () => {
  assert.deepEqual(readSourceNew({ platform: 'zoom-phone', other: '1' }), {
    platform: 'zoom-phone',
  });
  for (const platform of ['', 'A', '../x', 'x'.repeat(40)]) {
    assert.deepEqual(readSourceNew({ platform }), {});
  }
});
