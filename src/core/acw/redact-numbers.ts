/**
 * What a run of digits is: a card by its check digit (ISO/IEC 7812), an IBAN by its own (ISO
 * 13616), numbers of persons by their form or their check, and others by what was asked for. A
 * check digit alone is no proof, so a harmless number may be taken for a card now and then.
 */
import type { DigitRun } from './redact-digits.ts';

export type NumberKind = 'CARD' | 'SECURITY_CODE' | 'SSN' | 'IBAN' | 'IDENTITY';

const CARD_DIGITS = { min: 13, max: 19 } as const;
/** Written as one: a card may stand within it, glued to its date and code. */
const GLUED_MIN = CARD_DIGITS.min;
/** Of the shortest number that is known by its form alone, that of US social security. */
const CHECKED_DIGITS_MIN = 9;
const PERSON_DIGITS = { min: 6, max: 18 } as const;

/** From digit `from` to before digit `to`. */
export interface FoundNumber {
  readonly from: number;
  readonly to: number;
  readonly kind: NumberKind;
}

export function numbersInRun({ digits, groups }: DigitRun): readonly FoundNumber[] {
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
    if (isSocialSecurity(groups, index, values)) found.push({ from, to: from + 9, kind: 'SSN' });
  }
  const whole = values.join('');
  if (isPersonal(whole)) found.push({ from: 0, to: values.length, kind: 'IDENTITY' });
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

/** Lengths of IBANs by country (the registry of SWIFT). */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 ' +
    'DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 ' +
    'IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 ' +
    'MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const IBAN_START = /(?<![\p{L}\p{Nd}])[a-z]{2}[\s.-]?\d[\s.-]?\d/giu;
/** With their letters: Spain (DNI, NIE), Britain (NINO), Italy (codice fiscale). */
const LETTERED = new RegExp(
  [
    String.raw`(?<![\p{L}\p{Nd}])(?:`,
    [
      String.raw`[XYZ]?[\s.-]?\d{7,8}[\s.-]?[A-Z]`,
      String.raw`[A-CEGHJ-PR-TW-Z]{2}(?:[\s.-]?\d\d){3}[\s.-]?[A-D]`,
      String.raw`[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]`,
    ].join('|'),
    String.raw`)(?![\p{L}\p{Nd}])`,
  ].join(''),
  'giu',
);

/** Numbers that letters belong to, by their place in the text. */
export function numbersInText(
  text: string,
): readonly { readonly start: number; readonly end: number; readonly kind: NumberKind }[] {
  const ibans = [...text.matchAll(IBAN_START)].flatMap(({ index }) => {
    const end = ibanEnd(text, index);
    return end === null ? [] : [{ start: index, end, kind: 'IBAN' as const }];
  });
  const lettered = [...text.matchAll(LETTERED)].flatMap(({ 0: said, index }) =>
    isLettered(said.replace(/[\s.-]/g, '').toUpperCase())
      ? [{ start: index, end: index + said.length, kind: 'IDENTITY' as const }]
      : [],
  );
  return [...ibans, ...lettered];
}

function ibanEnd(text: string, start: number): number | null {
  const length = IBAN_LENGTHS.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return null;
  let plain = '';
  for (const { 0: part, index } of text
    .slice(start, start + 80)
    .matchAll(/[a-z0-9]+|[^a-z0-9]/gi)) {
    if (/^[^a-z0-9]/i.test(part)) {
      if (!/[\s.-]/.test(part)) return null;
      continue;
    }
    const taken = part.slice(0, length - plain.length);
    plain += taken.toUpperCase();
    if (plain.length === length) return isIban(plain) ? start + index + taken.length : null;
  }
  return null;
}

function isIban(plain: string): boolean {
  let rest = 0;
  for (const unit of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(unit, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

function isLettered(plain: string): boolean {
  const spanish = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(plain);
  if (spanish === null) return true;
  const [, head = '', figures = '', letter = ''] = spanish;
  const sum = Number(`${head === '' ? '' : 'XYZ'.indexOf(head)}${figures}`);
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[sum % 23] === letter;
}

const CODE_HINT = spoken(
  [
    ...['cvv2?', 'cvc2?', 'cid', 'security code', 'card code', 'verification (?:code|value)'],
    ...['(?:on|at) the back', 'pin(?: (?:number|code))?', 'passcode', 'código de seguridad'],
    ...['prüfnummer', 'prüfziffer', 'sicherheitscode', 'cryptogramme', 'codice di sicurezza'],
  ],
  ['セキュリティコード', '暗証番号'],
);
const PERSON_HINT = spoken(
  [
    ...['social(?: security| insurance)?', 'ssn', 'itin', 'tax (?:id|file number)', 'taxpayer'],
    ...['national insurance', 'nino', 'passport', "driver'?s? licen[cs]e", 'driving licen[cs]e'],
    ...['id (?:card|number)', 'identity (?:card|number)', 'aadhaar', 'pan card', 'medicare'],
    ...['nhs number', 'dni', 'nie', 'nif', 'curp', 'rfc', 'cpf', 'cnpj', 'bsn', 'iban'],
    ...['seguridad social', 'pasaporte', 'steuer-?id\\w*', 'steuernummer', 'ausweis\\w*'],
    ...['sozialversicherungs\\w*', 'reisepass\\w*', 'sécurité sociale', 'passeport'],
    ...['codice fiscale'],
  ],
  ['マイナンバー', '個人番号', 'パスポート', '免許証', '保険証'],
);

/** Words of scripts with spaces stand by themselves; Japanese has none. */
function spoken(words: readonly string[], unspaced: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${words.join('|')})\\b|${unspaced.join('|')}`, 'iu');
}

/** What else a number may be, named right before it. */
const OTHER = /\b(?:order|ticket|case|reference|extension|phone|zip|postcode)\b[^\n]{0,30}$/iu;
const OTHER_UNITS = 48;

/** What a turn asks for, or names: such numbers need no check digit. */
export interface Hints {
  readonly code: boolean;
  readonly person: boolean;
  readonly social: boolean;
}

export function hintsOf(text: string): Hints {
  const person = PERSON_HINT.test(text);
  const social = person && /\b(?:social security|ssn)\b/iu.test(text);
  return { code: CODE_HINT.test(text), person, social };
}

/** `hints`: of its turn and those just before; `before`: what stands before it in its turn. */
export function hintedKind(
  { digits: { length } }: DigitRun,
  hints: readonly Hints[],
  before: string,
): NumberKind | null {
  const isCode = length >= 3 && length <= 8 && hints.some(({ code }) => code);
  const isPerson =
    length >= PERSON_DIGITS.min &&
    length <= PERSON_DIGITS.max &&
    hints.some(({ person }) => person);
  if ((!isCode && !isPerson) || OTHER.test(before.slice(-OTHER_UNITS))) return null;
  if (!isPerson) return 'SECURITY_CODE';
  return length === 9 && hints.some(({ social }) => social) ? 'SSN' : 'IDENTITY';
}
