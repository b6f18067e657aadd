/**
 * The patterns of entities, for text whose width is folded (`widthFolded`). They find amounts and
 * times in figures (`42 dollars`, `5:30 pm`), not in words (`forty-two`). Every repetition is
 * bounded and consumes characters that its neighbour cannot, so no text makes a pattern slow.
 * Tables only.
 */
import type { EntityType } from './analysis.ts';

const NOT_IN_WORD = '(?<![\\p{L}\\p{N}])';
const NO_WORD_AFTER = '(?![\\p{L}\\p{N}])';

const LABEL = '[a-z0-9-]{1,63}';
const TOP_LEVEL =
  'com|org|net|info|io|dev|app|edu|gov|eu|uk|us|ca|au|de|at|ch|es|mx|ar|co|cl|pe|fr|it|nl|jp';

const NUMBER = "(?:\\d{1,3}(?:[.,' ]\\d{3}){1,5}(?:[.,]\\d{1,2})?|\\d{1,12}(?:[.,]\\d{1,2})?)";
const CODE = 'usd|eur|gbp|jpy|chf|cad|aud|mxn|cny|inr';
const UNIT = [
  'dollars?|bucks|cents?|euros?|pounds?|yen|francs?|pesos?|rupees?',
  'd[oó]lares|d[oó]lar|c[eé]ntimos?|centavos?|libras?|soles',
  'franken|pfund|rappen',
].join('|');

const MONTH = [
  'january|february|march|april|may|june|july|august|september|october|november|december',
  'jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre',
  'diciembre|januar|j[aä]nner|februar|m[aä]rz|mai|juni|juli|oktober|dezember',
].join('|');
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH_NUMBER = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:19|20)\\d{2}';
const HOUR = '(?:[01]?\\d|2[0-4])';

const REFERENCE = [
  'order|case|ticket|reference|booking|confirmation|reservation|tracking|invoice|claim|request',
  'pedido|caso|referencia|reserva|factura|seguimiento|incidencia|solicitud|expediente',
  'bestellnummer|auftragsnummer|bestellung|auftrag|vorgangsnummer|vorgang|rechnungsnummer',
  'rechnung|ticketnummer|buchungsnummer|buchung|referenznummer|sendungsnummer|kundennummer',
].join('|');
const REFERENCE_JA =
  '(?:ご?注文|予約|受付|お?問い?合わせ|伝票|請求書?|お客様|会員|契約|追跡|管理|確認)番号';
const NUMBER_WORD = 'number|no\\.?|num\\.?|id|code|n[uú]mero(?: de)?|nummer|nr\\.?|#';
const LINK = 'is|was|es|el|ist|lautet|die|der';

/** Words after a number that show that it counts things: "order 100 units", "may 5 times". */
const COUNTED = [
  'units?|pieces?|items?|times?|boxes|copies|more|of|percent|%|days?|weeks?|months?|years?',
  'hours?|minutes?|seconds?|people|persons?|guests?|seats?|rooms?|tickets?|nights?|miles?|points?',
  'kilomet(?:er|re)s?|met(?:er|re)s?|feet|inch(?:es)?|pounds?|dollars?|euros?|bottles?|bags?',
  'customers?|calls?|users?|employees|unidades|piezas|veces|días|personas|noches|entradas',
  'stück|mal|tage|wochen|personen|nächte|karten|kilos?',
].join('|');
const NO_COUNT = `(?! ?(?:(?:or|to|o|oder|bis|-) ?\\d{1,4} ?)?(?:${COUNTED})${NO_WORD_AFTER})`;

export interface EntityPattern {
  readonly type: EntityType;
  /** With a group `value` if the entity is only a part of the match. */
  readonly pattern: RegExp;
}

/**
 * In the order in which they are applied: later patterns do not see text that an earlier one took.
 */
