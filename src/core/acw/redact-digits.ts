/**
 * Runs of digits as people say and recognisers write them: figures of any script, words such as
 * "four double one", groups with spaces and dashes between, and numbers that go on in the
 * speaker's next turn. Only finds them; `redact-numbers.ts` says what they are.
 */
import type { Turn } from './call-log.ts';
import { aloneDigits, DIGIT_WORDS, joinedWords, type NumberWord } from './digit-word.ts';

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
}

/** Full-width letters and figures become plain ones, in as many units. */
export function folded(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
}

/** How many turns of others may lie between two parts of a number. */
const OTHERS_BETWEEN = 2;
const FILLERS_MAX = 3;
/** Between two digits, beside words: what writes apart, and nothing that says something else. */
const JOINS = /^[\s\p{Pd}\p{Cf}\p{M}.,;/|·•・_*#()[\]<>'"、。…]{0,8}$/u;
/** What is a token of its own, or begins one. */
const OWN = String.raw`[〇零一二三四五六七八九\p{Script=Latin}]`;
/** Figures, and words: those of Latin letters end where another script begins. */
const TOKEN = new RegExp(
  [
    String.raw`\p{Nd}+`,
    '[〇零一二三四五六七八九]',
    String.raw`\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*`,
    String.raw`(?!${OWN})\p{L}(?:(?!${OWN})[\p{L}\p{M}])*`,
  ].join('|'),
  'gu',
);

const KANJI = '〇一二三四五六七八九';
const FILLERS = new Set(
  (
    'and then uh um er ah dash hyphen space next comma dot point okay ok yes yeah so like the ' +
    'is it y e luego guion guión und dann strich et puis tiret の と はい ええと えーと えっと で'
  ).split(' '),
);

/** `digits`: those that it says; null: a word. */
interface Token extends NumberWord {
  readonly start: number;
  readonly end: number;
}

/** In the order in which they begin, speaker by speaker. `texts`: those of the turns, folded. */
export function digitRuns(turns: readonly Turn[], texts: readonly string[]): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  /** Of each speaker: the run at the end of his last turn, which may go on. */
  const open = new Map<string, { readonly at: number; readonly draft: Draft }>();
  texts.forEach((text, index) => {
    const speaker = turns[index]?.speaker ?? 'SYSTEM';
    const before = open.get(speaker);
    const isNear = before !== undefined && index - before.at - 1 <= OTHERS_BETWEEN;
    let draft = isNear ? before.draft : new Draft(runs);
    if (!isNear) before?.draft.end();
    let from = 0;
    let fillers = 0;
    for (const token of tokensOf(text)) {
      if (!JOINS.test(text.slice(from, token.start))) draft = draft.end();
      from = token.end;
      if (token.digits !== null) {
        draft.add(token.digits, { turn: index, start: token.start, end: token.end }, text);
        fillers = 0;
      } else {
        fillers += 1;
        if (fillers > FILLERS_MAX || !FILLERS.has(token.word)) draft = draft.end();
      }
    }
    if (!JOINS.test(text.slice(from))) draft = draft.end();
    open.set(speaker, { at: index, draft });
  });
  for (const { draft } of open.values()) draft.end();
  return runs;
}

/** A run that is being read. */
class Draft {
  readonly #runs: DigitRun[];
  readonly #digits: Digit[] = [];
  readonly #groups: number[] = [];
  #ended = false;

  constructor(runs: DigitRun[]) {
    this.#runs = runs;
  }

  add(digits: string, place: Omit<Digit, 'value'>, text: string): void {
    this.#groups.push(this.#digits.length);
    const said = text.slice(place.start, place.end);
    const each = /^\p{Nd}+$/u.test(said) ? [...said].length : 0;
    let at = place.start;
    for (const digit of digits) {
      const width = each === digits.length ? said.length / each : 0;
      const end = width === 0 ? place.end : at + width;
      this.#digits.push({ value: Number(digit), turn: place.turn, start: at, end });
      if (width > 0) at = end;
    }
  }

  /** What comes next begins another run. */
  end(): Draft {
    if (this.#digits.length > 0 && !this.#ended) {
      this.#runs.push({ digits: this.#digits, groups: this.#groups });
    }
    this.#ended = true;
    return this.#digits.length === 0 ? this.#reopened() : new Draft(this.#runs);
  }

  #reopened(): Draft {
    this.#ended = false;
    return this;
  }
}

function* tokensOf(text: string): Generator<Token> {
  let held: Token | null = null;
  for (const match of text.matchAll(TOKEN)) {
    const token = tokenOf(match[0], match.index);
    const joined: Token | null = held === null ? null : joinedOf(held, token, text);
    if (joined !== null) {
      held = joined;
      continue;
    }
    if (held !== null) yield standing(held);
    held = token;
  }
  if (held !== null) yield standing(held);
}

function tokenOf(text: string, start: number): Token {
  const place = { start, end: start + text.length };
  const word = text.toLowerCase().normalize('NFC');
  if (/^\p{Nd}/u.test(text)) return { ...place, word, digits: plainDigits(text) };
  const kanji = text === '零' ? 0 : KANJI.indexOf(text);
  if (text.length === 1 && kanji >= 0) return { ...place, word, digits: String(kanji) };
  return { ...place, word, digits: DIGIT_WORDS.get(word) ?? null };
}

/** "double four", "forty one": words that are one part of a number. */
function joinedOf(held: Token, next: Token, text: string): Token | null {
  if (!/^[\s-]{1,3}$/.test(text.slice(held.end, next.start))) return null;
  const joined = joinedWords(held, next);
  return joined === null ? null : { ...joined, start: held.start, end: next.end };
}

function standing(token: Token): Token {
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
