/**
 * Values with which a caller may try to break out of the place where they are shown: header lines,
 * mentions, markup, lines, reading direction, keys of objects, formulas, templates; and a generator
 * that mixes them. `isLine` says, apart from the product, which values are valid (S5.11, S5.12).
 */
import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';

const CR_LF: readonly string[] = [
  'a\r\nx-injected: 1',
  'a\nx-injected: 1',
  'a\rx-injected: 1',
  'a\r\n\r\nHTTP/1.1 200 OK',
  'a\u0085x-injected: 1',
  'a\u560a\u560dx-injected: 1',
  'a%0d%0ax-injected: 1',
  'a\\r\\nx-injected: 1',
  'a\u2028x-injected: 1',
  'a\u2029x-injected: 1',
  'a\vb',
  'a\fb',
  '\r\n',
  'a\r\nBcc: evil@example.com',
];

const CONTROLS: readonly string[] = [
  'a\0b',
  '\0',
  'a\u0007b',
  'a\u001b[31mred',
  'a\u009b31mred',
  'a\u007fb',
  'a\tb',
  '\ufeffa',
  'a\ufffeb',
];

const MENTIONS: readonly string[] = [
  '<!channel>',
  '<!here|here>',
  '<!everyone>',
  '<@U1>',
  '<@U024BE7LH|bob>',
  '<#C024BE7LR>',
  '<!subteam^S1>',
  '<!date^1392734382^{date}|x>',
  '<http://evil.example|click>',
  '@everyone',
  '@here',
  '@channel',
  '@all',
  '<at>all</at>',
];

const MARKUP: readonly string[] = [
  '*b* _i_ ~s~ `c`',
  '[click](http://evil.example)',
  '![x](http://evil.example/a.png)',
  '# head',
  '> quote',
  '```',
  '| a | b |',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</script><script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '<!--',
  ']]>',
  '&lt;b&gt;&amp;',
  '<iframe srcdoc="<script>alert(1)</script>">',
];

const UNSEEN: readonly string[] = [
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e'].map((mark) => `a${mark}b`),
  ...['\u2066', '\u2067', '\u2068', '\u2069'].map((mark) => `a${mark}b`),
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\u034f'].map((mark) => `a${mark}b`),
  ...['\u200e', '\u200f', '\u061c', '\u180e', '\ufe0f'].map((mark) => `a${mark}b`),
  'a\u{e0041}\u{e0042}b',
  `a${'\u0301'.repeat(60)}`,
  'Time: 1\u202eZ0000',
];

const SURROGATES: readonly string[] = ['a\ud800b', 'a\udc00b', '\udc00\ud800', 'a\ud83d'];

const STRUCTURE: readonly string[] = [
  '","callStatus":"COMPLETED","x":"',
  '"}],"errors":[{"code":"INTERNAL_ERROR"}],"y":[{"',
  '\\',
  '\\"',
  '\\u0022',
  '{"a":1}',
  '[CALL_INTERRUPTED] The call was interrupted before it finished.',
  'a [INTERNAL_ERROR] x',
  '────────────────────',
  'Errors:',
  'Time: 2000-01-01T00:00:00.000Z',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '{{DATE()}}',
  '{{7*7}}',
  `\${7*7}`,
  '<%= 7*7 %>',
  '#{7*7}',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  '=HYPERLINK("http://evil.example")',
  "' or 1=1 --",
  '"; drop table calls; --',
  '%s%s%n',
  '%00',
  '../../etc/passwd',
  '..%2f..%2f',
  '$(reboot)',
  '`reboot`',
  '|reboot',
  'null',
  'true',
  '0',
  '-0',
  '1e999',
  ' a',
  'a ',
  '\u00a0a',
  '',
];

const LENGTHS: readonly string[] = [
  'x'.repeat(256),
  'x'.repeat(257),
  '😀'.repeat(256),
  '😀'.repeat(257),
  '\u202e'.repeat(256),
  '<!channel>'.repeat(25),
  '@'.repeat(256),
  '<'.repeat(256),
  'x'.repeat(4_000),
];

export const NASTY: readonly string[] = [
  ...CR_LF,
  ...CONTROLS,
  ...MENTIONS,
  ...MARKUP,
  ...UNSEEN,
  ...SURROGATES,
  ...STRUCTURE,
  ...LENGTHS,
];

/** Texts made of pieces of the list and of random characters. */
export const nastyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...NASTY.filter((value) => value.length < 80)),
      anyText({ maxLength: 12 }),
      fc.constantFrom('\r', '\n', '\u2028', '\u202e', '\u200b', '<', '@', '[', '"', '\\', '\0'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));

/** Whether S5.11 accepts the value as an id or a name of one line. */
export function isLine(text: string, bounds: { readonly min: number; readonly max: number }) {
  const length = [...text].length;
  return (
    text.isWellFormed() &&
    length >= bounds.min &&
    length <= bounds.max &&
    !/[\p{Cc}\u2028\u2029]/u.test(text) &&
    text === text.trim()
  );
}
