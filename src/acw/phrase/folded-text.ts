/**
 * A text made ready for comparison: full-width forms, case, accents and apostrophes folded. Every
 * character stays in its place and the length stays the same, so a place found in the folded text
 * is the place in the original. Pure.
 */

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_SHIFT = 0xfee0;
const SPACES = /[\u00a0\u2000-\u200a\u202f\u3000]/g;
const APOSTROPHES = /[\u2018\u2019\u02bc\u0060\u00b4]/g;
const HYPHENS = /[\u2010-\u2013\u2212]/g;
const NOT_ASCII = /[^\0-\x7f]/;
const ACCENTED = /[àáâãäåçèéêëìíîïñòóôõöùúûüýÿ]/g;

/** For phrases: as `widthFolded`, without case and accents. */
export function folded(text: string): string {
  // The only character whose lower case is longer than itself.
  const lower = widthFolded(text).replaceAll('İ', 'I').toLowerCase();
  if (!NOT_ASCII.test(lower)) return lower;
  return lower.replace(ACCENTED, (letter) => letter.normalize('NFD').charAt(0));
}

/** For patterns: ASCII digits, letters, spaces, hyphens and apostrophes, whatever was typed. */
export function widthFolded(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replace(SPACES, ' ')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-');
}
