/**
 * The words and figures of a turn, each with the digits that it says where that language is
 * spoken: "forty one" is 41, "double four" 44, and "for" is 4 where numbers stand on its side.
 * Pure; linear in the length of the text.
 */
import {
  aloneDigits,
  digitsOfWord,
  joinedWords,
  languagesOfWord,
  type NumberWord,
  SOUNDS_LIKE,
} from './digit-word.ts';

/** `digits`: those that it says; null: a word. */
export interface NumberToken extends NumberWord {
  readonly start: number;
  readonly end: number;
}

const KANJI = '〇一二三四五六七八九';
/** What is a token of its own, or begins one. */
const KANA = 'ゼロ|イチ|サン|ヨン|ロク|ナナ|ハチ|キュウ';
const OWN = String.raw`[〇零一二三四五六七八九\p{Script=Latin}]|${KANA}`;
/** Figures, and words: those of Latin letters end where another script begins. */
const TOKEN = new RegExp(
  [
    String.raw`\p{Nd}+`,
    `[〇零一二三四五六七八九]|${KANA}`,
    // Nothing stands between a number and "is".
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
  // `oh` is a number in English, which counts as spoken if the language is unknown.
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

/** "for two for two": words that sound like numbers, beside one that was said in a word. */
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

/** "double four", "forty one": words that are one part of a number become one token. */
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

/** Figures of every script as plain ones: ten of a script follow each other. */
function plainDigits(text: string): string {
  return /^\d+$/.test(text) ? text : [...text].map(plainDigit).join('');
}

/** Of the figures met so far; Unicode has some 700. */
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
