/**
 * Removes numbers from a transcript that no language model and no result needs (S11.5): card
 * numbers, security codes, numbers that identify a person or an account, telephone numbers and
 * e-mail addresses. A placeholder that names the kind replaces each. Numbers are found in figures
 * of any script, spoken in words, and read out over several turns. Turns keep their positions. Must
 * never change anything else; if in doubt, it removes the number.
 */
import { primarySubtag, type Turn } from '../call-log/call-log.ts';
import { type Digit, type DigitRun, digitRuns, folded, type ReadTokens } from './redact-digits.ts';
import { besideNumber, emailsIn, letteredIn, namedLetteredIn, phonesIn } from './redact-form.ts';
import { ibansIn, spelledIbans } from './redact-iban.ts';
import { type Name, type Naming, namingsIn } from './redact-naming.ts';
import { type NumberKind, namedKind, numbersInRun } from './redact-numbers.ts';
import { numberTokens } from './redact-token.ts';

export const PLACEHOLDERS: Readonly<Record<NumberKind, string>> = {
  CARD: '[CARD NUMBER]',
  SECURITY_CODE: '[SECURITY CODE]',
  SSN: '[SOCIAL SECURITY NUMBER]',
  IBAN: '[IBAN]',
  ACCOUNT: '[ACCOUNT NUMBER]',
  IDENTITY: '[ID NUMBER]',
  PHONE: '[PHONE NUMBER]',
  EMAIL: '[EMAIL ADDRESS]',
};

/** Part of a turn's text, in UTF-16 units. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: NumberKind;
  /** The run of digits to which the mark belongs; null if the number stands in one piece. */
  readonly of: DigitRun | null;
}

/** How many turns back a question such as "what is the code on the back?" still applies. */
const NAMING_TURNS = 2;
const NAMED_DIGITS_MIN = 3;
/**
 * How near the end of an earlier turn a name must stand to count as a question, in UTF-16 units.
 */
const ASKED_UNITS = 200;

/** The same turns; texts differ only where a number was removed. */
export function redactedTurns(turns: readonly Turn[], language: string): readonly Turn[] {
  const marks = redactionMarks(turns, language);
  return turns.map((turn, index) => {
    const found = marks[index] ?? [];
    return found.length === 0 ? turn : { ...turn, text: withPlaceholders(turn.text, found) };
  });
}

/** Redacts a single text, such as one that a model wrote. */
export function redactedText(text: string, language: string): string {
  const [turn] = redactedTurns([{ speaker: 'AGENT', text, startMs: 0 }], language);
  return turn?.text ?? '';
}

/**
 * The parts that are removed from each turn. `language`: the language of the call, as BCP 47 or
 * `und`.
 */
export function redactionMarks(
  turns: readonly Turn[],
  language: string,
): readonly (readonly Mark[])[] {
  const spokenIn = primarySubtag(language).toLowerCase();
  const read = turns.map(({ speaker, text }): ReadTokens => {
    const plain = folded(text);
    return { speaker, text: plain, tokens: numberTokens(plain, spokenIn) };
  });
  const known = new Map<number, readonly Naming[]>();
  const namings = (turn: number): readonly Naming[] => {
    const found = known.get(turn) ?? namingsIn(read[turn]?.text ?? '', spokenIn);
    known.set(turn, found);
    return found;
  };
  const asked = (turn: number): readonly Naming[] =>
    range(Math.max(0, turn - NAMING_TURNS), turn).flatMap((index) => {
      const { length } = read[index]?.text ?? '';
      return namings(index).filter(({ end }) => length - end <= ASKED_UNITS);
    });
  const marks = read.map((one, turn): Mark[] =>
    MAY_HOLD.test(one.text) || one.tokens.some(({ digits }) => digits !== null)
      ? marksOfText(one, [...asked(turn), ...namings(turn)])
      : [],
  );
  for (const run of digitRuns(read).flatMap((whole) => withoutMarked(whole, marks))) {
    for (const { from, to, kind } of numbersOf(run, namings, asked)) {
      const digits = run.digits.slice(from, to);
      for (const [place, { turn, start, end }] of digits.entries()) {
        const beside = besideNumber(read[turn]?.text ?? '', kind, start, end);
        marks[turn]?.push({
          start: place === 0 ? beside.start : start,
          end: place === digits.length - 1 ? beside.end : end,
          kind,
          of: run,
        });
      }
    }
  }
  return marks;
}

/**
 * Removes the digits of a telephone number that was found by its form, so that they do not join the
 * numbers beside it.
 */
function withoutMarked(run: DigitRun, marks: readonly (readonly Mark[])[]): readonly DigitRun[] {
  const isMarked = ({ turn, start, end }: Digit): boolean =>
    marks[turn]?.some(
      (mark) => mark.kind === 'PHONE' && mark.of === null && mark.start <= start && mark.end >= end,
    ) === true;
  const taken = run.digits.map(isMarked);
  if (!taken.includes(true)) return [run];
  const parts: DigitRun[] = [];
  let from = 0;
  while (from < taken.length) {
    const to = taken.indexOf(true, from);
    const end = to < 0 ? taken.length : to;
    if (end > from) {
      const groups = run.groups.filter((at) => at >= from && at < end).map((at) => at - from);
      parts.push({ digits: run.digits.slice(from, end), groups, spoken: 0 });
    }
    from = end + 1;
  }
  return parts;
}

/**
 * A turn without figures can only hold an e-mail address, which has an at sign or a word for it.
 */
const MAY_HOLD = /@|(?:^|\s)(?:at|ät|arroba|klammeraffe|chiocciola|arobase|アットマーク)\s/iu;

/** Finds numbers that contain letters, and numbers known by their form. */
function marksOfText({ text, tokens }: ReadTokens, namings: readonly Naming[]): Mark[] {
  const isNamed = (...names: readonly Name[]): boolean =>
    namings.some(({ name }) => names.includes(name));
  const isIban = isNamed('IBAN');
  return [
    ...marked('IBAN', ibansIn(text, isIban)),
    ...marked('IBAN', spelledIbans(tokens, isIban)),
    ...marked('IDENTITY', letteredIn(text)),
    ...marked('IDENTITY', isNamed('PERSON') ? namedLetteredIn(text) : []),
    ...marked('PHONE', phonesIn(text)),
    ...marked('EMAIL', emailsIn(text, isNamed('EMAIL'))),
  ];
}

function marked(
  kind: NumberKind,
  places: readonly { readonly start: number; readonly end: number }[],
): readonly Mark[] {
  return places.map(({ start, end }) => ({ start, end, kind, of: null }));
}

/** Hundreds of found numbers may overlap; each digit is marked only once per kind. */
function numbersOf(
  run: DigitRun,
  namings: (turn: number) => readonly Naming[],
  asked: (turn: number) => readonly Naming[],
): readonly { readonly from: number; readonly to: number; readonly kind: NumberKind }[] {
  const first = run.digits[0];
  if (first === undefined || run.digits.length < NAMED_DIGITS_MIN) return [];
  const named = namedKind(run, namings(first.turn), asked(first.turn));
  const checked = new Map<NumberKind, number>();
  const found = numbersInRun(run, named !== null).flatMap(({ from, to, kind }) => {
    const before = checked.get(kind) ?? 0;
    checked.set(kind, Math.max(to, before));
    return to > before ? [{ from: Math.max(from, before), to, kind }] : [];
  });
  if (named === null || named === 'OTHER') return found;
  return [...found, { from: 0, to: run.digits.length, kind: named }];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Replaces each number, together with the characters between its digits, by a placeholder. */
export function withPlaceholders(text: string, marks: readonly Mark[]): string {
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
