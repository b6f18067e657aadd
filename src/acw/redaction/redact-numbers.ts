/**
 * What a run of digits is: a card by its check digit (ISO/IEC 7812) or its groups, numbers of
 * persons by their form or their check, and others by what they are called (`redact-naming.ts`).
 * A check digit alone is no proof, so a harmless number may be taken for a card now and then.
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
/** Written as one: a card may stand within it, glued to its date and code. */
const GLUED_MIN = CARD_DIGITS.min;
/** Of the shortest number that is known by its form alone, that of US social security. */
const CHECKED_DIGITS_MIN = 9;
/** No harmless number has as many figures when it is said figure by figure. */
const SPOKEN_DIGITS_MIN = 9;
const PHONE_DIGITS_MAX = 12;

/** From digit `from` to before digit `to`. */
export interface FoundNumber {
  readonly from: number;
  readonly to: number;
  readonly kind: NumberKind;
}

/** What needs no name; `isNamed`: it has one, and is not taken for another by its length. */
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

/** The end of the longest card number that begins here; `ends`: where it may end. */
function cardEnd(
  values: readonly number[],
  start: number,
  ends: ReadonlySet<number> | null,
): number | null {
  const first = values[start] ?? 0;
  // 2 to 6: what banks and fuel cards issue; 9792: Troy.
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

/** Groups as they are embossed, 4-4-4-4 and 4-6-5: one figure may be misheard. */
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

/** Groups of 3, 2 and 4: a US number, of a taxpayer too. */
function isSocialSecurity(
  groups: readonly number[],
  index: number,
  values: readonly number[],
): boolean {
  const from = groups[index] ?? 0;
  const ends = [1, 2, 3].map((step) => (groups[index + step] ?? values.length) - from);
  return ends.join() === '3,5,9';
}

/** By two check digits: of Brazil (CPF) and of France (NIR). */
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

/** How many digits a number of that name has; `last`: where its last four are spoken of. */
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

/** How far a name may stand before its number, and after it. */
const BEFORE_UNITS = 60;
const AFTER_UNITS = 32;

/** `own`: what the turn names in which the run begins; `asked`: what the turns before it name. */
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

/** The first name that such a number can have. */
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
