/** The language of a call: the log's, else what a detector finds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callLanguage,
  type LanguageDetector,
  SAMPLE_POINTS,
} from '../../../src/acw/analysis/call-language.ts';
import { codePointCount } from '../../../src/core/text.ts';
import { spoken } from '../spoken.ts';

const hears = (language: string | null, known = ['en', 'de', 'no', 'hr']): LanguageDetector => ({
  knows: (asked) => known.includes(asked),
  detect: () => language,
});
const TURNS = spoken(`A 0-9000 ${'ten words are said here and then some more again '.repeat(3)}`);

test('the language of the log counts, in its canonical form', () => {
  assert.deepEqual(callLanguage('en-gb', TURNS, null), { language: 'en-GB', warning: null });
  assert.deepEqual(callLanguage('en', TURNS, hears('en')), { language: 'en', warning: null });
});

test('if the log has no language, or no valid tag, the detector is asked', () => {
  for (const declared of [undefined, 'und', 'not a tag', '']) {
    assert.deepEqual(callLanguage(declared, TURNS, hears('de')), { language: 'de', warning: null });
  }
});

test('if neither log nor detector knows, it is und, with a warning', () => {
  const unknown = { language: 'und', warning: 'LANGUAGE_UNKNOWN' };
  assert.deepEqual(callLanguage(undefined, TURNS, hears(null)), unknown);
  assert.deepEqual(callLanguage(undefined, TURNS, null), unknown);
  assert.deepEqual(callLanguage(undefined, [], hears('en')), unknown);
});

test('a detector that contradicts the log is a warning, and the log still counts', () => {
  const mismatch = { language: 'en', warning: 'LANGUAGE_MISMATCH' };
  assert.deepEqual(callLanguage('en', TURNS, hears('de')), mismatch);
});

test('a detector contradicts only with enough words, no unknown or kindred language', () => {
  const fine = (language: string) => ({ language, warning: null });
  assert.deepEqual(callLanguage('gl', TURNS, hears('de')), fine('gl'));
  assert.deepEqual(callLanguage('en', spoken('A 0-900 a few words'), hears('de')), fine('en'));
  assert.deepEqual(callLanguage('nb-NO', TURNS, hears('no', ['nb'])), fine('nb-NO'));
  assert.deepEqual(callLanguage('hr', TURNS, hears('sr')), fine('hr'));
  assert.deepEqual(callLanguage('en', TURNS, hears(null)), fine('en'));
});

test('the detector reads the parties from the beginning, up to a bound', () => {
  const heard: string[] = [];
  const detect = (text: string) => {
    heard.push(text);
    return null;
  };
  const detector = { knows: () => true, detect };
  const lines = Array.from({ length: 99 }, (_, at) => `A ${at}000-${at}900 ${'word '.repeat(40)}`);
  callLanguage('en', spoken('S 0-900 welcome', ...lines), detector);
  callLanguage('en', spoken('S 0-900 welcome', 'C 1000-1900 hello [noise] there'), detector);
  assert.equal(heard.length, 2);
  assert.ok(codePointCount(heard[0] ?? '') <= SAMPLE_POINTS && !heard[0]?.includes('welcome'));
  assert.equal(heard[1], 'hello   there');
});
