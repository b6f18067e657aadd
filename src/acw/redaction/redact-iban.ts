/**
 * IBANs (ISO 13616): written, in any grouping, and spelled letter by letter and figure by figure.
 * Known by country, length and check digits; where one is named also by its form alone. Pure.
 */
import { isFiller } from './redact-digits.ts';
import type { NumberToken } from './redact-token.ts';

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
/** The rest of an unfinished or misheard IBAN: groups that contain a figure, or capital letters. */
const NAMED_REST = /^(?:[\s.-]?(?:[A-Z]{0,4}\d[A-Z\d]{0,30}|[A-Z]{4}(?![a-z])))+/u;
const NAMED_MIN = 8;

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** `isNamed`: the surrounding turns mention an IBAN. */
export function ibansIn(text: string, isNamed: boolean): readonly Place[] {
  return [...text.matchAll(IBAN_START)].flatMap(({ 0: begin, index }) => {
    const end = ibanEnd(text, index) ?? (isNamed ? namedEnd(text, index, begin.length) : null);
    return end === null ? [] : [{ start: index, end }];
  });
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

function namedEnd(text: string, start: number, begun: number): number | null {
  if (!IBAN_LENGTHS.has(text.slice(start, start + 2).toUpperCase())) return null;
  const [rest = ''] = NAMED_REST.exec(text.slice(start + begun, start + 80)) ?? [];
  return rest.length + begun >= NAMED_MIN ? start + begun + rest.length : null;
}

/**
 * A word beside a number can pass the check by chance, so an IBAN must have so many figures. The
 * shortest real ones, those of the Netherlands, have exactly as many.
 */
const FIGURES_MIN = 12;

function isIban(plain: string): boolean {
  if (plain.replace(/\D/g, '').length < FIGURES_MIN) return false;
  let rest = 0;
  for (const unit of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(unit, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

/** Finds spelled IBANs: "D E eight nine three seven …". If `isNamed`, the check digits may fail. */
export function spelledIbans(tokens: readonly NumberToken[], isNamed: boolean): readonly Place[] {
  const found: Place[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const country = lettersAt(tokens, from);
    const length = country === null ? undefined : IBAN_LENGTHS.get(country.text);
    if (country === null || length === undefined) continue;
    let plain = country.text;
    let last = country.next - 1;
    for (let at = country.next; at < tokens.length && plain.length < length; at += 1) {
      const token = tokens[at];
      const part = token === undefined ? null : spelled(token);
      if (part === null && token !== undefined && isFiller(token.word)) continue;
      if (part === null) break;
      plain += part;
      last = at;
    }
    const isOne = plain.length === length && isIban(plain);
    const isPart = isNamed && plain.length >= NAMED_MIN && /^[A-Z]{2}\d\d/.test(plain);
    if (!isOne && !isPart) continue;
    found.push({ start: tokens[from]?.start ?? 0, end: tokens[last]?.end ?? 0 });
    from = last;
  }
  return found;
}

/** Reads the country code: two single letters, or one word of two letters. */
function lettersAt(
  tokens: readonly NumberToken[],
  from: number,
): { readonly text: string; readonly next: number } | null {
  const [first = '', second = ''] = [tokens[from]?.word, tokens[from + 1]?.word];
  if (/^[a-z]{2}$/.test(first)) return { text: first.toUpperCase(), next: from + 1 };
  if (!/^[a-z]$/.test(first) || !/^[a-z]$/.test(second)) return null;
  return { text: `${first}${second}`.toUpperCase(), next: from + 2 };
}

function spelled({ word, digits }: NumberToken): string | null {
  if (digits !== null) return digits;
  return /^[a-z]$/.test(word) ? word.toUpperCase() : null;
}
