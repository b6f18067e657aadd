/**
 * The telephone numbers of all fixtures, divided as people and platforms write them, and whether a
 * text that operators read shows one. A masked number keeps its last four digits.
 */

/** `1 555 010 000x`, and Twilio's own test numbers, `1 555 555 xxxx`. */
const BEGINNINGS = ['5550100', '555555'] as const;
const WHOLE = /\+?15550100(\d{3})/g;

export const DIVISIONS = {
  spaced: (end: string) => `+1 555-010-0${end}`,
  bracketed: (end: string) => `(555) 010-0${end}`,
  dotted: (end: string) => `1.555.010.0${end}`,
  typeset: (end: string) => `+1\u00a0555\u2011010\u20110${end}`,
  escaped: (end: string) => `%2B15550100${end}`,
  'escaped-and-divided': (end: string) => `%2B1%20555%20010%200${end}`,
} as const satisfies Readonly<Record<string, (end: string) => string>>;
export type Division = keyof typeof DIVISIONS;
export const DIVISION_NAMES = Object.keys(DIVISIONS) as readonly Division[];

/** Divides every number in every text of a JSON value. */
export function divided(value: unknown, how: Division): unknown {
  if (typeof value === 'string') return value.replace(WHOLE, (_, end) => DIVISIONS[how](end));
  if (Array.isArray(value)) return value.map((each) => divided(each, how));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, divided(each, how)]));
}

/** What may stand between two digits: signs, escapes, or escapes of escapes. */
const BETWEEN =
  String.raw`(?:[\s\u2010-\u2015()./-]|` +
  String.raw`%(?:25)*[0-9A-Fa-f]{2}|\\+u[0-9A-Fa-f]{4}){0,4}`;
/** A shown number. With a letter or digit beside it, it would be a part of an id. */
const SHOWN = new RegExp(
  `(?<=%(?:25)*2[Bb8]|%(?:25)*20|(?<![A-Za-z0-9%]))(?:1${BETWEEN})?` +
    `(?:${BEGINNINGS.map((digits) => [...digits].join(BETWEEN)).join('|')})` +
    String.raw`(?:${BETWEEN}\d){1,4}(?![A-Za-z0-9])`,
);

export function showsNumber(text: string): boolean {
  return SHOWN.test(text);
}
