/**
 * The changes to a platform's request before it is sent. `value`, `missing`, `extra`, `numbers`,
 * `text`, `clock`, `secret` and `address` happen before the platform signs it, so that the request
 * is genuine and still strange; all others happen to the signed request. Data only, so that
 * fast-check shrinks a failing one.
 */
import fc from 'fast-check';
import { type Body, FRAMINGS, type Framing, type Pair } from '../draft.ts';
import { nastyText, nastyValue } from '../nasty.ts';
import { DIVISION_NAMES, type Division } from './number.ts';

export type Spoil =
  | { readonly on: 'value'; readonly at: number; readonly value: unknown }
  | { readonly on: 'missing'; readonly at: number }
  | { readonly on: 'numbers'; readonly how: Division }
  | { readonly on: 'extra'; readonly at: number; readonly key: string; readonly value: unknown }
  | { readonly on: 'text'; readonly at: number; readonly how: TextSpoil }
  | { readonly on: 'clock'; readonly awayMs: number }
  | { readonly on: 'secret'; readonly which: 'previous' | 'wrong' }
  | { readonly on: 'address'; readonly query: readonly Pair[] }
  | { readonly on: 'signature'; readonly at: number; readonly how: HeaderSpoil }
  | { readonly on: 'no-signature'; readonly at: number }
  | { readonly on: 'type'; readonly type: string }
  | { readonly on: 'method'; readonly method: string }
  | { readonly on: 'byte'; readonly at: number; readonly byte: number }
  | { readonly on: 'body'; readonly body: Body }
  | { readonly on: 'query'; readonly raw: string }
  | { readonly on: 'framing'; readonly framing: Framing };

/** Changes of the text that the platform signs and sends. */
const TEXT_SPOILS = [
  'first-key-twice',
  'every-key-twice',
  'cut',
  'after-it',
  'byte-order-mark',
  'padded',
  'escaped',
  'in-a-list',
  'prototype',
  'deep',
  'wide',
  'long-text',
  'to-the-limit',
  'beyond-the-limit',
  'nothing',
] as const;
export type TextSpoil = (typeof TEXT_SPOILS)[number];

const HEADER_SPOILS = [
  'empty',
  'cut',
  'longer',
  'twice',
  'other',
  'huge',
  'list',
  'upper',
] as const;
type HeaderSpoil = (typeof HEADER_SPOILS)[number];

const DAY_MS = 86_400_000;
/** Distances from now: inside and outside every window, before 1970, beyond every date. */
const FAR_MS = [0, 1, -1, 299, -299, 600, -600].map((seconds) => seconds * 1_000);
const FARTHER_MS = [
  -DAY_MS,
  DAY_MS,
  -60 * 365 * DAY_MS,
  9_000 * 365 * DAY_MS,
  8.64e15,
  1e18,
  -1e18,
];
const TIMES = [
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '1969-12-31T23:59:59Z',
  'Mon, 31 Feb 2026 25:61:61 +9900',
  -62_135_596_800_000,
  253_402_300_799_999,
  253_402_300_800_000,
  8.64e15,
  8_640_000_000_000_001,
  1e18,
];
const TYPES = [
  '',
  ';',
  'text/plain',
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON ; a=b',
  'application/x-www-form-urlencoded',
  'application/cloudevents+json',
  'application/cloudevents-batch+json',
  'application/webhook+json',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'x'.repeat(2_000),
];
const QUERIES = [
  '%',
  '&&',
  '=',
  'callId=1&callId=2',
  '__proto__=1',
  'callId[a]=b',
  'callId=%00',
  'callId=%ED%A0%80',
  `callId=${'y'.repeat(4_000)}`,
  `clientId=${'y'.repeat(4_000)}`,
  'a=1&'.repeat(101),
];
/** Calls by query, since the calls of the events have ended already. */
const address = fc.oneof(
  fc.nat({ max: 2_000 }).map((number): readonly Pair[] => [['callId', `fuzz-${number}`]]),
  fc.tuple(nastyText, nastyText).map(([call, client]): readonly Pair[] => [
    ['callId', call],
    ['clientId', client],
  ]),
);
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes): Body => ({ kind: 'bytes', bytes })),
  fc
    .constantFrom('', '{', '{}', '[]', 'null', '%zz=1', 'a=1&'.repeat(501), '['.repeat(50_000))
    .map((text): Body => ({ kind: 'text', text })),
  fc.constant<Body>({ kind: 'none' }),
);
const at = fc.nat({ max: 500 });

