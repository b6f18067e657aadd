/**
 * Decides what a run of digits is: a card by its check digit (ISO/IEC 7812) or its groups, an
 * identity number by its form or check digits, and any other number by what the speakers call it
 * (`redact-naming.ts`). A check digit alone is no proof, so a harmless number may occasionally be
 * taken for a card.
 */
import type { DigitRun } from './redact-digits.ts';
import type { Name, Naming } from './redact-naming.ts';

export type NumberKind =
  | 'CARD'
  | 'SECURITY_CODE'
  | 'SSN'
  | 'IBAN'
  | 'ACCOUNT'
  | 'IDENTITY'
  | 'PHONE'
  | 'EMAIL';

const CARD_DIGITS = { min: 13, max: 19 } as const;
/**
 * A group of at least so many digits may contain a card number that is joined to its date and code,
 * so a card may begin and end anywhere in it.
 */
const GLUED_MIN = CARD_DIGITS.min;
/** The length of the shortest number that is known without a name, a US social security number. */
const CHECKED_DIGITS_MIN = 9;
/** Harmless numbers that people say digit by digit are shorter than this. */
const SPOKEN_DIGITS_MIN = 9;
const PHONE_DIGITS_MAX = 12;

/** A number from digit `from` up to, but not including, digit `to`. */
export interface FoundNumber {
  readonly from: number;
  readonly to: number;
  readonly kind: NumberKind;
}

/**
 * Finds the numbers that need no name. `isNamed`: the run has a name, so a long spoken run is not
 * taken for a telephone or card number by its length alone.
 */
export function numbersInRun(
  { digits, groups, spoken }: DigitRun,
  isNamed: boolean,
): readonly FoundNumber[] {
  if (digits.length < CHECKED_DIGITS_MIN) return [];
  const values = digits.map(({ value }) => value);
  const ends = new Set([...groups, values.length]);
  const found: FoundNumber[] = [];
  for (const [index, from] of groups.entries()) {
    const next = groups[index + 1] ?? values.length;
    const isGlued = next - from >= GLUED_MIN;
    for (let start = from; start < (isGlued ? next : from + 1); start += 1) {
      const to = cardEnd(values, start, isGlued ? null : ends);
      if (to !== null) found.push({ from: start, to, kind: 'CARD' });
    }
    const inGroups = groupedEnd(groups, index, values);
    if (inGroups !== null) found.push({ from, to: from + inGroups, kind: 'CARD' });
    if (isSocialSecurity(groups, index, values)) found.push({ from, to: from + 9, kind: 'SSN' });
  }
  const whole = values.join('');
  if (isPersonal(whole)) found.push({ from: 0, to: values.length, kind: 'IDENTITY' });
  if (found.length === 0 && !isNamed && spoken >= SPOKEN_DIGITS_MIN) {
    const kind = values.length <= PHONE_DIGITS_MAX ? 'PHONE' : 'CARD';
    found.push({ from: 0, to: values.length, kind });
  }
  return found;
}

/**
 * The end of the longest card number that begins at `start`. `ends`: the places where a card may
 * end; null: anywhere.
 */
function cardEnd(
  values: readonly number[],
  start: number,
  ends: ReadonlySet<number> | null,
): number | null {
  const first = values[start] ?? 0;
  // Banks and fuel cards begin with 2 to 6, Troy cards with 9792.
  const isIssued = (first >= 2 && first <= 6) || values.slice(start, start + 4).join('') === '9792';
  if (!isIssued) return null;
  const most = Math.min(values.length, start + CARD_DIGITS.max);
  for (let end = most; end >= start + CARD_DIGITS.min; end -= 1) {
    if ((ends === null || ends.has(end)) && passesLuhn(values, start, end)) return end;
  }
  return null;
}

