/**
 * Numbers below 100 as words, as people read out cards: figure by figure, or in pairs such as
 * "forty one" and "einundvierzig", in English, Spanish, German, French, Italian, Portuguese and
 * Japanese. Only tables; `redact-digits.ts` reads them. A word that means something else in
 * another language (`um`, `once`, `ein`) is a number only where its language is spoken.
 */

/**
 * The words from nought to nineteen, in order; a stroke separates two words for the same number.
 */
const LANGUAGES: Readonly<Record<string, string>> = {
  en:
    'zero/oh/o/nought one two three four five six seven eight nine ten eleven twelve thirteen ' +
    'fourteen fifteen sixteen seventeen eighteen nineteen',
  es:
    'cero uno/un/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce ' +
    'quince dieciséis/dieciseis diecisiete dieciocho diecinueve',
  de:
    'null eins/ein zwei/zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn ' +
    'vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  fr:
    'zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze ' +
    'seize dix-sept dix-huit dix-neuf',
  it:
    'zero uno/un/una due tre quattro cinque sei sette otto nove dieci undici dodici tredici ' +
    'quattordici quindici sedici diciassette diciotto diciannove',
  pt:
    'zero um/uma dois/duas três quatro cinco seis/meia sete oito nove dez onze doze treze ' +
    'catorze/quatorze quinze dezesseis/dezasseis dezessete dezoito dezenove/dezanove',
  ja:
    'ゼロ/ぜろ/れい/レイ/まる/マル いち/イチ に/ニ さん/サン よん/ヨン/し ご/ゴ ろく/ロク ' +
    'なな/ナナ/しち/シチ はち/ハチ きゅう/キュウ/く',
};

/** Words that mean a number in one of these languages and something else in another. */
const AMBIGUOUS = new Set(
  'oh o un una une um uma ein elf once null sei due tre sept meia に し ご く'.split(' '),
);

/** The words from twenty to ninety; a word for a unit may follow them. */
const TENS = [
  'twenty veinte zwanzig vingt venti vinte',
  'thirty treinta dreißig dreissig trente trenta trinta',
  'forty fourty cuarenta vierzig quarante quaranta quarenta',
  'fifty cincuenta fünfzig cinquante cinquanta cinquenta',
  'sixty sesenta sechzig soixante sessanta sessenta',
  'seventy setenta siebzig septante settanta',
  'eighty ochenta achtzig huitante octante ottanta oitenta quatre-vingt',
  'ninety noventa neunzig nonante novanta',
];
/** Spanish speakers read out telephone numbers in hundreds. */
const HUNDREDS =
  'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos ' +
  'novecientos';

/** The parts of words that join a ten and a unit: "veinti-", "vent(i)-", "-undzwanzig". */
const SPANISH = 'ún un uno dós dos trés tres cuatro cinco séis seis siete ocho nueve';
const SPANISH_VALUES = [1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9];
const GERMAN = 'ein zwei drei vier fünf sechs sieben acht neun'.split(' ');
const ITALIAN = 'uno due tre quattro cinque sei sette otto nove'.split(' ');
const ITALIAN_TENS = 'vent trent quarant cinquant sessant settant ottant novant'.split(' ');

type Entry = readonly [word: string, digits: string];

const BY_LANGUAGE: readonly (readonly [language: string, words: readonly Entry[]])[] =
  Object.entries(LANGUAGES).map(([language, row]) => [
    language,
    row
      .split(' ')
      .flatMap((words, value) => words.split('/').map((word): Entry => [word, String(value)])),
  ]);

const TEN_WORDS: ReadonlyMap<string, string> = new Map(
  TENS.flatMap((words, index) => words.split(' ').map((word): Entry => [word, String(index + 2)])),
);

function* compounds(): Generator<Entry> {
  for (const [index, unit] of SPANISH.split(' ').entries()) {
    yield [`veinti${unit}`, `2${SPANISH_VALUES[index]}`];
  }
  for (const [word, ten] of TEN_WORDS) {
    if (/[zß]ig$|ssig$/.test(word)) {
      for (const [index, unit] of GERMAN.entries())
        yield [`${unit}und${word}`, `${ten}${index + 1}`];
    }
  }
  for (const [index, stem] of ITALIAN_TENS.entries()) {
    for (const [place, unit] of ITALIAN.entries()) {
      const vowel = /^[uo]/.test(unit) ? '' : index === 0 ? 'i' : 'a';
      yield [`${stem}${vowel}${unit}`, `${index + 2}${place + 1}`];
      if (unit === 'tre') yield [`${stem}${vowel}tré`, `${index + 2}3`];
    }
  }
}

/** The digits that one word says: one or two, or three for the Spanish hundreds. */
const DIGIT_WORDS: ReadonlyMap<string, string> = new Map([
  ...compounds(),
  ...BY_LANGUAGE.flatMap(([, words]) => words),
  ...HUNDREDS.split(' ').map((word, index): Entry => [word, `${index + 1}00`]),
]);

/**
 * The languages in which a word is a number. Tens and compounds have no table by language, so their
 * beginning or ending tells it.
 */
const SPOKEN_IN: ReadonlyMap<string, readonly string[]> = spokenIn();

