/**
 * Makes regular expressions of the phrases in our tables. `speak|talk to|with a? manager` is four
 * tokens: alternatives, and an optional word; `_` is a space inside an alternative, `..` up to
 * three other words, `...` a few more, as between the parts of a German verb. `^` and `$` are the
 * edges of a sentence, and `!the|your` at the end excludes these words after the phrase. Every
 * repetition has a small bound, so no text makes a pattern slow. Pure.
 */

/**
 * SPACED: words have spaces between them, and a phrase matches whole words. UNSPACED: it matches
 * anywhere.
 */
export type Script = 'SPACED' | 'UNSPACED';

/**
 * What may stand between two words of a sentence: spaces, also those that replaced fillers, and
 * punctuation that a recogniser inserted.
 */
const BETWEEN: Readonly<Record<Script, string>> = {
  SPACED: '[\\s,;:"()-]{1,12}',
  UNSPACED: '[\\s、,]{0,4}',
};

/** One pattern for all `phrases`, to be used on folded text. */
export function phrasePattern(phrases: readonly string[], script: Script): RegExp {
  const any = phrases.map((phrase) => phraseSource(phrase, script)).join('|');
  return script === 'UNSPACED'
    ? new RegExp(`(?:${any})`, 'u')
    : new RegExp(`(?<![\\p{L}\\p{N}])${begins(phrases)}(?:${any})(?![\\p{L}\\p{N}])`, 'u');
}

/**
 * A lookahead for the first word of any phrase. Most words of a call begin no phrase, so most
 * attempts end here.
 */
function begins(phrases: readonly string[]): string {
  const words = new Set<string>();
  for (const phrase of phrases) {
    for (const token of phrase.split(' ').filter((token) => token !== '^')) {
      if (token.startsWith('.')) return '';
      const optional = token.endsWith('?');
      const any = folded(optional ? token.slice(0, -1) : token).split('|');
      for (const word of any) words.add(word.split('_', 1).join());
      if (!optional) break;
    }
  }
  return `(?=(?:${[...words].join('|')})(?![\\p{L}\\p{N}]))`;
}

/** `...`: at most so many characters of the same sentence, with the space that ends them. */
const OTHER_WORDS = '(?:[^!?]{0,40}[\\s\\p{P}])?';
const FEW_WORDS = `(?:[\\p{L}\\p{N}'-]{1,16}${BETWEEN.SPACED}){0,3}`;
/** `..` in scripts without spaces: a word or two. */
const FEW_CHARACTERS = '[^。！？!?]{0,6}';
const SENTENCE_START = '(?<=(?:^|[.!?。！？])[\\s,"¿¡-]{0,12})';
const SENTENCE_END = '(?=[\\s,"]{0,12}(?:$|[.!?。！？]))';

function phraseSource(phrase: string, script: Script): string {
  const tokens = phrase.split(' ');
  const last = tokens.findLastIndex((token) => token !== '$' && !token.startsWith('!'));
  return tokens.map((token, place) => tokenSource(token, place >= last, script)).join('');
}

/** An optional word includes the space after it, so the last word cannot be optional. */
function tokenSource(token: string, last: boolean, script: Script): string {
  if (token === '...') return OTHER_WORDS;
  if (token === '..') return script === 'SPACED' ? FEW_WORDS : FEW_CHARACTERS;
  if (token === '^') return SENTENCE_START;
  if (token === '$') return SENTENCE_END;
  if (token.startsWith('!')) return notBefore(token.slice(1), script);
  const optional = token.endsWith('?');
  const any = anyOf(optional ? token.slice(0, -1) : token, script);
  if (last) return any;
  return optional ? `(?:${any}${BETWEEN[script]})?` : `${any}${BETWEEN[script]}`;
}

function notBefore(words: string, script: Script): string {
  const end = script === 'SPACED' ? '(?![\\p{L}\\p{N}])' : '';
  return `(?!${BETWEEN[script]}${anyOf(words, script)}${end})`;
}

function anyOf(words: string, script: Script): string {
  const each = folded(words).split('|');
  return `(?:${each.map((word) => word.replaceAll('_', BETWEEN[script])).join('|')})`;
}

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_SHIFT = 0xfee0;
const SPACES = /[\u00a0\u2000-\u200a\u202f\u3000]/g;
const APOSTROPHES = /[\u2018\u2019\u02bc\u0060\u00b4]/g;
const HYPHENS = /[\u2010-\u2013\u2212]/g;
const NOT_ASCII = /[^\0-\x7f]/;
const ACCENTED = /[àáâãäåçèéêëìíîïñòóôõöùúûüýÿ]/g;

/**
 * Folds a text for comparison: full-width forms, case, accents and apostrophes. Every character
 * keeps its position and the length stays the same, so an index in the folded text is valid in the
 * original.
 */
export function folded(text: string): string {
  // The only character whose lower case is longer than the character itself.
  const lower = widthFolded(text).replaceAll('İ', 'I').toLowerCase();
  if (!NOT_ASCII.test(lower)) return lower;
  return lower.replace(ACCENTED, (letter) => letter.normalize('NFD').charAt(0));
}

/**
 * Reduces digits, letters, spaces, hyphens and apostrophes to their ASCII forms, for the patterns.
 */
export function widthFolded(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replace(SPACES, ' ')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-');
}