export const ENTITY_PATTERNS: readonly EntityPattern[] = [
  entity('EMAIL', `(?<![\\w.%+-])[\\w.%+-]{1,64}@(?:${LABEL}\\.){1,5}[a-z]{2,24}(?![\\w-])`),
  entity('URL', `${NOT_IN_WORD}(?:https?://|www\\.)[^\\s<>"'、。「」（）]{2,200}`),
  entity(
    'URL',
    `(?<![\\w@.-])(?:${LABEL}\\.){1,4}(?:${TOP_LEVEL})(?:/[^\\s、。]{0,150})?(?![\\w-])`,
  ),
  entity('MONEY', `(?:${CODE}|us)? ?[$€£¥₹] ?${NUMBER}(?![\\d.,]?\\d)`, NOT_IN_WORD),
  entity('MONEY', `(?:${CODE}) ${NUMBER}(?![\\d.,]?\\d)`, NOT_IN_WORD),
  entity('MONEY', `${NUMBER} ?(?:[$€£¥₹]|(?:${CODE}|${UNIT})${NO_WORD_AFTER})`, '(?<![\\w.,])'),
  entity('MONEY', '\\d[\\d,]{0,14}(?:\\.\\d{1,2})?[万億千]?(?:円|ドル|ユーロ)', '(?<![\\w.,])'),
  entity('DATE', `${YEAR}-${MONTH_NUMBER}-${DAY}${NO_WORD_AFTER}`, '(?<![\\w-])'),
  entity(
    'DATE',
    `\\d{1,2}([./-])\\d{1,2}\\1(?:${YEAR}|\\d{2})${NO_WORD_AFTER}(?!\\1\\d)`,
    '(?<![\\w./-])',
  ),
  entity('DATE', `(?:${YEAR}年)?${MONTH_NUMBER}月${DAY}日`, '(?<!\\d)'),
  entity(
    'DATE',
    `(?:${MONTH})\\.? ${DAY}(?:st|nd|rd|th)?(?:,? ${YEAR})?${NO_WORD_AFTER}${NO_COUNT}`,
    NOT_IN_WORD,
  ),
  entity(
    'DATE',
    `${DAY}(?:st|nd|rd|th|\\.)?(?: of| de)? (?:${MONTH})(?:,?(?: del?)? ${YEAR})?${NO_WORD_AFTER}`,
    NOT_IN_WORD,
  ),
  entity(
    'TIME',
    `${HOUR}:[0-5]\\d(?: ?(?:[ap]m|[ap]\\.m\\.|uhr|h))?${NO_WORD_AFTER}`,
    '(?<![\\w:])',
  ),
  entity('TIME', `${HOUR} ?(?:[ap]m|[ap]\\.m\\.|uhr|o'clock)${NO_WORD_AFTER}`, '(?<![\\w.,:])'),
  entity('TIME', `${HOUR}[.]?[0-5]\\d ?(?:[ap]m|uhr)${NO_WORD_AFTER}`, '(?<![\\w.,:])'),
  entity('TIME', `(?:午前|午後|朝|夜)?${HOUR}時(?:[0-5]?\\d分|半)?(?!間)`, '(?<!\\d)'),
  entity(
    'ORDER_ID',
    `(?:${REFERENCE})(?: (?:${NUMBER_WORD}))?[:#]?(?: (?:${LINK})){0,2}[ :#]{1,3}` +
      '(?<value>\\d{3,4}(?: \\d{3,4}){1,4}(?! ?\\d)|(?=[a-z-]{0,10}\\d)[a-z0-9][a-z0-9-]{2,23})' +
      `${NO_WORD_AFTER}${NO_COUNT}`,
    NOT_IN_WORD,
  ),
  entity('ORDER_ID', `${REFERENCE_JA}(?:は|が|の|:|、| ){0,2}(?<value>[a-z0-9][a-z0-9-]{2,23})`),
  entity('ORDER_ID', `[a-z]{2,5}-\\d{3,12}${NO_WORD_AFTER}`, '(?<![\\w-])'),
  entity('PHONE', '\\+?\\(?\\d(?:[ ().\\/-]{0,3}\\d){6,40}', '(?<![\\w+.-])'),
];

function entity(type: EntityType, source: string, before = ''): EntityPattern {
  return { type, pattern: new RegExp(before + source, 'giu') };
}
