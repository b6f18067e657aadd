/**
 * Phrases as they are written in our tables, made into patterns. `speak|talk to|with a? manager`
 * is four tokens: alternatives, and a word that may be missing; `_` is a space inside an
 * alternative, `...` a few other words, as between the parts of a German verb. No pattern holds a
 * repetition without a small bound, so none can run away. Pure.
 */
import { folded } from './folded-text.ts';

/** Of languages that write spaces: whole words. Of others: wherever it stands. */
export type Script = 'SPACED' | 'UNSPACED';

/** Between two words of a sentence: spaces and the commas that recognisers like to add. */
const BETWEEN: Readonly<Record<Script, string>> = {
  SPACED: '[\\s,;:"()-]{1,3}',
  UNSPACED: '[\\s、,]{0,2}',
};

/** One pattern for all `phrases`; made for folded text. */
export function phrasePattern(phrases: readonly string[], script: Script): RegExp {
  const any = phrases.map((phrase) => phraseSource(phrase, script)).join('|');
  return script === 'UNSPACED'
    ? new RegExp(`(?:${any})`, 'u')
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'u');
}

/** At most so many characters of the same sentence, with the space that ends them. */
const OTHER_WORDS = '(?:[^!?]{0,40}[\\s\\p{P}])?';

function phraseSource(phrase: string, script: Script): string {
  const tokens = phrase.split(' ');
  const last = tokens.length - 1;
  return tokens.map((token, place) => tokenSource(token, place === last, script)).join('');
}

/** A word that may be missing takes the space after it along; so the last one must be there. */
function tokenSource(token: string, last: boolean, script: Script): string {
  if (token === '...') return OTHER_WORDS;
  const optional = token.endsWith('?');
  const words = folded(optional ? token.slice(0, -1) : token).split('|');
  const any = `(?:${words.map((word) => word.replaceAll('_', BETWEEN[script])).join('|')})`;
  if (last) return any;
  return optional ? `(?:${any}${BETWEEN[script]})?` : `${any}${BETWEEN[script]}`;
}
