/**
 * Finds the words of a turn that a model quotes (S11.28). Only the words are compared: case,
 * punctuation, spaces, quotation marks, an ellipsis and a preceding speaker's name are ignored. A
 * quote that cites a wrong turn is assigned to the nearest turn that says it. The result quotes the
 * turn's own words; must never keep a word that the turn does not say.
 */
import type { Party } from '../analysis/analysis.ts';
import type { Turn } from '../call-log/call-log.ts';
import { countWords } from '../call-log/word.ts';
import type { Criterion } from '../evaluation/scorecard.ts';

export interface Cited {
  readonly turn: number;
  readonly quote: string;
}

/** The speaker whom a verdict on a criterion must quote; null: any speaker. */
export function quotedParty(criterion: Pick<Criterion, 'rule' | 'speaker'>): Party | null {
  const { rule, speaker } = criterion;
  return speaker ?? (rule?.type === 'PHRASE' ? rule.speaker : null);
}

/** A shorter quote is no evidence, unless it is all that the turn says. */
const QUOTE_WORDS_MIN = 3;
/**
 * How far from the cited turn a quote is sought. A model miscounts by a few turns; farther away the
 * same words mean something else.
 */
const REACH_TURNS = 200;

/**
 * Returns null if no turn says the quote. `turns`: as they were sent. `speaker`: the speaker of the
 * quote; null: any speaker.
 */
export function foundQuote(
  { turn, quote }: Cited,
  turns: readonly Turn[],
  speaker: Party | null = null,
): Cited | null {
  for (const words of [quote, quote.replace(SPEAKER_BEFORE, '')]) {
    const pieces = words
      .split(ELLIPSIS)
      .map((piece) => letters(piece).text)
      .filter((piece) => piece !== '');
    if (pieces.length === 0) continue;
    const isLong = countWords(words.replace(ELLIPSIS_ALL, ' ')) >= QUOTE_WORDS_MIN;
    for (const place of byDistance(turn, turns.length)) {
      const said = turns[place];
      if (said === undefined || (speaker !== null && said.speaker !== speaker)) continue;
      const found = wordsIn(said.text, pieces, isLong);
      if (found !== null) return { turn: place, quote: found };
    }
  }
  return null;
}

/**
 * The label of a turn in the transcript, `#7 CUSTOMER 00:17`, and the variants that models write.
 */
const SPEAKER_BEFORE = new RegExp(
  '^[\\s"\'“„«「]*(?:#?\\d+[.:)]?\\s+)?(?:AGENT|CUSTOMER|SYSTEM)\\b' +
    '\\s*(?:\\d{1,2}(?::\\d{2}){1,2})?\\s*[:–-]?\\s*',
  'i',
);
const ELLIPSIS = /\.{2,}|…/;
const ELLIPSIS_ALL = /\.{2,}|…/g;

/** The cited turn first, then its neighbours by distance. */
function* byDistance(turn: number, count: number): Generator<number> {
  if (turn < 0 || turn >= count) return;
  yield turn;
  for (let away = 1; away <= REACH_TURNS; away += 1) {
    if (turn - away >= 0) yield turn - away;
    if (turn + away < count) yield turn + away;
  }
}

/** The part of a text from the first piece to the last, in the text's own words. */
function wordsIn(text: string, pieces: readonly string[], isLong: boolean): string | null {
  const said = letters(text);
  if (!isLong && said.text !== pieces.join('')) return null;
  let first: number | null = null;
  let next = 0;
  for (const piece of pieces) {
    const at = placeOf(piece, said, next);
    if (at < 0) return null;
    first ??= at;
    next = at + piece.length;
  }
  const from = said.starts[first ?? 0] ?? 0;
  const to = said.ends[next - 1] ?? 0;
  const [before] = BEFORE.exec(text.slice(0, from)) ?? [''];
  const [after] = AFTER.exec(text.slice(to)) ?? [''];
  return text.slice(from - before.length, to + after.length);
}

/** Punctuation that belongs to the quoted words. */
const BEFORE = /[\p{Ps}\p{Pi}"'¿¡]*$/u;
const AFTER = /^[^\p{L}\p{M}\p{N}\s]*/u;

interface Letters {
  /** Letters and digits only, in one case and form. */
  readonly text: string;
  /**
   * For each unit of `text`: where it begins and ends in the original, and whether a word may begin
   * there.
   */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly edges: readonly boolean[];
}

const LETTER = /[\p{L}\p{N}]\p{M}*/gu;
/** Scripts that write no spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

function letters(text: string): Letters {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  const edges: boolean[] = [];
  let last = -1;
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    const own = letter.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
    const isEdge = index !== last || UNSPACED.test(letter);
    last = index + letter.length;
    for (let unit = 0; unit < own.length; unit += 1) {
      starts.push(index);
      ends.push(last);
      edges.push(unit === 0 && isEdge);
    }
    folded += own;
  }
  return { text: folded, starts, ends, edges };
}

/** The index at which a piece occurs as whole words; -1 if it does not. */
function placeOf(piece: string, { text, edges }: Letters, from: number): number {
  let at = text.indexOf(piece, from);
  while (at >= 0) {
    const end = at + piece.length;
    if (edges[at] === true && (end === text.length || edges[end] === true)) return at;
    at = text.indexOf(piece, at + 1);
  }
  return -1;
}