/** Changes before the platform signs the request. */
const beforeSigning: fc.Arbitrary<Spoil> = fc.oneof(
  { weight: 10, arbitrary: record('value', { at, value: nastyValue }) },
  { weight: 3, arbitrary: record('value', { at, value: fc.constantFrom(...TIMES) }) },
  { weight: 4, arbitrary: record('missing', { at }) },
  { weight: 3, arbitrary: record('extra', { at, key: nastyText, value: nastyValue }) },
  { weight: 4, arbitrary: record('numbers', { how: fc.constantFrom(...DIVISION_NAMES) }) },
  { weight: 6, arbitrary: record('text', { at, how: fc.constantFrom(...TEXT_SPOILS) }) },
  { weight: 4, arbitrary: record('address', { query: address }) },
);
const clock = record('clock', { awayMs: fc.constantFrom(...FAR_MS, ...FARTHER_MS) });
const afterSigning: fc.Arbitrary<Spoil> = fc.oneof(
  { weight: 4, arbitrary: record('signature', { at, how: fc.constantFrom(...HEADER_SPOILS) }) },
  { weight: 2, arbitrary: record('no-signature', { at }) },
  { weight: 2, arbitrary: record('type', { type: fc.constantFrom(...TYPES) }) },
  {
    weight: 2,
    arbitrary: record('method', {
      method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'),
    }),
  },
  { weight: 3, arbitrary: record('byte', { at, byte: fc.nat({ max: 255 }) }) },
  { weight: 2, arbitrary: record('body', { body: bodies }) },
  { weight: 2, arbitrary: record('query', { raw: fc.constantFrom(...QUERIES) }) },
  { weight: 1, arbitrary: record('framing', { framing: fc.constantFrom(...FRAMINGS) }) },
  { weight: 2, arbitrary: clock },
  { weight: 2, arbitrary: record('secret', { which: fc.constantFrom('previous', 'wrong') }) },
);

/** No change, some before the signature, or some of any kind. */
export const spoils: fc.Arbitrary<readonly Spoil[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 5, arbitrary: fc.array(beforeSigning, { minLength: 1, maxLength: 3 }) },
  {
    weight: 4,
    arbitrary: fc.array(fc.oneof(beforeSigning, afterSigning), { minLength: 1, maxLength: 3 }),
  },
);

function record<On extends Spoil['on'], Rest extends object>(
  on: On,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
): fc.Arbitrary<{ on: On } & Rest> {
  return fc.record(rest).map((values) => ({ on, ...(values as Rest) }));
}

const LIST_DEPTH = 20_000;
const KEYS = 3_000;

/** `limit`: the most bytes that the adapter accepts. A text that is no object is changed too. */
export function spoiledText(text: string, how: TextSpoil, limit: number): string {
  const with_ = (member: string): string => text.replace('{', `{${member},`);
  const filled = (length: number): string => {
    const room = Math.max(0, length - Buffer.byteLength(text));
    return text.startsWith('{') ? with_(`"filled":"${'x'.repeat(Math.max(0, room - 12))}"`) : text;
  };
  switch (how) {
    case 'first-key-twice':
      return text.replace(/^\{("(?:[^"\\]|\\.)*":)/, '{$1null,$1');
    case 'every-key-twice':
      return text.startsWith('{') ? `${text.slice(0, -1)},${text.slice(1)}` : text + text;
    case 'cut':
      return text.slice(0, text.length / 2);
    case 'after-it':
      return `${text}{}`;
    case 'byte-order-mark':
      return `\ufeff${text}`;
    case 'padded':
      return `${' \n\t'.repeat(2_000)}${text}\n`;
    case 'escaped':
      return text.replace(/"(?:[^"\\]|\\.)*"/g, escaped);
    case 'in-a-list':
      return `[${text}]`;
    case 'prototype':
      return with_('"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1');
    case 'deep':
      return with_(`"deep":${'['.repeat(LIST_DEPTH)}${']'.repeat(LIST_DEPTH)}`);
    case 'wide':
      return with_(Array.from({ length: KEYS }, (_, key) => `"k${key}":${key}`).join(','));
    case 'long-text':
      return with_(`"long":"${'\u{1f600}'.repeat(10_000)}"`);
    case 'to-the-limit':
      return filled(limit);
    case 'beyond-the-limit':
      return filled(limit + 100);
    case 'nothing':
      return '';
  }
}

function escaped(text: string): string {
  return text.replace(
    /(?<!\\)[a-z]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function spoiledHeader(value: string, how: HeaderSpoil): string {
  switch (how) {
    case 'empty':
      return '';
    case 'cut':
      return value.slice(0, value.length / 2);
    case 'longer':
      return `${value}A=`;
    case 'twice':
      return `${value},${value}`;
    case 'other':
      return value.replaceAll(/[0-9a-f]/g, (letter) => (letter === '1' ? '2' : '1'));
    case 'huge':
      return 't=1,v1='.repeat(1_000);
    case 'list':
      return `${'x,'.repeat(500)}${value}`;
    case 'upper':
      return value.toUpperCase();
  }
}
