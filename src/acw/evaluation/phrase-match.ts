/**
 * Whether a phrase was said in a turn. Both are folded (case, width, punctuation, spaces), then
 * compared in whole words. Japanese, Chinese, Thai, Lao, Khmer and Burmese have no spaces between
 * words, so there a part of the text matches; Korean words may have endings. Must never change a
 * quote, which is a part of the turn as it was sent.
 */
import { codePointCount, cutAtCodePoints } from '../../core/text.ts';
import { QUOTE_POINTS_MAX } from './evaluation.ts';

/**
 * Scripts without spaces between words, with characters that they share, such as the Japanese ー.
 */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}';
const UNSPACED_EDGE = new RegExp(`(?<=[${UNSPACED}]) | (?=[${UNSPACED}])`, 'gu');
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Invisible characters (zero-width marks, soft hyphens, marks of direction) are not compared. */
const UNSEEN = /\p{Cf}+/gu;
const PLAIN = /^[\t\n\r -~]*$/;
const NOT_PLAIN_WORD = /[^a-z0-9]+/g;

/**
 * Folds a text for comparison: folded words with one space between them. Empty if the text has no
 * letters or digits.
 */
export function folded(text: string): string {
  // Most turns in English are ASCII. This gives the same result ten times as fast.
  if (PLAIN.test(text)) return text.toLowerCase().replace(NOT_PLAIN_WORD, ' ').trim();
  // Upper case and back makes ß, ẞ and ss equal. The final sigma is mapped by hand.
  const lower = text.normalize('NFKC').toLowerCase();
  return lower
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(BETWEEN_WORDS, ' ')
    .trim()
    .replace(UNSPACED_EDGE, '');
}

/** The index at which a folded phrase begins in a folded text as whole words; -1 if it does not. */
export function phraseAt(text: string, phrase: string): number {
  let at = text.indexOf(phrase);
  while (at >= 0) {
    const end = at + phrase.length;
    if (isEdge(before(text, at), after(text, at)) && isEnd(before(text, end), after(text, end))) {
      return at;
    }
    at = text.indexOf(phrase, at + 1);
  }
  return -1;
}

const SPACED_LETTER = new RegExp(`^[^ ${UNSPACED}]$`, 'u');
const HANGUL = /^\p{scx=Hang}$/u;

/** Whether a word edge lies between two characters. */
function isEdge(left: string, right: string): boolean {
  return !(SPACED_LETTER.test(left) && SPACED_LETTER.test(right));
}

function isEnd(left: string, right: string): boolean {
  return isEdge(left, right) || (HANGUL.test(left) && HANGUL.test(right));
}

/** The code point that ends at `at`; empty if there is none. */
function before(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
}

function after(text: string, at: number): string {
  return [...text.slice(at, at + 2)].at(0) ?? '';
}

/** How much of a long turn is quoted before the phrase, in code points. */
const LEAD_POINTS = 30;

/** The turn, or the part of a long turn that holds index `at` of the folded text. */
export function quoteAround(text: string, at: number): string {
  if (codePointCount(text) <= QUOTE_POINTS_MAX) return text.trim();
  const points = [...text];
  // Binary search for the longest beginning whose folded form is no longer than `at`.
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (folded(points.slice(0, middle).join('')).length <= at) low = middle;
    else high = middle - 1;
  }
  const from = points.slice(Math.max(0, low - LEAD_POINTS)).join('');
  return cutAtCodePoints(from, QUOTE_POINTS_MAX).trim();
}
