/** The language of a call log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { primarySubtag } from '../../../src/acw/call-log/call-log.ts';

test('the primary subtag of a language is what comes before region, script and variant', () => {
  const tags = ['en', 'en-GB', 'zh-Hant-TW', 'de-1996', 'und'];
  assert.deepEqual(tags.map(primarySubtag), ['en', 'en', 'zh', 'de', 'und']);
});
