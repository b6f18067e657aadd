/**
 * Where the words stand that a model quotes (S11.28). Compared are the words alone: case,
 * punctuation, spaces, quotation marks, an ellipsis and the speaker before them make no difference.
 * A quote that cites a wrong turn is given to the nearest one that says it. The turn's own words
 * are kept; must never keep a word that the turn does not say.
 */
import type { Party } from '../analysis/analysis.ts';
import { countWords } from '../analysis/word.ts';
import type { Turn } from '../call-log/call-log.ts';
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

/** Fewer show nothing, unless they are all that the turn says. */
const QUOTE_WORDS_MIN = 3;
/** A model that counts wrong is off by a few; further away the same words mean something else. */
const REACH_TURNS = 200;

/** Null: no turn says it. `turns`: as sent. `speaker` must have said it; null: any speaker. */
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

/** `#7 CUSTOMER 00:17`, as the transcript shows it, and what models make of it. */
const SPEAKER_BEFORE = new RegExp(
  '^[\\s"\'“„«「]*(?:#?\\d+[.:)]?\\s+)?(?:AGENT|CUSTOMER|SYSTEM)\\b' +
    '\\s*(?:\\d{1,2}(?::\\d{2}){1,2})?\\s*[:–-]?\\s*',
  'i',
);
const ELLIPSIS = /\.{2,}|…/;
const ELLIPSIS_ALL = /\.{2,}|…/g;

/** The cited turn, then those around it. */
function* byDistance(turn: number, count: number): Generator<number> {
  if (turn < 0 || turn >= count) return;
  yield turn;
  for (let away = 1; away <= REACH_TURNS; away += 1) {
    if (turn - away >= 0) yield turn - away;
    if (turn + away < count) yield turn + away;
  }
}

/** The part of a text from the first piece to the last, in its own words. */
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

/** Marks that belong to the words beside them. */
const BEFORE = /[\p{Ps}\p{Pi}"'¿¡]*$/u;
const AFTER = /^[^\p{L}\p{M}\p{N}\s]*/u;

interface Letters {
  /** Letters and digits alone, in one case and form. */
  readonly text: string;
  /** Of each: where it begins and ends in what was folded, and whether a word may begin there. */
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

/** In whole words; -1: it is not there. */
function placeOf(piece: string, { text, edges }: Letters, from: number): number {
  let at = text.indexOf(piece, from);
  while (at >= 0) {
    const end = at + piece.length;
    if (edges[at] === true && (end === text.length || edges[end] === true)) return at;
    at = text.indexOf(piece, at + 1);
  }
  return -1;
}
