/**
 * What a result may show of a call: the words of its turns without the numbers that `redact.ts`
 * finds. A call log may have 5 MiB, so only the turns that are shown and those around them are
 * read. Pure; the analyzer, the evaluator and the answers of a model all use it.
 */
import { cutAtCodePoints } from '../../core/text.ts';
import type { Turn } from '../call-log/call-log.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';
import { type Mark, redactedText, redactionMarks, withPlaceholders } from './redact.ts';

export interface Redaction {
  /** The redacted text of a turn. */
  readonly text: (turn: number) => string;
  /** The redacted part of a turn's text, at most `pointsMax` code points long. */
  readonly quote: (turn: number, quote: string, pointsMax: number) => string;
  /** Whether a number that is no contact detail, such as a card number, stands in that part. */
  readonly hides: (turn: number, from: number, to: number) => boolean;
}

/**
 * How many turns are read at once, and how many around them: a card may be read out over a few
 * turns.
 */
const BLOCK_TURNS = 32;
const AROUND_TURNS = 12;

export function redactionOf(turns: readonly Turn[], language: string): Redaction {
  const known = new Map<number, readonly (readonly Mark[])[]>();
  const marksAt = (turn: number): readonly Mark[] => {
    const block = Math.floor(turn / BLOCK_TURNS);
    const from = Math.max(0, block * BLOCK_TURNS - AROUND_TURNS);
    const to = (block + 1) * BLOCK_TURNS + AROUND_TURNS;
    const marks = known.get(block) ?? redactionMarks(turns.slice(from, to), language);
    known.set(block, marks);
    return marks[turn - from] ?? [];
  };
  return {
    text: (turn) => withPlaceholders(turns[turn]?.text ?? '', marksAt(turn)),
    quote: (turn, quote, pointsMax) => {
      const marks = marksAt(turn);
      const text = turns[turn]?.text ?? '';
      const shown = text.includes(quote)
        ? withPlaceholders(quote, marksWithin(text, quote, marks))
        : redactedText(quote, language);
      return shown === quote ? quote : cutAtCodePoints(shown, pointsMax);
    },
    hides: (turn, from, to) =>
      marksAt(turn).some(
        ({ start, end, kind }) => start < to && end > from && kind !== 'PHONE' && kind !== 'EMAIL',
      ),
  };
}

/** How many occurrences of a quote within one turn are compared. */
const PLACES_MAX = 100;

/**
 * The marks within a quote. If the turn contains the quote several times, the occurrence from which
 * most is removed counts.
 */
function marksWithin(text: string, quote: string, marks: readonly Mark[]): readonly Mark[] {
  let most: readonly Mark[] = [];
  if (marks.length === 0) return most;
  let at = text.indexOf(quote);
  for (let place = 0; at >= 0 && place < PLACES_MAX; place += 1) {
    const [from, to] = [at, at + quote.length];
    const within = marks
      .filter(({ start, end }) => start < to && end > from)
      .map((mark) => ({
        ...mark,
        start: Math.max(mark.start, from) - from,
        end: Math.min(mark.end, to) - from,
      }));
    if (within.length > most.length) most = within;
    at = text.indexOf(quote, at + 1);
  }
  return most;
}

/** Redacts the quotes of an evaluation as the turns are redacted. */
export function redactedEvaluation(evaluation: Evaluation, redaction: Redaction): Evaluation {
  const criteria = evaluation.criteria.map((criterion) => ({
    ...criterion,
    evidence: criterion.evidence.map((one) => ({
      ...one,
      quote: redaction.quote(one.turn, one.quote, one.quote.length + PLACEHOLDER_POINTS),
    })),
  }));
  return { ...evaluation, criteria };
}

/** How much longer than its number a placeholder may be, in code points. */
const PLACEHOLDER_POINTS = 24;
