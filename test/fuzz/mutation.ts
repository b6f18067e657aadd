/**
 * Changes that make a valid request invalid: of its body, query, path, headers, method or framing.
 * A mutation is data, so that fast-check shrinks a failing request to the mutation that matters.
 */
import fc from 'fast-check';
import { type Body, type Draft, FRAMINGS, type Framing, type Pair } from './draft.ts';
import { nastySegment, nastyText, nastyValue } from './nasty.ts';
import { replaced, spots } from './spot.ts';

export type Mutation =
  | { readonly on: 'value'; readonly at: number; readonly value: unknown }
  | { readonly on: 'missing'; readonly at: number }
  | { readonly on: 'extra'; readonly at: number; readonly key: string; readonly value: unknown }
  | { readonly on: 'body'; readonly body: Body }
  | { readonly on: 'repeated-key'; readonly at: number }
  | { readonly on: 'query'; readonly pair: Pair }
  | { readonly on: 'query-value'; readonly at: number; readonly value: string }
  | { readonly on: 'raw-query'; readonly text: string }
  | { readonly on: 'segment'; readonly at: number; readonly text: string }
  | { readonly on: 'path'; readonly text: string }
  | { readonly on: 'method'; readonly method: string }
  | { readonly on: 'header'; readonly pair: Pair }
  | { readonly on: 'no-header'; readonly name: string }
  | { readonly on: 'framing'; readonly framing: Framing };

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'CONNECT',
];
const TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8',
  'application/jsonx',
  'APPLICATION/JSON',
  'application/problem+json',
  '',
  ';',
  'a',
  '*/*',
  'x'.repeat(2_000),
  'application/json, text/html',
];
const AUTHORIZATIONS = [
  '',
  'Bearer',
  'Bearer ',
  'Basic dTpw',
  'bearer «api:»',
  'Bearer  «api:»',
  'Bearer «api:» x',
  'Bearer rp_unknown-key-of-nobody',
  `Bearer ${'a'.repeat(513)}`,
  'Bearer «api:»,',
  'Digest x',
  `Bearer rp_${'\u00ff'.repeat(10)}`,
];
const HEADERS: readonly Pair[] = [
  ...AUTHORIZATIONS.map((value): Pair => ['authorization', value]),
  ...TYPES.map((value): Pair => ['content-type', value]),
  ...['gzip', 'identity', 'br, gzip', ''].map((value): Pair => ['content-encoding', value]),
  ...['100-continue', '200-ok', ''].map((value): Pair => ['expect', value]),
  ...['h2c', 'websocket'].map((value): Pair => ['upgrade', value]),
  ...['', 'x'.repeat(257), ' a', '\u00e9', 'a, b', 'reused-key'].map(
    (value): Pair => ['idempotency-key', value],
  ),
  ['host', 'other.invalid'],
  ['connection', 'upgrade'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-http-method-override', 'DELETE'],
  ['accept', 'text/html'],
  ['accept-encoding', 'gzip;q=0'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-10'],
  ['origin', 'https://evil.invalid'],
  ['cookie', 'a=b'],
  ['content-length', '5'],
  ['content-length', '18446744073709551616'],
  ['transfer-encoding', 'chunked'],
  ['transfer-encoding', 'identity'],
  ['x-long', 'x'.repeat(17_000)],
  ['bad name', 'a'],
  ['x-control', 'a\x01b'],
  ['x-folded', 'a\r\n b'],
  ['__proto__', 'a'],
];

const at = fc.nat({ max: 200 });
const bytes = (list: readonly number[]): Body => ({ kind: 'bytes', bytes: Uint8Array.from(list) });
const text = (value: string): Body => ({ kind: 'text', text: value });

const oversized = text(`{"a":"${'x'.repeat(70_000)}"}`);

const bodies: fc.Arbitrary<Body> = fc.oneof(
  fc.constantFrom<Body>(
    ...['', ' ', '{', '[]', 'null', '0', '""', '{}{}', '{"a":1,}', '// a\n{}', "{'a':1}"].map(text),
    ...['%zz=1', '=a&b', 'CallSid=CA1&CallSid=CA2'].map(text),
    text(`[${'0,'.repeat(2_000)}0]`),
    text('['.repeat(50_000)),
    bytes([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
    bytes([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    bytes([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    { kind: 'none' },
  ),
  fc.uint8Array({ maxLength: 60 }).map((each): Body => ({ kind: 'bytes', bytes: each })),
  fc.string({ maxLength: 60 }).map(text),
  nastyValue.map((value): Body => ({ kind: 'json', value })),
);

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 8, arbitrary: record('value', { at, value: nastyValue }) },
  { weight: 3, arbitrary: record('missing', { at }) },
  { weight: 3, arbitrary: record('extra', { at, key: nastyText, value: nastyValue }) },
  { weight: 3, arbitrary: record('body', { body: bodies }) },
  { weight: 1, arbitrary: record('body', { body: fc.constant(oversized) }) },
  { weight: 1, arbitrary: record('repeated-key', { at }) },
  { weight: 2, arbitrary: record('query', { pair: fc.tuple(nastyText, nastyText) }) },
  { weight: 4, arbitrary: record('query-value', { at, value: nastyText }) },
  {
    weight: 2,
    arbitrary: record('raw-query', {
      text: fc.constantFrom(
        '%',
        '&&',
        '=',
        'limit=1&limit=2',
        '__proto__=1',
        'a[b]=c',
        'x=%00',
        `x=${'y'.repeat(9_000)}`,
      ),
    }),
  },
  { weight: 4, arbitrary: record('segment', { at, text: nastySegment }) },
  {
    weight: 1,
    arbitrary: record('path', {
      text: fc.constantFrom('//', '/v1', '/v1/', '*', 'http://x.invalid/v1', '/../v1', '/V1/calls'),
    }),
  },
  { weight: 2, arbitrary: record('method', { method: fc.constantFrom(...METHODS) }) },
  { weight: 5, arbitrary: record('header', { pair: fc.constantFrom(...HEADERS) }) },
  {
    weight: 2,
    arbitrary: record('no-header', {
      name: fc.constantFrom('authorization', 'content-type', 'host'),
    }),
  },
  { weight: 3, arbitrary: record('framing', { framing: fc.constantFrom(...FRAMINGS) }) },
);

function record<On extends Mutation['on'], Rest extends object>(
  on: On,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
): fc.Arbitrary<{ on: On } & Rest> {
  return fc.record(rest).map((values) => ({ on, ...(values as Rest) }));
}

export function mutated(draft: Draft, { ...change }: Mutation): Draft {
  const next = { ...draft, changes: [...draft.changes, change.on] };
  switch (change.on) {
    case 'value':
      return withValue(next, change.at, () => change.value);
    case 'missing':
      return withValue(next, change.at, () => undefined);
    case 'extra':
      return withValue(next, change.at, (value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? { ...value, [change.key]: change.value }
          : [value, change.value],
      );
    case 'body':
      return { ...next, body: change.body };
    case 'repeated-key':
      return { ...next, body: withRepeatedKey(next.body, change.at) };
    case 'query':
      return { ...next, query: [...next.query, change.pair] };
    case 'query-value':
      return {
        ...next,
        query: next.query.map(
          (pair, index): Pair =>
            index === change.at % next.query.length ? [pair[0], change.value] : pair,
        ),
      };
    case 'raw-query':
      return { ...next, rawQuery: change.text };
    case 'segment':
      return { ...next, path: withSegment(next.path, change.at, change.text) };
    case 'path':
      return { ...next, path: change.text };
    case 'method':
      return { ...next, method: change.method };
    case 'header':
      return { ...next, headers: [...next.headers, change.pair] };
    case 'no-header':
      return { ...next, headers: next.headers.filter(([name]) => name !== change.name) };
    case 'framing':
      return { ...next, framing: change.framing };
  }
}

function withValue(draft: Draft, index: number, change: (value: unknown) => unknown): Draft {
  if (draft.body.kind !== 'json') return draft;
  const places = spots(draft.body.value);
  const place = places[index % places.length];
  if (place === undefined) return draft;
  return { ...draft, body: { kind: 'json', value: replaced(draft.body.value, place, change) } };
}

/** The text of an object with one key twice. */
function withRepeatedKey(body: Body, index: number): Body {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return body;
  const keys = Object.keys(body.value);
  const key = keys[index % keys.length];
  if (key === undefined || Array.isArray(body.value)) return body;
  return text(`{${JSON.stringify(key)}:null,${JSON.stringify(body.value).slice(1)}`);
}

function withSegment(path: string, index: number, segment: string): string {
  const parts = path.split('/');
  // The last segments are most often parameters.
  const place = parts.length - 1 - (index % Math.max(1, parts.length - 1));
  return parts.map((part, each) => (each === place ? segment : part)).join('/');
}
