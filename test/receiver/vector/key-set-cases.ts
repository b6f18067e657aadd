/**
 * The cases of the key set: when it fetches keys, how long it trusts an answer, and what it accepts
 * as a key. `answer` is what the address answers if it is asked at that step.
 */
import { publicJwk } from './request.ts';

export interface KeySetStep {
  /** By the receiver's clock. */
  readonly atMs: number;
  /** The key that a request names. */
  readonly kid: string;
  /** `body`: a text; `padTo`: the length to which spaces pad it. Null if there is no answer. */
  readonly answer: {
    readonly status: number;
    readonly body: string;
    readonly padTo?: number;
  } | null;
  readonly expected: 'key' | 'unknown' | 'unavailable';
  /** How often the address was asked, this step included. */
  readonly fetches: number;
}

export interface KeySetCase {
  readonly name: string;
  readonly url: string;
  readonly allowHttp?: boolean;
  /** Whether the address is refused when the set is made; then there are no steps. */
  readonly isMistake?: boolean;
  readonly steps: readonly KeySetStep[];
}

const FIRST = publicJwk('first');
const SECOND = publicJwk('second');
const BOTH = keys(FIRST, SECOND);
const ONE = keys(FIRST);
const GONE = { status: 500, body: '' };
const URL_ = 'https://calls.example.com/v1/projects/prj_1/.well-known/jwks.json';

export const KEY_SET_CASES: readonly KeySetCase[] = [
  made('asked once in five minutes', [
    at(0, FIRST.kid, ONE, 'key', 1),
    at(300_000, FIRST.kid, ONE, 'key', 1),
    at(300_001, FIRST.kid, ONE, 'key', 2),
  ]),
  made('an unknown key is looked for once a minute', [
    at(0, SECOND.kid, ONE, 'unknown', 1),
    at(59_999, SECOND.kid, BOTH, 'unknown', 1),
    at(60_000, SECOND.kid, BOTH, 'key', 2),
    at(60_001, FIRST.kid, BOTH, 'key', 2),
  ]),
  made('a key that was revoked is unknown after the next fetch', [
    at(0, SECOND.kid, BOTH, 'key', 1),
    at(300_001, SECOND.kid, ONE, 'unknown', 2),
  ]),
  made('after a failure it asks again in five seconds', [
    at(0, FIRST.kid, GONE, 'unavailable', 1),
    at(4_999, FIRST.kid, ONE, 'unavailable', 1),
    at(5_000, FIRST.kid, ONE, 'key', 2),
  ]),
  made('while nothing answers, keys are used for an hour', [
    at(0, FIRST.kid, ONE, 'key', 1),
    at(300_001, FIRST.kid, null, 'key', 2),
    at(304_999, FIRST.kid, null, 'key', 2),
    at(3_600_000, FIRST.kid, null, 'key', 3),
    at(3_605_000, FIRST.kid, null, 'unavailable', 4),
    at(3_610_000, FIRST.kid, ONE, 'key', 5),
  ]),
  made('an unknown key, while nothing answers', [
    at(0, FIRST.kid, ONE, 'key', 1),
    at(60_000, SECOND.kid, null, 'unavailable', 2),
    at(60_001, FIRST.kid, null, 'key', 2),
  ]),
  made('a document of 64 KiB', [at(0, FIRST.kid, { ...ONE, padTo: 65_536 }, 'key', 1)]),
  made('a document of more than 64 KiB', [
    at(0, FIRST.kid, { ...ONE, padTo: 65_537 }, 'unavailable', 1),
  ]),
  ...[301, 302, 403, 404, 503].map((status) =>
    made(`the status ${status}`, [at(0, FIRST.kid, { ...ONE, status }, 'unavailable', 1)]),
  ),
  ...['', 'no json', '[]', 'null', '{}', '{"keys":{}}'].map((body) =>
    made(`the document ${JSON.stringify(body)}`, [
      at(0, FIRST.kid, { status: 200, body }, 'unavailable', 1),
    ]),
  ),
  made('keys that are none, beside one', [
    at(0, 'k1', keys(null, 1, 'k1', {}, [], SECOND), 'unknown', 1),
    at(1, SECOND.kid, ONE, 'key', 1),
  ]),
  ...Object.entries({
    'for encryption': { use: 'enc' },
    'of another algorithm': { alg: 'PS256' },
    'of another type': { kty: 'EC' },
    'without a modulus': { n: '' },
    'with a modulus that is no text': { n: 1 },
    'with the exponent 3': { e: 'Aw' },
    'with the exponent 1': { e: 'AQ' },
    'with an even exponent': { e: 'AQAA' },
    'of 1,024 bits': { n: shortModulus() },
    'of more than 8,192 bits': { n: longModulus() },
  }).map(([what, change]) =>
    made(`a key ${what}`, [at(0, FIRST.kid, keys({ ...FIRST, ...change }), 'unknown', 1)]),
  ),
  made('a key without use and algorithm', [
    at(0, FIRST.kid, keys({ kid: FIRST.kid, kty: 'RSA', n: FIRST.n, e: FIRST.e }), 'key', 1),
  ]),
  made('the 32nd key, and the 33rd', [
    at(0, SECOND.kid, keys(...fillers(31), SECOND, FIRST), 'key', 1),
    at(1, FIRST.kid, ONE, 'unknown', 1),
  ]),
  mistake('http to another machine', 'http://calls.example.com/keys'),
  mistake('an address of another scheme', 'file:///keys'),
  mistake('no address', ''),
  { ...made('http on this machine', [at(0, FIRST.kid, ONE, 'key', 1)]), url: 'http://127.0.0.1/k' },
  { ...made('http to localhost', [at(0, FIRST.kid, ONE, 'key', 1)]), url: 'http://localhost:1/k' },
  {
    ...made('http to another machine, allowed', [at(0, FIRST.kid, ONE, 'key', 1)]),
    url: 'http://calls.internal/keys',
    allowHttp: true,
  },
];

function made(name: string, steps: readonly KeySetStep[]): KeySetCase {
  return { name, url: URL_, steps };
}

function mistake(name: string, url: string): KeySetCase {
  return { name, url, isMistake: true, steps: [] };
}

function at(
  atMs: number,
  kid: string,
  answer: KeySetStep['answer'],
  expected: KeySetStep['expected'],
  fetches: number,
): KeySetStep {
  return { atMs, kid, answer, expected, fetches };
}

function keys(...jwks: readonly unknown[]) {
  return { status: 200, body: JSON.stringify({ keys: jwks }) };
}

function fillers(count: number) {
  return Array.from({ length: count }, (_, index) => ({ ...FIRST, kid: `filler-${index}` }));
}

/** A modulus with so few bits that its signatures can be forged. */
function shortModulus(): string {
  return Buffer.concat([
    Buffer.from([0xc1]),
    Buffer.alloc(126, 0x5a),
    Buffer.from([0x0d]),
  ]).toString('base64url');
}

/** A modulus that would make each check slow. */
function longModulus(): string {
  return Buffer.concat([
    Buffer.from([0xc1]),
    Buffer.alloc(1_150, 0x5a),
    Buffer.from([0x0d]),
  ]).toString('base64url');
}
