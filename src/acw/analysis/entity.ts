/**
 * Finds entities by their form: addresses, numbers, dates, sums. Numbers in the form of cards and
 * of US social security are left out, because a result must not repeat them. Pure; 5 MiB of text
 * take at most 0.4 s.
 */

import type { SpokenTurn } from '../call-log/timeline.ts';
import { widthFolded } from '../phrase/phrase-pattern.ts';
import type { Analysis, EntityType } from './analysis.ts';
import { ENTITY_PATTERNS, type EntityPattern } from './entity-pattern.ts';

export type Entity = Analysis['entities'][number];

/** The most entities of a result; all of them take at most 75 KiB of it. */
export const ENTITIES_MAX = 200;
export const ENTITY_POINTS_MAX = 120;

export interface Entities {
  readonly found: readonly Entity[];
  readonly cut: boolean;
}

interface Found {
  readonly type: EntityType;
  readonly from: number;
  readonly to: number;
}

/** Whether a part of a turn must not be shown. */
type Hides = (turn: number, from: number, to: number) => boolean;

/** The entities in the order of the call. A value that a turn repeats is listed once. */
export function entitiesOf(turns: readonly SpokenTurn[], hides: Hides): Entities {
  const found: Entity[] = [];
  for (const { text, turn } of turns) {
    for (const entity of inTurn(text, turn, hides)) {
      if (found.length === ENTITIES_MAX) return { found, cut: true };
      found.push(entity);
    }
  }
  return { found, cut: false };
}

function inTurn(text: string, turn: number, hides: Hides): Entity[] {
  if (!/\p{N}|@|\.[a-z]/iu.test(text)) return [];
  let rest = widthFolded(text);
  const found: Found[] = [];
  for (const entity of ENTITY_PATTERNS) {
    const { type } = entity;
    const spans = spansOf(rest, entity).filter(
      ({ from, to }) => to - from <= ENTITY_POINTS_MAX && isOne(type, rest, from, to),
    );
    found.push(...spans.map((span) => ({ type, ...span })));
    rest = without(rest, spans);
  }
  const values = found
    .filter(({ from, to }) => !hides(turn, from, to))
    .sort((a, b) => a.from - b.from)
    .map(({ type, from, to }) => ({ type, value: text.slice(from, to), turn }));
  const seen = new Set<string>();
  return values.filter(({ type, value }) => !seen.has(type + value) && seen.add(type + value));
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function spansOf(text: string, { type, pattern }: EntityPattern): Span[] {
  return [...text.matchAll(pattern)].map((match) => {
    // The pattern of URLs also matches the punctuation that ends the sentence.
    const whole = type === 'URL' ? match[0].replace(/[.,;:!?)\]'-]{1,200}$/, '') : match[0];
    // If the pattern has a group `value`, the value is the end of the match.
    const value = match.groups?.value ?? whole;
    const from = match.index + (value === whole ? 0 : match[0].length - value.length);
    return { from, to: from + value.length };
  });
}

/**
 * Replaces each found entity by commas, which no pattern accepts, so that no later pattern finds a
 * part of it.
 */
function without(text: string, spans: readonly Span[]): string {
  let rest = '';
  let last = 0;
  for (const { from, to } of spans) {
    rest += text.slice(last, from) + ','.repeat(to - from);
    last = to;
  }
  return rest + text.slice(last);
}

/**
 * Whether a match is an entity of its type: a telephone number may have the form of a card or of an
 * identity number.
 */
function isOne(type: EntityType, text: string, from: number, to: number): boolean {
  // "Sure.It" is the end of one sentence and the beginning of the next.
  if (type === 'URL')
    return !/^[\p{L}]+\.(?:It|It's|At|Us|Es|Me|No|So|De|Ch|Au|Info)$/u.test(text.slice(from, to));
  if (type !== 'PHONE' && type !== 'ORDER_ID') return true;
  const value = text.slice(from, to);
  const digits = value.replace(/\D/g, '');
  if (digits.length >= 13 && passesLuhn(digits)) return false;
  if (type === 'ORDER_ID') return true;
  return !isNamedOtherwise(text.slice(0, from)) && isPhone(value, digits, text.slice(to, to + 4));
}

/** How far before a number its name may stand, in UTF-16 units. */
const NAME_UNITS = 48;
const OTHER_NAMES =
  'account|customer|member|policy|card|routing|serial|model|version|ip|isbn|sku|order|case|' +
  'reference|booking|confirmation|reservation|invoice|claim|request|contract|zip|postcode|' +
  'postal|ticket|tracking|konto|kunden|vertrags|rechnungs|cuenta|cliente|pedido|factura';
const OTHER_NUMBERS = new RegExp(
  String.raw`(?:${OTHER_NAMES})(?: ?(?:number|no\.?|id|address|code|nummer|n[uú]mero))?` +
    '(?: (?:is|es|ist|lautet|was))?:? ?$',
  'iu',
);

function isNamedOtherwise(before: string): boolean {
  return OTHER_NUMBERS.test(before.slice(-NAME_UNITS));
}

/** Whether a value is an IP address, a version number or a range of years. */
function isOtherForm(value: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(value) || /^\d{1,5}(?:\.\d{1,5}){2,3}$/.test(value)) {
    return !/^\d{3}\.\d{3}\.\d{4}$/.test(value);
  }
  return /^(?:19|20)\d{2}(?:[ /-]{1,3}(?:19|20)\d{2})+$/.test(value);
}

/**
 * E.164 has at most 15 digits; national numbers begin with 0, have groups, or have 10 or 11 digits.
 */
function isPhone(value: string, digits: string, after: string): boolean {
  if (digits.length < 7 || digits.length > 15 || /^[ ()./-]{0,3}\d/.test(after)) return false;
  if (/^\d{3}[ -]\d{2}[ -]\d{4}$/.test(value) || isOtherForm(value)) return false;
  return /^[+0(]/.test(value) || /\d[ ()./-]/.test(value) || [10, 11].includes(digits.length);
}

/** Checks the check digit of card numbers (ISO/IEC 7812-1). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.at(-1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
