/**
 * Numbers and addresses that are known by their form: telephone numbers, e-mail addresses, also
 * those that are said ("bob at example dot com"), and numbers of persons that have letters. A
 * number that was asked for needs less form. Pure; patterns have no repetition without a small
 * bound.
 */
import type { Place } from './redact-iban.ts';
import type { NumberKind } from './redact-numbers.ts';

const NOT_IN_WORD = String.raw`(?<![\p{L}\p{Nd}])`;
const NO_WORD_AFTER = String.raw`(?![\p{L}\p{Nd}])`;

/**
 * Identity numbers that contain letters: Spain (DNI, NIE), Britain (NINO), Italy (codice fiscale).
 */
const LETTERED = new RegExp(
  [
    `${NOT_IN_WORD}(?:`,
    [
      String.raw`[XYZ]?[\s.-]?\d{7,8}[\s.-]?[A-Z]`,
      String.raw`[A-CEGHJ-PR-TW-Z]{2}(?:[\s.-]?\d\d){3}[\s.-]?[A-D]`,
      String.raw`[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]`,
    ].join('|'),
    `)${NO_WORD_AFTER}`,
  ].join(''),
  'giu',
);

export function letteredIn(text: string): readonly Place[] {
  return places(text, LETTERED).filter(({ start, end }) =>
    isLettered(
      text
        .slice(start, end)
        .replace(/[\s.-]/g, '')
        .toUpperCase(),
    ),
  );
}

function isLettered(plain: string): boolean {
  const spanish = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(plain);
  if (spanish === null) return true;
  const [, head = '', figures = '', letter = ''] = spanish;
  const sum = Number(`${head === '' ? '' : 'XYZ'.indexOf(head)}${figures}`);
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[sum % 23] === letter;
}

/** The form of passport, licence and insurance numbers: capitals and at least five figures. */
const NAMED_LETTERED = new RegExp(
  [
    String.raw`(?<![\p{L}\p{Nd}])(?:[A-Z]{1,4}|[A-Z]{1,2}[ .-])?\d[A-Z\d]*`,
    String.raw`(?:[ .-](?:\d[A-Z\d]*|[A-Z]{1,4}\d[A-Z\d]*|[A-Z](?![\p{L}])))*`,
  ].join(''),
  'gu',
);
const NAMED_FIGURES_MIN = 5;

/** Finds numbers of that form. The caller has checked that such a number was asked for or named. */
export function namedLetteredIn(text: string): readonly Place[] {
  return places(text, NAMED_LETTERED).filter(({ start, end }) => {
    const said = text.slice(start, end);
    return /[A-Z]/.test(said) && (said.match(/\d/g) ?? []).length >= NAMED_FIGURES_MIN;
  });
}

/** Telephone numbers that stand alone: no figure before or after them, not even behind spaces. */
const PHONES = new RegExp(
  [
    String.raw`(?<![\p{Script=Latin}\p{Nd}]|\d[ .,:/-]|\d {2,3})(?:`,
    [
      // International: 8 to 15 figures.
      String.raw`(?:\+ ?[1-9]|00 ?[1-9]\d{0,2}[ ().-]{1,2}\d)(?:[ ().-]{0,2}\d){6,14}`,
      // North America.
      String.raw`(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}`,
      // With a 0 before: in two groups or more.
      String.raw`\(?0\d{1,4}\)?[ /-]\d{2,4}(?:[ /-]?\d{2,4}){1,4}`,
      String.raw`0\d{2,4}[ /-]\d{5,8}`,
      // Brazil.
      String.raw`\(\d{2}\) ?9?\d{4}-\d{4}`,
    ].join('|'),
    String.raw`)(?![\p{Script=Latin}\p{Nd}]|[ .,:/-]\d| {2,3}\d)`,
  ].join(''),
  'gu',
);
const PHONE_DIGITS = { min: 8, max: 15 } as const;

const SOCIAL_SECURITY = /^\d{3}[ -]\d{2}[ -]\d{4}$/;

export function phonesIn(text: string): readonly Place[] {
  return places(text, PHONES).filter(({ start, end }) => {
    const said = text.slice(start, end);
    const digits = said.replace(/\D/g, '');
    if (SOCIAL_SECURITY.test(said)) return false;
    return digits.length >= PHONE_DIGITS.min && digits.length <= PHONE_DIGITS.max;
  });
}

