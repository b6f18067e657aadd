/** RFC 4180, and nothing that a spreadsheet would run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '../../src/http/csv.ts';

test('commas, quotes and line ends stand in quotes', () => {
  assert.equal(
    csvLine(['a', 'b,c', 'say "hi"', 'two\nlines']),
    'a,"b,c","say ""hi""","two\nlines"\r\n',
  );
});

test('numbers and truth are plain, nothing is empty, lists are JSON', () => {
  assert.equal(csvLine([1, -1, true, null, undefined, ['a', 1]]), '1,-1,true,,,"[""a"",1]"\r\n');
});

test('what begins like a formula is text', () => {
  for (const begin of ['=', '+', '-', '@', '\t']) {
    assert.equal(csvLine([`${begin}HYPERLINK(1)`]), `'${begin}HYPERLINK(1)\r\n`);
  }
  assert.equal(csvLine(['\r=1,2']), '"\'\r=1,2"\r\n');
});
