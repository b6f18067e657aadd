/**
 * Edge cases of JSON: texts and bytes on which parsers disagree, each with the code that the API
 * must answer. Most cases put a member before a valid body of a route, so that nothing else is
 * wrong; if its unknown key is refused as input, the text was read.
 */
export interface JsonCase {
  readonly name: string;
  /** `right`: the text of a valid body of the route, an object. */
  readonly body: (right: string) => Buffer;
  /** The accepted codes; a route with a larger limit may read what others refuse. */
  readonly codes: readonly string[];
}

const MALFORMED = ['MALFORMED_JSON'];
/** The text was read, and its content is refused. */
const READ = ['INVALID_INPUT'];
const OVERSIZED = ['MALFORMED_JSON', 'BODY_TOO_LARGE'];

/** A case with the text as the first member of the object, under an unknown key. */
function member(name: string, text: string, codes: readonly string[]): JsonCase {
  return { name, codes, body: (right) => Buffer.from(inFront(right, text)) };
}

function whole(name: string, text: string | Uint8Array, codes: readonly string[]): JsonCase {
  return { name, codes, body: () => Buffer.from(text) };
}

function inFront(right: string, text: string): string {
  return right === '{}' ? `{${text}}` : `{${text},${right.slice(1)}`;
}

const keys = (count: number): string =>
  Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');
const nested = (levels: number): string => `"x":${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number): string => `"x":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const NUMBERS: readonly JsonCase[] = [
  ...['1e999', '-1e999', '1E400', `${'9'.repeat(400)}`].map((text) =>
    member(`the number ${text.slice(0, 20)} is beyond a double`, `"x":${text}`, MALFORMED),
  ),
  ...['1e-999', '-0', '-0.0', '9007199254740993', '1e308', '0.1e-7', `0.${'1'.repeat(400)}`].map(
    (text) => member(`the number ${text.slice(0, 20)} is one`, `"x":${text}`, READ),
  ),
  ...['01', '-01', '+1', '.5', '1.', '-', '1e', '1e+', '0x10', '1_000', '١', 'NaN', 'Infinity'].map(
    (text) => member(`${text} is no number`, `"x":${text}`, MALFORMED),
  ),
];

const TEXTS: readonly JsonCase[] = [
  ...[
    ['half a pair', '"\\ud800"'],
    ['the other half', '"\\udfff"'],
    ['a pair the wrong way round', '"\\udc00\\ud800"'],
    ['half a pair before a letter', '"\\ud83dx"'],
    ['an escaped NUL', '"a\\u0000b"'],
    ['a raw NUL', '"a\0b"'],
    ['a raw tab', '"a\tb"'],
    ['a raw line break', '"a\nb"'],
    ['an escape that does not exist', '"\\a"'],
    ['an escape that is cut', '"\\u12"'],
    ['an escape of capital U', '"\\U0041"'],
    ['a text in single quotes', "'a'"],
    ['a text without its end', '"abc'],
  ].map(([name = '', text = '']) => member(name, `"x":${text}`, MALFORMED)),
  member('half a pair as a key', '"\\ud800":1', MALFORMED),
  member('an escaped NUL as a key', '"\\u0000":1', MALFORMED),
  member('a pair', '"x":"\\ud83d\\ude00"', READ),
  member('raw line separators and DEL', '"x":"\u2028\u2029\x7f"', READ),
  member('bidi and zero-width characters', '"x":"\u202e\u2066\u200b\ufeff"', READ),
  member('noncharacters', '"x":"\ufffe\uffff"', READ),
  member('a text of 50,000 characters', `"x":"${'a'.repeat(50_000)}"`, READ),
  member('a key of 50,000 characters', `"${'a'.repeat(50_000)}":1`, READ),
  member('an empty key', '"":1', READ),
];

