/** RFC 4180, and nothing that a spreadsheet would run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '../../../src/http/reply/export.ts';

test('commas, quotes and line ends stand in quotes', () => {
  assert.equal(
    csvLine(['a', 'b,c', 'say "hi"', 'two\nlines']),
    'a,"b,c","say ""hi""","two\nlines"\r\n',
  );
});

test('numbers and truth are plain, nothing is empty, lists are JSON', () => {
  assert.equal(csvLine([1, -1, true, null, undefined, ['a', 1]]), '1,-1,true,,,"[""a"",1]"\r\n');
});

test('what begins like a formula is text, full-width signs and spaces before it too', () => {
  for (const begin of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
    assert.equal(csvLine([`${begin}HYPERLINK(1)`]), `'${begin}HYPERLINK(1)\r\n`);
    assert.equal(csvLine([` \u3000${begin}1`]), ` \u3000'${begin}1\r\n`);
  }
  assert.equal(csvLine(['\tHYPERLINK(1)']), "'\tHYPERLINK(1)\r\n");
  assert.equal(csvLine(['\r=1,2']), '"\'\r\'=1,2"\r\n');
});

test('where another separator counts, no cell begins with a formula either', () => {
  const formula = /^\s*[=+\-@＝＋－＠]/u;
  for (const separator of [';', '|', '\t', '\n', '\r']) {
    for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
      for (const text of [
        `a${separator}${sign}1`,
        `a,"${separator} ${sign}1`,
        `${separator}${sign}1${separator}${sign}2`,
      ]) {
        const cells = csvLine(['x', text]).split(/[;|\t\r\n]/);
        assert.ok(!cells.some((cell) => formula.test(cell)), JSON.stringify(cells));
      }
    }
  }
  assert.equal(csvLine(['a-b', 'a; b', '1=2', 'a@b']), 'a-b,a; b,1=2,a@b\r\n');
});