const LABEL = String.raw`[\p{L}\p{Nd}-]{1,63}`;
const EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{Nd}._%+-])[\p{L}\p{Nd}._%+-]{1,64}@(?:${LABEL}\.){1,5}` +
    String.raw`\p{L}[\p{L}-]{1,23}${NO_WORD_AFTER}`,
  'gu',
);
const AT = '(?:at|@|arroba|ät|klammeraffe|chiocciola|arobase|アットマーク)';
const DOT = String.raw`(?:dot|punkt|punto|ponto|point|ドット|\.)`;
const MARK =
  '(?:dot|punkt|punto|ponto|point|underscore|dash|hyphen|minus|bindestrich|guion|guión|plus)';
const WORD = String.raw`[\p{L}\p{Nd}'-]{1,40}`;
const DOMAIN = `${WORD}(?: ${WORD}){0,2}?(?: ?${DOT} ?${WORD}){1,3}`;
/**
 * A spoken address. It counts if it is spelled or contains a spoken mark such as "dot", if its "at"
 * has no other meaning, if it is a single word at the start, or if an address was asked for.
 */
const SAID = new RegExp(
  `${NOT_IN_WORD}(?<local>${WORD}(?: ${WORD}){0,16}?) ${AT} ` +
    `(?<domain>${DOMAIN})${NO_WORD_AFTER}`,
  'giu',
);
const COUNTRIES = 'eu|uk|us|ca|au|de|at|ch|es|mx|ar|co|cl|fr|it|pt|br|nl|jp';
const TOP_LEVEL = new RegExp(
  String.raw`(?:^| |\.)(?:com|org|net|info|io|dev|app|edu|gov|${COUNTRIES}|example)$`,
  'iu',
);
const MARKED = new RegExp(`^(?:.* )?${WORD} ${MARK} ${WORD}`, 'iu');
/** Words that people say before the address; they are not part of it. */
const LEAD_WORDS =
  "is|it's|its|it|at|to|on|address|e-?mail|mail|under|use|es|ist|lautet|auf|è|en|an|est|c'est|" +
  'yes|sure|and|um|uh';
const LEAD = new RegExp(String.raw`^(?:.*\b(?:${LEAD_WORDS})[:,]? )`, 'iu');
const LOCAL_WORDS_MAX = 5;

/** `isNamed`: the surrounding turns mention an e-mail address. */
export function emailsIn(text: string, isNamed: boolean): readonly Place[] {
  const said = [...text.matchAll(SAID)].flatMap((match): Place[] => {
    const { local = '', domain = '' } = match.groups ?? {};
    if (!TOP_LEVEL.test(domain) || /^www\b/iu.test(domain)) return [];
    const lead = LEAD.exec(local)?.[0] ?? '';
    const name = local.slice(lead.length);
    const isStart = lead !== '' || match.index === 0;
    const words = name.split(' ').length;
    const isSpelled =
      MARKED.test(name) ||
      (/\d/.test(name) && /\p{L}/u.test(name)) ||
      /^(?:\S )+\S$|^[^\sia] \S+(?: \S+)?$/iu.test(name);
    const isSure = isSpelled || / (?:arroba|klammeraffe|chiocciola|arobase|ät) /iu.test(match[0]);
    if (!isSure && !isNamed && !(isStart && words === 1)) return [];
    const kept = isSpelled ? name : name.split(' ').slice(-LOCAL_WORDS_MAX).join(' ');
    const start = match.index + local.length - kept.length;
    return [{ start, end: match.index + match[0].length }];
  });
  return [...places(text, EMAIL), ...said];
}

const BEFORE: Readonly<Partial<Record<NumberKind, RegExp>>> = {
  IDENTITY: /(?<![\p{L}\p{Nd}])(?:(?:[A-Z]|[b-df-hj-np-xz])[\s.-]{1,2}){1,4}$/u,
  PHONE: /(?<![\p{L}\p{Nd}])(?:plus |\+ ?\(?|\()$/iu,
};
const AFTER: Readonly<Partial<Record<NumberKind, RegExp>>> = {
  IDENTITY: /^[\s.-]{0,2}(?:[A-Z]|[b-df-hj-np-xz])(?![\p{L}\p{Nd}'’])/u,
};
const BESIDE_UNITS = 16;

/** Extends a number that was found by its digits to the letters and marks that belong to it. */
export function besideNumber(text: string, kind: NumberKind, start: number, end: number): Place {
  const before =
    BEFORE[kind]?.exec(text.slice(Math.max(0, start - BESIDE_UNITS), start))?.[0] ?? '';
  const after = AFTER[kind]?.exec(text.slice(end, end + BESIDE_UNITS))?.[0] ?? '';
  return { start: start - before.length, end: end + after.length };
}

function places(text: string, pattern: RegExp): readonly Place[] {
  return [...text.matchAll(pattern)].map(({ 0: said, index }) => ({
    start: index,
    end: index + said.length,
  }));
}