const KEYS: readonly JsonCase[] = [
  member('a key twice', '"x":1,"x":2', MALFORMED),
  member('a key twice, once escaped', '"x":1,"\\u0078":2', MALFORMED),
  member('a key twice, deep inside', '"x":[{"y":{"z":1,"z":1}}]', MALFORMED),
  member('two empty keys', '"":1,"":2', MALFORMED),
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
  ].map((key) => member(`the key ${key}`, `"${key}":{"polluted":true}`, READ)),
  member('the key __proto__, escaped', '"\\u005f_proto__":{"polluted":true}', READ),
  member('constructor.prototype', '"constructor":{"prototype":{"polluted":true}}', READ),
  // Scorecards and results may have more keys.
  member('1,001 keys', `"x":{${keys(1_001)}}`, [...MALFORMED, ...READ]),
  member('100,000 keys', `"x":{${keys(100_000)}}`, OVERSIZED),
  member('an array of 1,001', `"x":[${'0,'.repeat(1_000)}0]`, READ),
  member('an array of 100,000', `"x":[${'0,'.repeat(99_999)}0]`, [...READ, 'BODY_TOO_LARGE']),
];

const DEPTHS: readonly JsonCase[] = [
  ...[10, 31].map((levels) => member(`${levels} levels`, nested(levels), READ)),
  member('10 levels of objects', objects(10), READ),
  ...[34, 100, 1_000, 10_000].map((levels) =>
    member(`${levels} levels`, nested(levels), MALFORMED),
  ),
  member('5,000 levels of objects', objects(5_000), MALFORMED),
  ...[100_000, 1_000_000].map((levels) => member(`${levels} levels`, nested(levels), OVERSIZED)),
  whole('1,000,000 openings and no end', '['.repeat(1_000_000), OVERSIZED),
];

const DOCUMENTS: readonly JsonCase[] = [
  ...['{', '}', '{]', '[', '{"a"}', '{"a":}', '{"a":1', '{a:1}', '{"a":1}}', 'nul', 'True'].map(
    (text) => whole(`the text ${text}`, text, MALFORMED),
  ),
  ...[' ', '\n', 'undefined', '\u00a0{}', '{}\v', '{}\0', '<a/>', 'a=1', '{"a":1 /* b */}'].map(
    (text) => whole(`the text ${JSON.stringify(text)}`, text, MALFORMED),
  ),
  ...[0, 1, '', 'text', true, false, [], [{}], [[]]].map((value) =>
    whole(`the value ${JSON.stringify(value)}`, JSON.stringify(value), READ),
  ),
  { name: 'a trailing comma', codes: MALFORMED, body: (right) => after(right, ',}') },
  { name: 'two documents', codes: MALFORMED, body: (right) => Buffer.from(right + right) },
  { name: 'a comment', codes: MALFORMED, body: (right) => Buffer.from(`// a\n${right}`) },
  { name: 'a byte order mark', codes: MALFORMED, body: (right) => Buffer.from(`\ufeff${right}`) },
  { name: 'UTF-16 LE', codes: MALFORMED, body: (right) => Buffer.from(right, 'utf16le') },
  {
    name: 'UTF-16 BE',
    codes: MALFORMED,
    body: (right) => Buffer.from(`\ufeff${right}`, 'utf16le').swap16(),
  },
];

/** Bytes inside a text that are no valid UTF-8. */
const BYTES: readonly JsonCase[] = [
  ['a lone continuation', [0x80]],
  ['a sequence that is cut', [0xe2, 0x82]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an overlong NUL', [0xc0, 0x80]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
  ['a byte that never occurs', [0xff]],
  ['Latin-1', [0xe9]],
].map(([name, bytes]) => ({
  name: `${String(name)} in a text`,
  codes: MALFORMED,
  body: () => Buffer.concat([Buffer.from('{"x":"a'), Buffer.from(bytes ?? []), Buffer.from('b"}')]),
}));

function after(right: string, end: string): Buffer {
  const text = right === '{}' ? '{"a":1' : right.slice(0, -1);
  return Buffer.from(text + end);
}

export const JSON_CASES: readonly JsonCase[] = [
  ...NUMBERS,
  ...TEXTS,
  ...KEYS,
  ...DEPTHS,
  ...DOCUMENTS,
  ...BYTES,
];
