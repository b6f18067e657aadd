/** Folding makes spellings equal and keeps every character in its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { folded, widthFolded } from '../../../src/acw/phrase/phrase-pattern.ts';
import { anyText } from '../../support/any-text.ts';

test('case, accents, width, spaces, apostrophes and hyphens are folded', () => {
  assert.equal(folded('¿Cuándo? MAÑANA'), '¿cuando? manana');
  assert.equal(folded('Für Ürün, Éloïse ÿ ç'), 'fur urun, eloise y c');
  assert.equal(folded('ＡＢＣ　１２３'), 'abc 123');
  assert.equal(folded('I’m\u00a0here'), "i'm here");
  assert.equal(widthFolded('＄４２\u201342 Tel：０３－１'), '$42-42 Tel:03-1');
  assert.equal(folded('İstanbul'), 'istanbul');
});

test('Japanese and plain ASCII stay as they are', () => {
  assert.equal(folded('お電話ありがとう'), 'お電話ありがとう');
  assert.equal(widthFolded('Plain, 42.'), 'Plain, 42.');
});

test('the length never changes, whatever the text', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      assert.equal(folded(text).length, text.length);
      assert.equal(widthFolded(text).length, text.length);
    }),
    { numRuns: 500 },
  );
});
