/**
 * Numbers below 100 as words, as people read out cards: figure by figure, or in pairs such as
 * "forty one" and "einundvierzig", in English, Spanish, German, French, Italian and Portuguese.
 * Only tables; `redact-digits.ts` reads them. Words that mean something else in another language
 * (`once`, `elf`) stand too: a run of digits needs more than one of them.
 */

const UNITS = [
  'zero oh o nought cero zéro null nul',
  'one uno una un une eins ein um uma',
  'two dos deux zwei zwo due dois duas',
  'three tres trois drei tre três',
  'four cuatro quatre vier quattro quatro',
  'five cinco cinq fünf cinque',
  'six seis sechs sei meia',
  'seven siete sept sieben sette sete',
  'eight ocho huit acht otto oito',
  'nine nueve neuf neun nove',
];

const TEENS = [
  'ten diez zehn dix dieci dez',
  'eleven once elf onze undici',
  'twelve doce zwölf douze dodici doze',
  'thirteen trece dreizehn treize tredici treze',
  'fourteen catorce vierzehn quatorze quattordici catorze',
  'fifteen quince fünfzehn quinze quindici',
  'sixteen dieciséis dieciseis sechzehn seize sedici dezesseis dezasseis',
  'seventeen diecisiete siebzehn diciassette dezessete dezassete',
  'eighteen dieciocho achtzehn diciotto dezoito',
  'nineteen diecinueve neunzehn diciannove dezenove dezanove',
];

/** From twenty on; a unit may follow. */
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

/** "veinti-", "vent(i)-", "-undzwanzig": one word of a ten and a unit. */
const SPANISH = 'ún un uno dós dos trés tres cuatro cinco séis seis siete ocho nueve';
const SPANISH_VALUES = [1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9];
const GERMAN = 'ein zwei drei vier fünf sechs sieben acht neun'.split(' ');
const ITALIAN = 'uno due tre quattro cinque sei sette otto nove'.split(' ');
const ITALIAN_TENS = 'vent trent quarant cinquant sessant settant ottant novant'.split(' ');

function numbered(rows: readonly string[], from: number): (readonly [string, string])[] {
  return rows.flatMap((words, index) =>
    words.split(' ').map((word) => [word, String(from + index)] as const),
  );
}

const TEN_WORDS: ReadonlyMap<string, string> = new Map(numbered(TENS, 2));

function* compounds(): Generator<readonly [string, string]> {
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

/** What one word says: one figure or two. */
export const DIGIT_WORDS: ReadonlyMap<string, string> = new Map([
  ...compounds(),
  ...numbered(TEENS, 10),
  ...numbered(UNITS, 0),
]);

/** Between a ten and its unit: "cuarenta y uno", "quarante et un", "quarenta e um". */
const LINKS = new Set(['y', 'et', 'e']);

/** How often the next figure is meant. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['doble', 2],
  ['triple', 3],
  ['treble', 3],
]);

export interface NumberWord {
  readonly word: string;
  readonly digits: string | null;
}

/** Two words that are one part of a number; null: they are not. More may follow. */
export function joinedWords(held: NumberWord, next: NumberWord): NumberWord | null {
  const { word } = held;
  const unit = next.digits?.length === 1 ? next.digits : null;
  const times = TIMES.get(word);
  if (times !== undefined) return unit === null ? null : said(unit.repeat(times));
  if (word === 'quatre' && /^vingts?$/.test(next.word))
    return { word: 'quatre-vingt', digits: null };
  const ten = TEN_WORDS.get(word);
  if (ten !== undefined) {
    if (LINKS.has(next.word)) return held;
    if (unit !== null) return unit === '0' ? null : said(ten + unit);
    // French counts on from 60 and 80: soixante-dix, quatre-vingt-onze.
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

/** A ten after which no unit came, such as "forty". */
export function aloneDigits({ word, digits }: NumberWord): string | null {
  const ten = TEN_WORDS.get(word);
  return ten === undefined ? digits : `${ten}0`;
}
