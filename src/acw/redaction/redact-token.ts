/**
 * The words and figures of a turn, each with the digits that it means in the languages that are
 * spoken: "forty one" is 41, "double four" is 44, and "for" is 4 if numbers stand beside it. Pure;
 * linear in the length of the text.
 */
import {
  aloneDigits,
  digitsOfWord,
  joinedWords,
  languagesOfWord,
  type NumberWord,
  SOUNDS_LIKE,
} from './digit-word.ts';

/** `digits`: the digits that the token says; null if it is an ordinary word. */
export interface NumberToken extends NumberWord {
  readonly start: number;
  readonly end: number;
}

const KANJI = '〇一二三四五六七八九';
/** Characters that form a token of their own, or begin one. */
const KANA = 'ゼロ|イチ|サン|ヨン|ロク|ナナ|ハチ|キュウ';
const OWN = String.raw`[〇零一二三四五六七八九\p{Script=Latin}]|${KANA}`;
/** Figures and words. A word of Latin letters ends where another script begins. */
const TOKEN = new RegExp(
  [
    String.raw`\p{Nd}+`,
    `[〇零一二三四五六七八九]|${KANA}`,
    // A Japanese number stands directly before "is".
    '(?:ぜろ|いち|に|さん|よん|ご|ろく|なな|しち|はち|きゅう|ニ|ゴ)(?=です|でございます)',
    String.raw`\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*`,
    String.raw`(?!${OWN})\p{L}(?:(?!${OWN})[\p{L}\p{M}])*`,
  ].join('|'),
  'gu',
);

/** `language`: that of the call; `und` if it is not known. */
export function numberTokens(text: string, language: string): readonly NumberToken[] {
  const words = [...text.matchAll(TOKEN)].map((match) => ({
    word: match[0].toLowerCase().normalize('NFC'),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const languages = new Set([language]);
  for (const { word } of words) for (const one of languagesOfWord(word)) languages.add(one);
  // `oh` means zero in English. If no language is known, English is assumed to be spoken.
  if (language === 'und') languages.add('en');
  const tokens = words.map((word) => ({ ...word, digits: digitsOf(word.word, languages) }));
  return joined(languages.has('en') ? heard(tokens) : tokens, text);
}

function digitsOf(word: string, languages: ReadonlySet<string>): string | null {
  if (/^\p{Nd}/u.test(word)) return plainDigits(word);
  const kanji = word === '零' ? 0 : KANJI.indexOf(word);
  if (word.length === 1 && kanji >= 0) return String(kanji);
  return digitsOfWord(word, languages);
}

/**
 * Reads words that sound like digits ("for two for two") as digits if they stand beside a number
 * that was said in words.
 */
function heard(tokens: readonly NumberToken[]): readonly NumberToken[] {
  const isSaid = (token: NumberToken | undefined): boolean =>
    token !== undefined && token.digits !== null && /^\p{L}/u.test(token.word);
  const sounds = (token: NumberToken | undefined): boolean =>
    token !== undefined && (isSaid(token) || SOUNDS_LIKE.has(token.word));
  return tokens.map((token, index) => {
    const digits = SOUNDS_LIKE.get(token.word);
    if (digits === undefined) return token;
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    const isBetween = sounds(before) && sounds(after) && (isSaid(before) || isSaid(after));
    return isBetween || (index === 0 && isSaid(after)) ? { ...token, digits } : token;
  });
}

/** Makes one token of words that are one part of a number: "double four", "forty one". */
function joined(tokens: readonly NumberToken[], text: string): readonly NumberToken[] {
  const all: NumberToken[] = [];
  let held: NumberToken | null = null;
  for (const token of tokens) {
    const both: NumberToken | null = held === null ? null : joinedOf(held, token, text);
    if (held !== null && both === null) all.push(standing(held));
    held = both ?? token;
  }
  if (held !== null) all.push(standing(held));
  return all;
}

function joinedOf(held: NumberToken, next: NumberToken, text: string): NumberToken | null {
  if (!/^[\s-]{1,3}$/.test(text.slice(held.end, next.start))) return null;
  const both = joinedWords(held, next);
  return both === null ? null : { ...both, start: held.start, end: next.end };
}

function standing(token: NumberToken): NumberToken {
  return { ...token, digits: aloneDigits(token) };
}

/**
 * Converts digits of any script to ASCII digits. Unicode places the ten digits of a script in a
 * row.
 */
function plainDigits(text: string): string {
  return /^\d+$/.test(text) ? text : [...text].map(plainDigit).join('');
}

/** A cache of the digits seen so far; Unicode has about 700, which bounds it. */
const PLAIN_DIGITS = new Map<string, string>();

function plainDigit(figure: string): string {
  const known = PLAIN_DIGITS.get(figure) ?? figureValue(figure);
  PLAIN_DIGITS.set(figure, known);
  return known;
}

function figureValue(figure: string): string {
  const plain = figure.normalize('NFKC');
  if (/^\d$/.test(plain)) return plain;
  const point = figure.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}
