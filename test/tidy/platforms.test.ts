/** README and guide list every platform, as its adapter does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENTS, documentAt, withTable } from '../docs/platform-table.ts';

for (const document of DOCUMENTS) {
  test(`${document.path} has the table of all platforms`, () => {
    const text = documentAt(document.path);
    const help = 'run `npx node test/docs/platform-table.ts`, which writes the tables again';
    assert.equal(text, withTable(text, document), help);
  });
}