function passesLuhn(values: readonly number[], start: number, end: number): boolean {
  let sum = 0;
  for (let index = start; index < end; index += 1) {
    const value = values[index] ?? 0;
    const doubled = (end - index) % 2 === 0 ? value * 2 : value;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Finds a card by the groups that are embossed on it, 4-4-4-4 or 4-6-5. The check digit is not
 * needed, since the recogniser may have misheard a figure.
 */
function groupedEnd(
  groups: readonly number[],
  index: number,
  values: readonly number[],
): number | null {
  const from = groups[index] ?? 0;
  const first = values[from] ?? 0;
  if (first < 3 || first > 6) return null;
  const ends = [1, 2, 3, 4].map((step) => (groups[index + step] ?? values.length) - from).join();
  if (ends.startsWith('4,8,12,16')) return 16;
  return ends.startsWith('4,10,15') && first === 3 ? 15 : null;
}

/** Whether the groups have 3, 2 and 4 digits, as US social security and taxpayer numbers have. */
function isSocialSecurity(
  groups: readonly number[],
  index: number,
  values: readonly number[],
): boolean {
  const from = groups[index] ?? 0;
  const ends = [1, 2, 3].map((step) => (groups[index + step] ?? values.length) - from);
  return ends.join() === '3,5,9';
}

/** Whether the two check digits of a Brazilian CPF or a French NIR are right. */
function isPersonal(text: string): boolean {
  if (/^\d{11}$/.test(text) && !/^(\d)\1*$/.test(text)) {
    return cpfCheck(text, 9) === Number(text[9]) && cpfCheck(text, 10) === Number(text[10]);
  }
  return (
    /^[12]\d{14}$/.test(text) && Number(text.slice(0, 13)) % 97 === 97 - Number(text.slice(13))
  );
}

function cpfCheck(text: string, count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += Number(text[index]) * (count + 1 - index);
  return ((sum * 10) % 11) % 10;
}

/**
 * How many digits a number with that name may have. If the speakers mention its last four digits,
 * four are enough.
 */
const NAMED: Readonly<
  Record<Exclude<Name, 'OTHER' | 'LAST' | 'EMAIL'>, { kind: NumberKind; min: number; max: number }>
> = {
  CARD: { kind: 'CARD', min: 8, max: 20 },
  CODE: { kind: 'SECURITY_CODE', min: 3, max: 8 },
  SOCIAL: { kind: 'SSN', min: 6, max: 9 },
  PERSON: { kind: 'IDENTITY', min: 6, max: 18 },
  ACCOUNT: { kind: 'ACCOUNT', min: 6, max: 24 },
  IBAN: { kind: 'IBAN', min: 6, max: 34 },
  PHONE: { kind: 'PHONE', min: 7, max: 15 },
};
const LAST_DIGITS = 4;

/** How far a name may stand before its number, and how far after it, in UTF-16 units. */
const BEFORE_UNITS = 60;
const AFTER_UNITS = 32;

/**
 * The kind that the speakers' words give a run. `own`: the names in the turn in which the run
 * begins; `asked`: the names in the turns before it.
 */
export function namedKind(
  run: DigitRun,
  own: readonly Naming[],
  asked: readonly Naming[],
): NumberKind | 'OTHER' | null {
  const [first, last] = [run.digits[0], run.digits.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { length } = run.digits;
  const before = own.filter(({ end }) => end <= first.start && first.start - end <= BEFORE_UNITS);
  if (before.at(-1)?.name === 'OTHER') return 'OTHER';
  const from = before.findLastIndex(({ name }) => name === 'OTHER') + 1;
  const near = before.slice(from).toReversed();
  const after =
    last.turn === first.turn
      ? own.filter(({ start }) => start >= last.end && start - last.end <= AFTER_UNITS).slice(0, 1)
      : [];
  const isLast =
    length === LAST_DIGITS && [...near, ...after, ...asked].some(({ name }) => name === 'LAST');
  for (const namings of [near, after, asked.toReversed()]) {
    const kind = kindOf(namings, length, isLast);
    if (kind !== null) return kind;
  }
  return null;
}

/** The kind of the first name that fits the length of the number. */
function kindOf(namings: readonly Naming[], length: number, isLast: boolean): NumberKind | null {
  for (const { name } of namings) {
    if (name === 'OTHER' || name === 'EMAIL' || name === 'LAST') continue;
    const { kind, min, max } = NAMED[name];
    if ((length >= min && length <= max) || (isLast && name !== 'PHONE')) {
      return kind === 'SSN' && length !== 9 && !isLast ? 'IDENTITY' : kind;
    }
  }
  return null;
}
