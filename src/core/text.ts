/**
 * The text rules that ids, names and display values share (S5.6, S5.10 to S5.13): lengths in code
 * points, well-formed Unicode, no control characters. A fault is a sentence that says what to do;
 * null means that the text keeps the rule. Must never change what it judges.
 */

/** Bounds in code points. */
export interface TextBounds {
  readonly min: 0 | 1;
  readonly max: number;
}

/** `callId`, `reportId`; `callSid` and `clientId` may also be empty (`OPTIONAL_ID_BOUNDS`). */
export const ID_BOUNDS: TextBounds = { min: 1, max: 256 };
export const OPTIONAL_ID_BOUNDS: TextBounds = { min: 0, max: 256 };

/** The largest free text that is kept, in UTF-8 bytes. */
export const FREE_TEXT_BYTES_MAX = 4_096;

/**
 * Characters that a single line must not hold: C0 and C1 controls, DEL and the two line separators.
 */
const LINE_BREAKERS = /[\p{Cc}\u2028\u2029]/u;
const EDGE_SPACE = /^\s|\s$/u;
/**
 * Invisible or reordering characters: controls, formats (all bidi marks), separators, surrogates. A
 * joiner is allowed where it joins: two emoji, or letters of a script that uses joiners.
 */
const UNSHOWABLE = new RegExp(
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d' +
    '(?=\\p{Extended_Pictographic})' +
    `|(?<=[${joiningScripts()}])[\\u200c\\u200d](?=[${joiningScripts()}])` +
    '|([\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}])',
  'gu',
);

const PRINTABLE_ASCII = /^[ -~]*$/;

function joiningScripts(): string {
  const names = [
    'Arabic',
    'Syriac',
    'Mongolian',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Myanmar',
    'Khmer',
    'Tibetan',
  ];
  return names.map((name) => `\\p{Script=${name}}`).join('');
}

/** Why `text` may not be an identifier or a name of one line; null if it may. */
export function lineFault(text: string, bounds: TextBounds): string | null {
  if (!text.isWellFormed()) return 'Send well-formed Unicode; this holds half a surrogate pair.';
  const length = codePointCount(text);
  if (length < bounds.min) return 'Send at least one character.';
  if (length > bounds.max) return `Send at most ${bounds.max} characters; this has ${length}.`;
  if (LINE_BREAKERS.test(text)) return 'Remove the control characters and line separators.';
  if (EDGE_SPACE.test(text)) return 'Remove the space at the beginning or the end.';
  return null;
}

/** Why `text` may not be kept as a free text; null if it may. Line breaks are allowed. */
export function freeTextFault(text: string): string | null {
  if (!text.isWellFormed()) return 'Send well-formed Unicode; this holds half a surrogate pair.';
  if (text.includes('\0')) return 'Remove the NUL character.';
  const bytes = utf8Bytes(text);
  if (bytes > FREE_TEXT_BYTES_MAX) {
    return `Send at most ${FREE_TEXT_BYTES_MAX} bytes; this has ${bytes}.`;
  }
  return null;
}

/** A line that is safe to show: every invisible or reordering character becomes a space. */
export function showable(text: string): string {
  // Most values; the rule for every script costs several times as much.
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.replace(UNSHOWABLE, (joiner, unseen) => (unseen === undefined ? joiner : ' '));
}

export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `max` code points of `text`. */
export function cutAtCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let taken = 0;
  let end = 0;
  for (const character of text) {
    if (taken === max) break;
    taken += 1;
    end += character.length;
  }
  return text.slice(0, end);
}

/** As above, but a character that consists of several code points stays whole or is left out. */
export function cutAtGraphemes(text: string, max: number): string {
  const cut = cutAtCodePoints(text, max);
  if (cut.length === text.length) return cut;
  const start = GRAPHEMES.segment(text.slice(0, cut.length + GRAPHEME_UNITS)).containing(
    cut.length,
  );
  // A cluster that fills the whole text is not one visible character.
  return start === undefined || start.index === 0 ? cut : text.slice(0, start.index);
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Longer than the longest emoji, in UTF-16 units. */
const GRAPHEME_UNITS = 64;

/** The UTF-8 length of a well-formed text: 1 to 4 bytes a code point. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    // Each half of a surrogate pair counts for two of the pair's four bytes.
    else if (unit >= 0xd800 && unit <= 0xdfff) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

const KEY_SHOWN_MAX = 100;

/** A key as a part of a JSON pointer (RFC 6901); a caller's key may be of any length. */
export function pointerToken(key: string, lengthMax = KEY_SHOWN_MAX): string {
  return key.slice(0, lengthMax).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Replaces the hidden part of a secret; no URL that can be requested contains it. */
export const MASK = '••••';
