/** Which segments are words, in languages with and without spaces, and where a text is cut. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countWords, cutAtWord, spokenPart } from '../../../src/acw/call-log/word.ts';
import { codePointCount } from '../../../src/core/text.ts';

test('a word is a segment with a letter or a digit', () => {
  const counts: readonly (readonly [text: string, words: number])[] = [
    ['Hello, how are you?', 4],
    ["I don't know", 3],
    ['a well-known number', 4],
    ['it costs 3.50', 3],
    ['Guten Tag, was kann ich für Sie tun?', 8],
    ['¿En qué puedo ayudarle?', 4],
    // 少々 / お / 待ち / ください
    ['少々お待ちください。', 4],
    ['', 0],
    ['... — !', 0],
    ['😀', 0],
  ];
  for (const [text, words] of counts) assert.equal(countWords(text), words, text);
});

test("a recogniser's marks for sounds are no words, whatever the brackets", () => {
  for (const sound of [
    '[noise]',
    '(laughs)',
    '*coughs*',
    '<music>',
    '[BLANK_AUDIO]',
    '[Hold Music]',
  ]) {
    assert.equal(countWords(sound), 0, sound);
    assert.equal(countWords(`yes${sound}please`), 2, sound);
  }
});

test('other words in brackets are speech, such as a masked name', () => {
  assert.equal(countWords('[PII]'), 1);
  assert.equal(countWords('<unk>'), 1);
  assert.equal(countWords('(as I said)'), 3);
  assert.equal(spokenPart('my name is [NAME]'), 'my name is [NAME]');
});

test('a text is cut between words, with an ellipsis', () => {
  assert.equal(cutAtWord('one two three', 13), 'one two three');
  assert.equal(cutAtWord('one two three', 12), 'one two…');
  assert.equal(cutAtWord('one two three', 8), 'one two…');
  assert.equal(cutAtWord('one two three', 7), 'one…');
});

test('a text without spaces is cut between words too', () => {
  assert.equal(cutAtWord('少々お待ちください', 6), '少々お待ち…');
  assert.equal(cutAtWord('少々お待ちください', 4), '少々…');
});

test('a word longer than the room is broken', () => {
  assert.equal(cutAtWord('a'.repeat(20), 5), 'aaaa…');
});

test('a cut text is never longer than asked, and begins like the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
      const cut = cutAtWord(text, max);
      assert.ok(codePointCount(cut) <= max);
      assert.ok(cut === text || (cut.endsWith('…') && text.startsWith(cut.slice(0, -1))));
    }),
  );
});
