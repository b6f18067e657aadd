/** Phrases are found as people would hear them, whatever the case, width, marks or script. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { QUOTE_POINTS_MAX } from '../../../src/acw/evaluation/evaluation.ts';
import { folded, phraseAt, quoteAround } from '../../../src/acw/evaluation/phrase-match.ts';
import { codePointCount } from '../../../src/core/text.ts';

function isSaid(phrase: string, text: string): boolean {
  return phraseAt(folded(text), folded(phrase)) >= 0;
}

test('case, width, marks and spaces do not matter', () => {
  for (const [phrase, text] of [
    ['thank you for calling', 'Hi!  THANK YOU,\nfor calling.'],
    ["i'm anna", 'Hello, I’m Anna'],
    ['grüß gott', 'GRÜSS GOTT'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'strasse'],
    ['οδός', 'ΟΔΌΣ'],
    ['gracias por llamar', 'Gracias\u00a0por\u200b llamar'],
    ['buenos días', 'Buenos di\u0301as'],
    ['guide 2', 'ｇｕｉｄｅ　２'],
    ['ガイド', 'ｶﾞｲﾄﾞです'],
  ] as const) {
    assert.ok(isSaid(phrase, text), `${phrase} in ${text}`);
  }
});

test('scripts with spaces are compared in whole words', () => {
  for (const [phrase, text] of [
    ['cat', 'a category'],
    ['cat', 'concat'],
    ['cat', 'the cats'],
    ['hi', 'this is Chile'],
    ['año', 'mañana'],
    ['𝒳y', 'a𝒳yb'],
  ] as const) {
    assert.ok(!isSaid(phrase, text), `${phrase} in ${text}`);
  }
  assert.ok(isSaid('cat', 'a category of cat'));
  assert.ok(isSaid('𐐨', 'x 𐐀 y'));
});

test('an accent makes another word', () => {
  assert.ok(!isSaid('ano', 'año'));
  assert.ok(!isSaid('schon', 'schön'));
});

test("Japanese, Chinese and Thai need no word edge; a recogniser's spaces are ignored", () => {
  for (const [phrase, text] of [
    ['と申します', '山田と申します。'],
    ['お電話ありがとう', 'お電話、ありがとう ございます'],
    ['录音', '本次通话将被录音。'],
    ['ขอบคุณ', 'สวัสดีค่ะขอบคุณค่ะ'],
    ['AI', '私はAIです'],
    ['コール', 'コールセンター'],
  ] as const) {
    assert.ok(isSaid(phrase, text), `${phrase} in ${text}`);
  }
});

test('a Korean word may have an ending, not a beginning', () => {
  assert.ok(isSaid('상담원', '저는 상담원입니다'));
  assert.ok(!isSaid('담원', '상담원입니다'));
});

test('a text without letter or digit folds to nothing', () => {
  for (const text of ['', ' ', '?!', '…', '\u200b\u00ad', '🙂', '—'])
    assert.equal(folded(text), '');
});

test('the shortcut for ASCII gives the same as the general way', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      // A zero-width mark is not compared, and makes the general way run.
      assert.equal(folded(`${text}\u200b`), folded(text));
    }),
  );
});

test('a short turn is quoted whole, a long one around the phrase', () => {
  assert.equal(quoteAround('  Hello there. ', 0), 'Hello there.');
  const before = 'ähm, '.repeat(200);
  const text = `${before}My name is Anna. ${'So, '.repeat(200)}`;
  const at = phraseAt(folded(text), 'my name is');
  const quote = quoteAround(text, at);
  assert.ok(text.includes(quote));
  assert.match(quote, /^(?:\S+ )*My name is Anna\./);
  assert.ok(codePointCount(quote) <= QUOTE_POINTS_MAX);
});

test('any turn: the quote is a part of it, bounded, and contains the phrase', () => {
  const filler = fc.array(
    fc.constantFrom(
      'ah ',
      'Straße, ',
      'über — ',
      'は、',
      '𝒳 ',
      'e\u0301 ',
      '… ',
      '\u200b',
      '안녕 ',
    ),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(filler, filler, (before, after) => {
      const text = `${before.join('')} Guten Tag, Frau Weiß! ${after.join('')}`;
      const at = phraseAt(folded(text), 'guten tag frau weiss');
      assert.ok(at >= 0);
      const quote = quoteAround(text, at);
      assert.ok(text.includes(quote));
      assert.ok(codePointCount(quote) <= QUOTE_POINTS_MAX);
      assert.ok(quote.includes('Guten Tag, Frau Weiß!'), quote);
    }),
  );
});
