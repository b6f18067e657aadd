/**
 * Words that people say while they read out a number, and that are no part of it: "um", "let me
 * see", "y", "ähm", "えっと". They never end a number. Only a table.
 */
import { digitsOfWord } from './digit-word.ts';

/** So many of them stand for hesitation; more words are a sentence of its own. */
export const FILLERS_MAX = 8;

const WORDS = [
  // English.
  'um uh uhm umm erm er eh ah mm mmm hmm hm mhm oh well so like and then next comma dot point',
  'dash hyphen space slash period okay ok yes yeah yep right sorry wait hang hold on let me see',
  'just second moment please again the is it its that thats far now followed by no actually',
  "that's it's here you know i mean think repeat got go ahead sure continue",
  // Spanish.
  'y e este pues eh ehh mmm a ver luego guion guión espacio punto coma sí si vale perdón perdona',
  'espere espera momento es la el los las después bueno o sea digo',
  // German.
  'und dann äh ähm öh hm also ja genau moment mal strich bindestrich punkt komma leerzeichen nein',
  'entschuldigung warte warten sie die der das so weiter bitte noch nochmal',
  // French, Italian, Portuguese.
  'et puis euh heu alors donc tiret oui pardon attendez voilà ben virgule espace ensuite le',
  'ehm mmh allora poi ecco trattino sì scusi aspetti dunque il virgola poi',
  'é hum então depois traço hífen sim desculpe espera tá aí ponto vírgula',
  // Japanese.
  'の と はい ええと えーと えっと あの で そして ハイフン それから ええ うん',
];
const FILLERS = new Set(WORDS.flatMap((words) => words.split(' ')));

const NO_LANGUAGE: ReadonlySet<string> = new Set();
const ALL_LANGUAGES: ReadonlySet<string> = new Set(['en', 'es', 'de', 'fr', 'it', 'pt', 'ja']);

/** A word that is a number of another language (`um`, `un`) is one as well. */
export function isFiller(word: string): boolean {
  if (FILLERS.has(word)) return true;
  return digitsOfWord(word, NO_LANGUAGE) === null && digitsOfWord(word, ALL_LANGUAGES) !== null;
}