function spokenIn(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  const add = (word: string, language: string): void => {
    languages.set(word, [...(languages.get(word) ?? []), language]);
  };
  for (const [language, words] of BY_LANGUAGE) for (const [word] of words) add(word, language);
  const ends: readonly (readonly [RegExp, string])[] = [
    [/ty$/, 'en'],
    [/^(?:veint|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)/, 'es'],
    [/(?:zig|ßig|ssig)$/, 'de'],
    [/(?:vingt|ante|ente)$/, 'fr'],
    [/^(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)[iaou]/, 'it'],
    [/^(?:vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa)$/, 'pt'],
  ];
  for (const word of [...TEN_WORDS.keys(), ...[...compounds()].map(([compound]) => compound)]) {
    for (const [end, language] of ends) {
      if (end.test(word)) add(word, language);
    }
  }
  return languages;
}

/** The digits of a word if `languages` are spoken; null if the word is no number in them. */
export function digitsOfWord(word: string, languages: ReadonlySet<string>): string | null {
  const digits = DIGIT_WORDS.get(word) ?? null;
  if (digits === null || !AMBIGUOUS.has(word)) return digits;
  return SPOKEN_IN.get(word)?.some((language) => languages.has(language)) === true ? digits : null;
}

/**
 * The languages that a word reveals; empty for most words. Other languages share words such as
 * `zero` and `six` with English; such a word counts as English alone.
 */
export function languagesOfWord(word: string): readonly string[] {
  if (AMBIGUOUS.has(word)) return [];
  const languages = SPOKEN_IN.get(word) ?? [];
  return languages.includes('en') ? ['en'] : languages;
}

/** The words between a ten and its unit: "cuarenta y uno", "quarante et un", "quarenta e um". */
const LINKS = new Set(['y', 'et', 'e']);
/** The articles that may follow a word such as "viermal": "viermal die Eins". */
const ARTICLES = new Set(['the', 'die', 'el', 'le', 'il', 'o']);

/** Words that repeat the next digit, and how often. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ...['double', 'doble', 'doppel', 'doppelt', 'doppio', 'doppia', 'duplo', 'zweimal'].map(
    (word) => [word, 2] as const,
  ),
  ...['triple', 'treble', 'triplo', 'dreimal', 'dreifach'].map((word) => [word, 3] as const),
  ...['quadruple', 'viermal', 'vierfach'].map((word) => [word, 4] as const),
]);

/** Plural digits, as in "four ones". */
const PLURALS: ReadonlyMap<string, string> = new Map(
  'zeros ones twos threes fours fives sixes sevens eights nines'
    .split(' ')
    .map((word, value) => [word, String(value)]),
);

export interface NumberWord {
  readonly word: string;
  readonly digits: string | null;
}

/**
 * Joins two words that are one part of a number, so that a third word may join the result; null if
 * they are not one part.
 */
export function joinedWords(held: NumberWord, next: NumberWord): NumberWord | null {
  const { word } = held;
  const unit = next.digits?.length === 1 ? next.digits : null;
  const times = TIMES.get(word);
  if (times !== undefined) {
    if (ARTICLES.has(next.word)) return held;
    return unit === null ? null : said(unit.repeat(times));
  }
  const plural = PLURALS.get(next.word);
  if (plural !== undefined && held.digits?.length === 1) {
    return said(plural.repeat(Number(held.digits)));
  }
  if (next.word === 'hundred' && held.digits?.length === 1) return said(`${held.digits}00`);
  if (/^[1-9]00$/.test(held.digits ?? '') && /^\p{L}/u.test(word)) {
    return next.digits?.length === 2 ? said(`${held.digits?.slice(0, 1)}${next.digits}`) : null;
  }
  if (word === 'quatre' && /^vingts?$/.test(next.word))
    return { word: 'quatre-vingt', digits: null };
  const ten = TEN_WORDS.get(word);
  if (ten !== undefined) {
    if (LINKS.has(next.word)) return held;
    if (unit !== null) return unit === '0' ? null : said(ten + unit);
    // French continues with the teens after 60 and 80: soixante-dix, quatre-vingt-onze.
    const isScore = word === 'soixante' || word === 'quatre-vingt';
    if (!isScore || next.digits?.startsWith('1') !== true) return null;
    const digits = `${Number(ten) + 1}${next.digits.slice(1)}`;
    return next.word === 'dix' ? { word: `${word}-dix`, digits } : said(digits);
  }
  const isDix = word === 'dix' || word.endsWith('-dix');
  return isDix && unit !== null && unit >= '7' ? said(`${held.digits?.slice(0, 1)}${unit}`) : null;
}

function said(digits: string): NumberWord {
  return { word: '', digits };
}

/** The digits of a word that no further word joined: "forty" is 40. */
export function aloneDigits({ word, digits }: NumberWord): string | null {
  const ten = TEN_WORDS.get(word);
  return ten === undefined ? digits : `${ten}0`;
}

/**
 * Words that English speech recognisers write for a digit. They count only beside other numbers.
 */
export const SOUNDS_LIKE: ReadonlyMap<string, string> = new Map([
  ...(['for', 'fore', 'foe'] as const).map((word) => [word, '4'] as const),
  ...(['to', 'too', 'tu'] as const).map((word) => [word, '2'] as const),
  ...(['won', 'wan'] as const).map((word) => [word, '1'] as const),
  ...(['ate', 'hate'] as const).map((word) => [word, '8'] as const),
  ...(['tree', 'free'] as const).map((word) => [word, '3'] as const),
  ...(['fife', 'hive'] as const).map((word) => [word, '5'] as const),
  ...(['sex', 'sicks', 'sics'] as const).map((word) => [word, '6'] as const),
  ...(['niner', 'nein'] as const).map((word) => [word, '9'] as const),
]);
