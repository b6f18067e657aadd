/** CSV as RFC 4180 has it, without a cell that a spreadsheet would run as a formula. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '../../../src/http/reply/export.ts';

test('cells with commas, quotes or line ends are quoted', () => {
  assert.equal(
    csvLine(['a', 'b,c', 'say "hi"', 'two\nlines']),
    'a,"b,c","say ""hi""","two\nlines"\r\n',
  );
});

test('numbers and booleans are plain, null is empty, lists are JSON', () => {
  assert.equal(csvLine([1, -1, true, null, undefined, ['a', 1]]), '1,-1,true,,,"[""a"",1]"\r\n');
});

test('a cell that begins like a formula becomes text, also with full-width signs or spaces', () => {
  for (const begin of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
    assert.equal(csvLine([`${begin}HYPERLINK(1)`]), `'${begin}HYPERLINK(1)\r\n`);
    assert.equal(csvLine([` \u3000${begin}1`]), ` \u3000'${begin}1\r\n`);
  }
  assert.equal(csvLine(['\tHYPERLINK(1)']), "'\tHYPERLINK(1)\r\n");
  assert.equal(csvLine(['\r=1,2']), '"\'\r\'=1,2"\r\n');
});

test('no cell begins like a formula for a spreadsheet with another separator either', () => {
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
