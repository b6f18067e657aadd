/**
 * Phrases as they are written in our tables, made into patterns. `speak|talk to|with a? manager` is
 * four tokens: alternatives, and a word that may be missing; `_` is a space inside an alternative,
 * `..` up to three other words, `...` a few more, as between the parts of a German verb. `^` and
 * `$` are the edges of a sentence, `!the|your` at the end says what must not follow. No pattern
 * holds a repetition without a small bound, so none can run away. Pure.
 */
import { folded } from './folded-text.ts';

/** Of languages that write spaces: whole words. Of others: wherever it stands. */
export type Script = 'SPACED' | 'UNSPACED';

/** Between two words of a sentence: spaces, also of left-out fillers, and a recogniser's commas. */
const BETWEEN: Readonly<Record<Script, string>> = {
  SPACED: '[\\s,;:"()-]{1,12}',
  UNSPACED: '[\\s、,]{0,4}',
};

/** One pattern for all `phrases`; made for folded text. */
export function phrasePattern(phrases: readonly string[], script: Script): RegExp {
  const any = phrases.map((phrase) => phraseSource(phrase, script)).join('|');
  return script === 'UNSPACED'
    ? new RegExp(`(?:${any})`, 'u')
    : new RegExp(`(?<![\\p{L}\\p{N}])${begins(phrases)}(?:${any})(?![\\p{L}\\p{N}])`, 'u');
}

/** Where no phrase begins, none is tried: most words of a call begin none. */
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

/** At most so many characters of the same sentence, with the space that ends them. */
const OTHER_WORDS = '(?:[^!?]{0,40}[\\s\\p{P}])?';
const FEW_WORDS = `(?:[\\p{L}\\p{N}'-]{1,16}${BETWEEN.SPACED}){0,3}`;
/** In scripts without spaces: a word or two. */
const FEW_CHARACTERS = '[^。！？!?]{0,6}';
const SENTENCE_START = '(?<=(?:^|[.!?。！？])[\\s,"¿¡-]{0,12})';
const SENTENCE_END = '(?=[\\s,"]{0,12}(?:$|[.!?。！？]))';

function phraseSource(phrase: string, script: Script): string {
  const tokens = phrase.split(' ');
  const last = tokens.findLastIndex((token) => token !== '$' && !token.startsWith('!'));
  return tokens.map((token, place) => tokenSource(token, place >= last, script)).join('');
}

/** A word that may be missing takes the space after it along; so the last one must be there. */
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
