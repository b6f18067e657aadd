/** The text rules that ids, names and display values share. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  codePointCount,
  cutAtCodePoints,
  cutAtGraphemes,
  FREE_TEXT_BYTES_MAX,
  freeTextFault,
  ID_BOUNDS,
  lineFault,
  OPTIONAL_ID_BOUNDS,
  showable,
} from '../../src/core/text.ts';
import { anyText } from '../support/any-text.ts';

test('an id may hold any visible text, slashes and inner spaces too', () => {
  for (const id of ['call_1', 'a/b', 'a b', '注文', '😀'.repeat(256), '%', '__proto__']) {
    assert.equal(lineFault(id, ID_BOUNDS), null, id);
  }
});

test('an id is refused with a sentence that says what to do', () => {
  const faults: readonly (readonly [id: string, sentence: RegExp])[] = [
    ['', /at least one/],
    ['😀'.repeat(257), /at most 256 characters; this has 257/],
    ['a\ud800b', /well-formed/],
    ['a\u0000', /control/],
    ['a\u001f', /control/],
    ['a\u007f', /control/],
    ['a\u009f', /control/],
    ['a\u2029b', /separators/],
    [' a', /space/],
    ['a\u3000', /space/],
  ];
  for (const [id, sentence] of faults) assert.match(lineFault(id, ID_BOUNDS) ?? '', sentence);
  assert.equal(lineFault('', OPTIONAL_ID_BOUNDS), null);
});

test('a free text is bounded in bytes, and may have line breaks', () => {
  assert.equal(freeTextFault('one\ntwo\ttabbed'), null);
  const byBytes = [
    ['a', '\u007f'],
    ['\u0080', 'é', '\u07ff'],
    ['\u0800', '語', '\ud7ff', '\ue000', '\uffff'],
    ['\u{10000}', '😀', '\u{10ffff}'],
  ];
  for (const [index, characters] of byBytes.entries()) {
    const fits = Math.floor(FREE_TEXT_BYTES_MAX / (index + 1));
    for (const character of characters) {
      assert.equal(freeTextFault(character.repeat(fits)), null);
      assert.match(freeTextFault(character.repeat(fits + 1)) ?? '', /at most 4096 bytes/);
    }
  }
  assert.match(freeTextFault('\udc00') ?? '', /well-formed/);
  assert.match(freeTextFault('\0') ?? '', /NUL/);
});

test('invisible and reordering characters become a space', () => {
  const unseen = '\n\r\t\0\u0085\u200b\u200f\u202e\u2066\u2028\u2029\ufeff\u{e0041}\ud800';
  assert.equal(showable(`a${unseen}b`), `a${' '.repeat(14)}b`);
  assert.equal(showable('注文 é 😀'), '注文 é 😀');
});

test('cutting counts code points and never splits a pair', () => {
  assert.equal(cutAtCodePoints('😀😀😀', 2), '😀😀');
  assert.equal(cutAtCodePoints('abc', 3), 'abc');
  fc.assert(
    fc.property(anyText(), fc.nat({ max: 20 }), (text, max) => {
      const cut = cutAtCodePoints(text, max);
      assert.ok(text.startsWith(cut) && cut.isWellFormed());
      assert.equal(codePointCount(cut), Math.min(max, [...text].length));
    }),
  );
});

test('what people see as one character stays whole: joined emoji, scripts with joiners', () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
  const wave = '\u{1f44b}\u{1f3fd}';
  const hindi = '\u0915\u094d\u200d\u0937';
  const persian = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645';
  for (const text of [family, wave, hindi, persian]) assert.equal(showable(text), text);
  assert.equal(showable('a\u200db\u200cc\u200d'), 'a b c ', 'between Latin letters it hides');
  assert.equal(showable(`${family}\u200d`), `${family} `);
  assert.equal(cutAtGraphemes(`ab${family}`, 4), 'ab');
  assert.equal(cutAtGraphemes(`ab${wave}c`, 3), 'ab');
  assert.equal(cutAtGraphemes(`ab${wave}c`, 4), `ab${wave}`);
  assert.equal(cutAtGraphemes('abc', 2), 'ab');
  assert.equal(cutAtGraphemes(`e${'\u0301'.repeat(300)}`, 256).length, 256);
});
