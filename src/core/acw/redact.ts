/**
 * Takes numbers out of a transcript that no language model needs (decisions section 8): cards,
 * their security codes, and numbers that identify a person or an account. Each becomes a
 * placeholder that says what stood there, so that a summary still makes sense. Numbers are found
 * in figures of any script, spoken in words, and read out over several turns. Positions of turns
 * stay. Must never change anything else, and rather takes a number too many than one too few.
 */
import type { Turn } from './call-log.ts';
import { type DigitRun, digitRuns, folded } from './redact-digits.ts';
import {
  type Hints,
  hintedKind,
  hintsOf,
  type NumberKind,
  numbersInRun,
  numbersInText,
} from './redact-numbers.ts';

export const PLACEHOLDERS: Readonly<Record<NumberKind, string>> = {
  CARD: '[CARD NUMBER]',
  SECURITY_CODE: '[SECURITY CODE]',
  SSN: '[SOCIAL SECURITY NUMBER]',
  IBAN: '[IBAN]',
  IDENTITY: '[ID NUMBER]',
};

/** Part of a turn's text, in UTF-16 units. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: NumberKind;
  /** What else is a part of the same number; null: it stands in one piece. */
  readonly of: DigitRun | null;
}

/** Turns back to which a question such as "what is the code on the back?" is looked for. */
const HINT_TURNS = 2;
const HINTED_DIGITS_MIN = 3;

/** The same turns, of which only the texts differ, and only where a number was taken out. */
export function redactedTurns(turns: readonly Turn[]): readonly Turn[] {
  const texts = turns.map(({ text }) => folded(text));
  const marks = texts.map((text): Mark[] =>
    numbersInText(text).map((found) => ({ ...found, of: null })),
  );
  const add = (run: DigitRun, from: number, to: number, kind: NumberKind): void => {
    for (const digit of run.digits.slice(from, to)) {
      marks[digit.turn]?.push({ start: digit.start, end: digit.end, kind, of: run });
    }
  };
  const known = new Map<number, Hints>();
  const hintsAt = (turn: number): Hints => {
    const hints = known.get(turn) ?? hintsOf(texts[turn] ?? '');
    known.set(turn, hints);
    return hints;
  };
  for (const run of digitRuns(turns, texts)) {
    // Numbers may overlap by the hundred; each digit is marked once.
    const marked = new Map<NumberKind, number>();
    for (const { from, to, kind } of numbersInRun(run)) {
      const before = marked.get(kind) ?? 0;
      add(run, Math.max(from, before), to, kind);
      marked.set(kind, Math.max(to, before));
    }
    const first = run.digits[0];
    if (first === undefined || run.digits.length < HINTED_DIGITS_MIN) continue;
    const from = Math.max(0, first.turn - HINT_TURNS);
    const hints = range(from, first.turn).map(hintsAt);
    const kind = hintedKind(run, hints, (texts[first.turn] ?? '').slice(0, first.start));
    if (kind !== null) add(run, 0, run.digits.length, kind);
  }
  return turns.map((turn, index) => {
    const found = marks[index] ?? [];
    return found.length === 0 ? turn : { ...turn, text: withPlaceholders(turn.text, found) };
  });
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** What lies between two digits of one number goes with them. */
function withPlaceholders(text: string, marks: readonly Mark[]): string {
  const sorted = [...marks].sort((one, other) => one.start - other.start || one.end - other.end);
  let out = '';
  let last: Mark | null = null;
  for (const mark of sorted) {
    const taken: number = last?.end ?? 0;
    if (mark.end <= taken) continue;
    const goesOn = last !== null && last.of !== null && last.of === mark.of;
    const isInside = mark.start < taken;
    if (!(goesOn && last?.kind === mark.kind) && !isInside) {
      out += `${text.slice(taken, mark.start)}${PLACEHOLDERS[mark.kind]}`;
    }
    last = mark;
  }
  return out + text.slice(last?.end ?? 0);
}
