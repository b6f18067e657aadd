/**
 * What people call a number: "card number", "PIN", "Kontonummer", "order". A number that is named
 * needs no check digit, and the recogniser may have misheard it. If the name is that of something
 * harmless (an order, a room), the number stays. Pure; patterns have no repetition without a small
 * bound.
 */

/**
 * LAST: "last four digits", which makes four digits enough. OTHER: a harmless number, which stays.
 */
export type Name =
  | 'CARD'
  | 'CODE'
  | 'SOCIAL'
  | 'PERSON'
  | 'ACCOUNT'
  | 'IBAN'
  | 'PHONE'
  | 'EMAIL'
  | 'LAST'
  | 'OTHER';

export interface Naming {
  readonly name: Name;
  readonly start: number;
  readonly end: number;
}

/** The names in the order of the text. */
export function namingsIn(text: string, language: string): readonly Naming[] {
  const namings: Naming[] = [];
  for (const [name, pattern, spokenIn] of PATTERNS) {
    if (spokenIn !== undefined && language !== 'und' && !spokenIn.includes(language)) continue;
    for (const match of text.matchAll(pattern)) {
      namings.push({ name, start: match.index, end: match.index + match[0].length });
    }
  }
  return namings.sort((one, other) => one.start - other.start || one.end - other.end);
}

const NOT_CODES =
  '(?<!(?:area|zip|post|postal|discount|promo|coupon|voucher|error|country|dress|source|status|' +
  'color|bar|qr|product|item|item.s|booking|reference|exit|gate) )';

type Row = readonly [name: Name, pattern: RegExp, spokenIn?: string];

