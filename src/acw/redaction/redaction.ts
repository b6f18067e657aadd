/**
 * What a result may show of a call: the words of its turns without the numbers that `redact.ts`
 * finds. Only the shown turns and those around them are read, because a call log of 5 MiB is long.
 * Pure; the analyzer, the evaluator and answers of a model all use it.
 */
import { cutAtCodePoints } from '../../core/text.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Turn } from '../call-log/call-log.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';
import { type Mark, redactedText, redactionMarks, withPlaceholders } from './redact.ts';

export interface Redaction {
  /** The text of a turn. */
  readonly text: (turn: number) => string;
  /** A part of a turn's text, at most `pointsMax` long. */
  readonly quote: (turn: number, quote: string, pointsMax: number) => string;
  /** Whether something there is no contact, such as a card. */
  readonly hides: (turn: number, from: number, to: number) => boolean;
}

/** Turns that are read at once, and those around them: a card is read out over a few turns. */
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

/** How often the same words of a turn are looked for. */
const PLACES_MAX = 100;

/** Where the same words stand twice, those count of which more is taken out. */
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

/** Quotes without what the turns are not shown with. */
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

/** A placeholder may be longer than its number. */
const PLACEHOLDER_POINTS = 24;

/** What a model wrote, which may have seen the numbers: it is asked with them if so configured. */
export function redactedAnswer(
  result: Analysis | Evaluation,
  redaction: Redaction,
): Analysis | Evaluation {
  if (result.engine.mode !== 'LLM') return result;
  const told = (text: string): string => redactedText(text, result.language);
  if ('criteria' in result) {
    const criteria = result.criteria.map((criterion) => ({
      ...criterion,
      rationale: criterion.source === 'LLM' ? told(criterion.rationale) : criterion.rationale,
    }));
    return redactedEvaluation({ ...result, criteria }, redaction);
  }
  const { summary, topics, actionItems, outcome } = result;
  return {
    ...result,
    summary: summary === null ? null : { ...summary, text: told(summary.text) },
    topics: topics?.map((topic) => ({ ...topic, name: told(topic.name) })) ?? null,
    actionItems: actionItems?.map((item) => ({ ...item, text: told(item.text) })) ?? null,
    outcome:
      outcome === null
        ? null
        : { ...outcome, label: told(outcome.label), rationale: told(outcome.rationale) },
  };
}
