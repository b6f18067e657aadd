/**
 * Values of every JSON type that have broken services before: edges of numbers, lengths and
 * Unicode, names with a meaning in JavaScript. None of them names a real host.
 */
import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';

const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\ud83d\ude00',
  '\u202e\u2066abc\u2069',
  '\u200b\ufeff',
  '\u2028\u2029',
  '\r\nset-cookie: a=b',
  '\x1b[31m',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '9007199254740993',
  "'; drop table calls; --",
  '" or 1=1 --',
  '%',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '<!channel>',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text for a hostile caller.
  '${7*7}',
  '#',
  '?a=b',
  'ﬁ',
  'İ',
  'ß',
  '\u0301',
  'e\u0301'.repeat(50),
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00T00:00:00Z',
  'http://127.0.0.1:1/',
  'https://[::1]/',
  'https://a:b@host.invalid/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ep_0000000000000000000',
  'dlv_ZZZZZZZZZZZZZZZZZZZ',
  `ep_${'7'.repeat(40)}`,
  'x'.repeat(120),
  'x'.repeat(121),
  'x'.repeat(256),
  'x'.repeat(257),
  '\ud83d\ude00'.repeat(256),
  'x'.repeat(4_097),
  'x'.repeat(20_000),
] as const;

const NASTY_NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  -0.5,
  1e-300,
  5e-324,
  1e21,
  1e300,
  -1e300,
  Number.MAX_VALUE,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  2 ** 64,
  999,
  1_000,
  30_000,
  30_001,
  21_600_000,
  21_600_001,
  3_650,
  3_651,
  255,
  65_536,
];

/** JSON texts of numbers that no JavaScript value can hold. */
const RAW_NUMBERS = ['1e999', '-1e999', '1e-999', '9007199254740993', '-0', '1E400', '0.1e1'];
/** Invalid JSON in the place of a value. */
const RAW_BROKEN = ['NaN', 'Infinity', 'undefined', '01', '+1', '.5', '1.', '0x10', 'TRUE', ''];

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 1, arbitrary: anyText({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);

export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  { weight: 3, arbitrary: fc.constantFrom(...NASTY_NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_NUMBERS).map((text) => `«raw:${text}»`) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_BROKEN).map((text) => `«raw:${text}»`) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 2, arbitrary: fc.constantFrom([], {}, [null], [[]], { '': '' }, [{}]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(30, 40, 2_000).map(nested) },
  { weight: 1, arbitrary: fc.constantFrom(20, 101, 1_001).map((count) => Array(count).fill(0)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(21, 1_001)
      .map((count) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))),
  },
);

function nested(levels: number): unknown {
  return `«raw:${'['.repeat(levels)}${']'.repeat(levels)}»`;
}

/** Hostile path parameters, already percent-encoded. */
export const nastySegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%2',
    '%zz',
    '%00',
    '%2F',
    'a%2Fb',
    '..',
    '%2e%2e',
    '.',
    ';a=b',
    '%C0%AF',
    '%FF',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '%E2%80%AE',
    '%0d%0a',
    '+',
    '%20',
    '%23',
    '%3F',
    '*',
    '{id}',
    'x'.repeat(65),
    'x'.repeat(3_073),
    'x'.repeat(9_000),
    '%F0%9F%98%80'.repeat(256),
    'ep_%30',
    'EP_1',
    'null',
    '-1',
    '0',
    '1e9',
    '__proto__',
    'constructor',
    'retry',
    'preview',
  ),
  nastyText.map((text) => encodeURIComponent(text.toWellFormed())),
);