const PATTERNS: readonly Row[] = [
  named('CARD', [
    '(?:credit|debit|bank|gift|payment) ?cards?',
    'card ?(?:number|no)\\b',
    'visa',
    'amex',
    'my (?:new |old )?card',
    '(?:the|your) card',
    'card (?:is|ends?|ending)',
    'master ?card',
    'american express',
    'long number',
    'kredit ?karten?\\w*',
    '(?:bank)?kartennummer',
    'karte',
    '(?:número de |mi |la |su )?tarjeta',
    'carte (?:bancaire|bleue|de crédit)',
    'ma carte',
    '(?:mia )?carta(?: di credito)?',
    'cartão',
    'discover card',
    'diners',
    'jcb',
    'maestro',
  ]),
  unspaced('CARD', ['カード番号', 'クレジットカード', 'カード']),
  named('CODE', [
    'cvv2?',
    'cvc2?',
    'cid',
    'security (?:code|number)',
    'card code',
    'check(?: |-)?digits',
    '(?:digits|numbers?|code|it)(?: is| are)? (?:on|at) the back',
    'pin(?: (?:number|code))?',
    'pass ?code',
    `${NOT_CODES}codes?`,
    'otp',
    'verification (?:number|value)',
    'código(?! postal)',
    'clave',
    'prüfnummer',
    'prüfziffer\\w*',
    '(?!post|zip|bar|error|area)\\p{L}{3,24}code',
    'kartenprüf\\w*',
    'cryptogramme',
    'geheimzahl',
    'codice(?! fiscale)',
    'contraseña',
    'cryptogram',
  ]),
  named('CODE', ['m?tans?'], 'de'),
  unspaced('CODE', [
    'セキュリティコード',
    '暗証番号',
    '認証(?:コード|番号)',
    '確認コード',
    'パスコード',
  ]),
  named('SOCIAL', ['social security(?: number)?', '(?:my|your|the|full) social(?! media)', 'ssn']),
  named('PERSON', [
    'tax(?:payer)? (?:id|file number|number)',
    'taxpayer',
    'national insurance',
    'nino',
    'ni number',
    'passport',
    "driver'?s? licen[cs]e",
    'driving licen[cs]e',
    'licen[cs]e number',
    'id (?:card|number)',
    'identity (?:card|number)',
    'aadhaar',
    'pan card',
    'medicare',
    'nhs',
    'dni',
    'curp',
    'cpf',
    'cnpj',
    'bsn',
    'seguridad social',
    'pasaporte',
    'steuer-?id\\w*',
    'steuernummer',
    '(?:personal)?ausweis\\w*',
    'sozialversicherungs\\w*',
    'versichertennummer',
    'reisepass\\w*',
    'sécurité sociale',
    'passeport',
    'codice fiscale',
    'social insurance',
    'itin',
    'sin number',
    'ein number',
    'employer id\\w*',
  ]),
  named('PERSON', ['nie', 'nif', 'rfc'], 'es'),
  unspaced('PERSON', ['マイナンバー', '個人番号', 'パスポート', '免許証', '保険証']),
  named('ACCOUNT', [
    'account (?:number|no)',
    '(?:bank|checking|savings) account',
    'and account',
    'routing',
    'sort ?code',
    'aba',
    'kontonummer',
    'bankleitzahl',
    'blz',
    'konto',
    'bic',
    'número de cuenta',
    'cuenta(?: bancaria)?',
    'numéro de compte',
    'rib',
    'número da conta',
    'numero di conto',
    'clabe',
    'conta bancária',
  ]),
  unspaced('ACCOUNT', ['口座番号', '口座']),
  named('IBAN', ['iban']),
  named('PHONE', [
    '(?:tele)?phone(?: number)?',
    'cell(?: ?phone)?',
    'mobile',
    '(?:call|reach|text|ring) (?:me|us)',
    'call ?back number',
    'contact number',
    'landline',
    'my number',
    'your number',
    'fax',
    'telefon\\w*',
    'handy\\w*',
    'rufnummer',
    'mobilnummer',
    'meine nummer',
    'erreichbar',
    'teléfono',
    'móvil',
    'celular',
    'll[aá]m[ea](?:me|nme)',
    'mi número',
    'téléphone',
    'portable',
    'mon numéro',
    'telefono',
    'cellulare',
    'telefone',
    'telemóvel',
    'meu número',
  ]),
  unspaced('PHONE', ['電話', '携帯', '連絡先']),
  named('EMAIL', ['e-?mails?', 'mail', 'correo', 'courriel', 'adresse']),
  unspaced('EMAIL', ['メール']),
  named('LAST', [
    'last (?:four|4)(?! (?:months?|weeks?|days?|years?|times?|orders?|calls?))',
    'ends? (?:in|with)',
    'ending (?:in|with)',
    'letzten vier',
    'endet auf',
    'endziffern',
    '(?:ú|u)ltimos cuatro',
    'termina en',
    'quatre derniers',
    'ultime quattro',
    '(?:ú|u)ltimos quatro',
  ]),
  unspaced('LAST', ['下4桁', '下四桁', '末尾']),
  named('OTHER', [
    'orders?',
    'ticket',
    'case',
    'reference',
    'extension',
    'ext',
    'zip',
    'post ?code',
    'room',
    'tracking',
    'confirmation number',
    'invoice',
    'booking',
    'reservation',
    'flight',
    'isbn',
    'sku',
    'version',
    'model',
    'serial',
    'part number',
    'item',
    'error',
    'policy',
    'claim',
    'street',
    'avenue',
    'page',
    'press',
    'ip',
    'gate',
    'bus',
    'units?',
    'article',
    'street number',
    'bestell\\w*',
    'auftrag\\w*',
    'rechnung\\w*',
    'vorgang\\w*',
    'sendung\\w*',
    'plz',
    'kundennummer',
    'drücken',
    'pedido',
    'factura',
    'reserva',
    'referencia',
    'incidencia',
    'código postal',
    'commande',
    'facture',
    'dossier',
    'ordine',
    'zamówienie',
    'encomenda',
  ]),
  unspaced('OTHER', ['注文番号', '予約番号', '受付番号', '伝票番号', '追跡番号', '郵便番号']),
];

/** In scripts with spaces a name matches whole words only. */
function named(name: Name, words: readonly string[], spokenIn?: string): Row {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return spokenIn === undefined ? [name, pattern] : [name, pattern, spokenIn];
}

/** Japanese has no spaces between words, so a name matches anywhere. */
function unspaced(name: Name, words: readonly string[]): Row {
  return [name, new RegExp(words.join('|'), 'gu')];
}
