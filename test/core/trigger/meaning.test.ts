/** The API describes each trigger as the reference does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MEANINGS } from '../../../src/core/trigger/meaning.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';

const REFERENCE = join(import.meta.dirname, '../../../docs/reference/triggers.md');

test('each trigger has the description of the reference', () => {
  const page = readFileSync(REFERENCE, 'utf8');
  for (const trigger of TRIGGERS) {
    const [, said = ''] = new RegExp(`\\| \`${trigger}\` \\| ([^|]+) \\|`).exec(page) ?? [];
    const words = said.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
    assert.ok(words.startsWith(MEANINGS[trigger]), `${trigger}: ${words}`);
  }
});
