/**
 * Runs of digits as people say and recognisers write them: figures of any script, words such as
 * "four double one", groups with spaces and dashes between, and numbers that go on in the
 * speaker's next turn. Only finds them; `redact-numbers.ts` says what they are.
 */
import type { Turn } from '../call-log/call-log.ts';
import { digitsOfWord } from './digit-word.ts';
import type { NumberToken } from './redact-token.ts';

/** One digit, and the part of its turn's text that says it. */
export interface Digit {
  readonly value: number;
  readonly turn: number;
  readonly start: number;
  readonly end: number;
}

/** `groups`: the index of the first digit of each group that was written or said as one. */
export interface DigitRun {
  readonly digits: readonly Digit[];
  readonly groups: readonly number[];
  /** How many of the digits were said in words. */
  readonly spoken: number;
}

/**
 * Replaces full-width letters and digits by plain ones; the length in UTF-16 units stays the same.
 */
export function folded(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
}

/** How many turns of other speakers may lie between two parts of a number. */
const OTHERS_BETWEEN = 2;
/** What may stand between two digits, apart from filler words: separators that carry no meaning. */
const JOINS = /^[\s\p{Pd}\p{Cf}\p{M}.,;/|·•・_*#()[\]<>'"、。…?¿!¡]{0,8}$/u;

/** A turn, its text folded, and what was said in it. */
export interface ReadTokens {
  readonly speaker: Turn['speaker'];
  readonly text: string;
  readonly tokens: readonly NumberToken[];
}

/** The runs of each speaker in the order in which they begin. */
export function digitRuns(turns: readonly ReadTokens[]): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  /**
   * For each speaker, the run at the end of that speaker's last turn: the next turn may continue
   * it.
   */
  const open = new Map<string, { readonly at: number; readonly draft: Draft }>();
  turns.forEach(({ speaker, text, tokens }, index) => {
    const before = open.get(speaker);
    const isNear = before !== undefined && index - before.at - 1 <= OTHERS_BETWEEN;
    let draft = isNear ? before.draft : new Draft(runs);
    if (!isNear) before?.draft.end();
    let from = 0;
    let fillers = 0;
    for (const [place, token] of tokens.entries()) {
      if (!JOINS.test(text.slice(from, token.start))) draft = draft.end();
      from = token.end;
      if (token.digits !== null && !isHesitation(tokens, place)) {
        draft.add(token.digits, { turn: index, start: token.start, end: token.end }, text);
        fillers = 0;
      } else {
        fillers += 1;
        if (fillers > FILLERS_MAX || !isFiller(token.word)) draft = draft.end();
      }
    }
    if (!JOINS.test(text.slice(from))) draft = draft.end();
    open.set(speaker, { at: index, draft });
  });
  for (const { draft } of open.values()) draft.end();
  return runs;
}

/**
 * Portuguese writes the number one as `um`, which is also a hesitation: "4111 1111 um 1111 1111".
 */
const SOUNDS = new Set(['um', 'uhm', 'hum']);
const FIGURES = /^\p{Nd}{2,}$/u;

/** Whether a word is a hesitation: between two groups of figures a digit would be a figure too. */
function isHesitation(tokens: readonly NumberToken[], place: number): boolean {
  return (
    SOUNDS.has(tokens[place]?.word ?? '') &&
    FIGURES.test(tokens[place - 1]?.word ?? '') &&
    FIGURES.test(tokens[place + 1]?.word ?? '')
  );
}

/** A run that is being read. */
class Draft {
  readonly #runs: DigitRun[];
  readonly #digits: Digit[] = [];
  readonly #groups: number[] = [];
  #spoken = 0;
  #ended = false;

  constructor(runs: DigitRun[]) {
    this.#runs = runs;
  }

  add(digits: string, place: Omit<Digit, 'value'>, text: string): void {
    this.#groups.push(this.#digits.length);
    const said = text.slice(place.start, place.end);
    const each = /^\p{Nd}+$/u.test(said) ? [...said].length : 0;
    if (each === 0) this.#spoken += digits.length;
    let at = place.start;
    for (const digit of digits) {
      const width = each === digits.length ? said.length / each : 0;
      const end = width === 0 ? place.end : at + width;
      this.#digits.push({ value: Number(digit), turn: place.turn, start: at, end });
      if (width > 0) at = end;
    }
  }

  /** Ends the run; returns the draft to which the next digit belongs. */
  end(): Draft {
    if (this.#digits.length > 0 && !this.#ended) {
      this.#runs.push({ digits: this.#digits, groups: this.#groups, spoken: this.#spoken });
    }
    this.#ended = true;
    return this.#digits.length === 0 ? this.#reopened() : new Draft(this.#runs);
  }

  #reopened(): Draft {
    this.#ended = false;
    return this;
  }
}

/** At most so many fillers in a row may interrupt a number; more words are a sentence. */
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

/** A word that is a number in another language (`um`, `un`) is a filler as well. */
export function isFiller(word: string): boolean {
  if (FILLERS.has(word)) return true;
  return digitsOfWord(word, NO_LANGUAGE) === null && digitsOfWord(word, ALL_LANGUAGES) !== null;
}
