/**
 * Step 9: removes secrets from a receiver's answer before it is kept. Error pages often repeat the
 * URL and the headers of a request, and a person who may read deliveries may not read the secrets
 * of their endpoints. A secret is found as it was sent and as another program may have written it:
 * in another case, percent-encoded (even twice), with escapes of JSON, HTML or a programming
 * language, as hex, or within base64 at any offset. Must never change a status.
 */
import type { SendResult } from '../core/delivery/outcome.ts';
import { MASK } from '../core/text.ts';

/** A shorter part is no secret and may well be a word of the answer. */
const PART_LENGTH_MIN = 8;

/** `secrets`: as they were sent; also found in another case and in the usual encodings. */
export function withoutSecrets(result: SendResult, secrets: readonly string[]): SendResult {
  if (result.kind !== 'response' || result.excerpt === null) return result;
  return { ...result, excerpt: finderOf(secrets).mask(result.excerpt, MASK) };
}

/** Cached by the list of an endpoint's secrets, which stays the same object until it changes. */
const FINDERS = new WeakMap<readonly string[], SecretFinder>();

function finderOf(secrets: readonly string[]): SecretFinder {
  const known = FINDERS.get(secrets);
  if (known !== undefined) return known;
  const made = createSecretFinder(secrets, PART_LENGTH_MIN);
  FINDERS.set(secrets, made);
  return made;
}

/** For base64 and hex: a shorter part may be anything. */
const ENCODED_LENGTH_MIN = 8;

export interface SecretFinder {
  /** Replaces each secret by `mask`, also one that the end of the text cuts. */
  mask(text: string, mask: string): string;
}

/** `secrets`: as they were sent. `lengthMin`: shorter ones may well be words of the text. */
export function createSecretFinder(secrets: readonly string[], lengthMin: number): SecretFinder {
  // The longest first, because one may contain another.
  const parts = [...new Set(secrets)]
    .filter((part) => part.length >= lengthMin)
    .sort((a, b) => b.length - a.length);
  const patterns = parts.flatMap((part) => [written(part), ...encoded(part).map(exact)]);
  const begunMin = Math.max(lengthMin, ENCODED_LENGTH_MIN);
  const begins = parts.flatMap((part) => [part, encodeURIComponent(part), ...encoded(part)]);
  return {
    mask(text, mask) {
      let clean = text;
      for (const pattern of patterns) clean = clean.replace(pattern, mask);
      // An answer is cut at its limit, possibly within a secret.
      const begun = Math.max(0, ...begins.map((part) => begunAtEnd(clean, part, begunMin)));
      return begun === 0 ? clean : `${clean.slice(0, -begun)}${mask}`;
    },
  };
}

/** Matches each character as itself, in either case, or in an encoded form. */
function written(part: string): RegExp {
  return new RegExp([...part].map(characterPattern).join(''), 'giu');
}

function characterPattern(character: string): string {
  const units = [...character].flatMap((each) => each.split('')).map((unit) => hex(unit, 4));
  const bytes = [...Buffer.from(character, 'utf8')].map((byte) => byte.toString(16));
  const code = character.codePointAt(0) ?? 0;
  const forms = [
    String.raw`\\*\u{${code.toString(16)}}`,
    bytes.map((byte) => `%(?:25)*${byte.padStart(2, '0')}`).join(''),
    units.map((unit) => String.raw`\\+u${unit}`).join(''),
    `&#0*${code};`,
    `&#x0*${code.toString(16)};`,
    ...(code < 256 ? [String.raw`\\+x${code.toString(16).padStart(2, '0')}`] : []),
    ...(ENTITIES[character] === undefined ? [] : [`&${ENTITIES[character]};`]),
  ];
  return `(?:${forms.join('|')})`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '/': 'sol',
  '=': 'equals',
};

/** The part of its base64 form that is the same wherever it stands in a longer text. */
function encoded(part: string): readonly string[] {
  const bytes = Buffer.from(part, 'utf8');
  const texts = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The first characters hold bits of the preceding text, the last ones bits of the following
    // text.
    const from = [0, 2, 3][before] ?? 0;
    const bits = (before + bytes.length) * 8;
    return whole.slice(from, Math.floor(bits / 6));
  });
  const urlSafe = texts.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const all = new Set([...texts, ...urlSafe, bytes.toString('hex')]);
  return [...all].filter((text) => text.length >= ENCODED_LENGTH_MIN);
}

function exact(text: string): RegExp {
  const flags = /^[0-9a-f]+$/.test(text) ? 'giu' : 'gu';
  return new RegExp([...text].map((each) => String.raw`\u{${hex(each, 2)}}`).join(''), flags);
}

/** With how much of a part the text ends; 0 if it is too little to tell. */
function begunAtEnd(text: string, part: string, lengthMin: number): number {
  const end = text.slice(-part.length).toLowerCase();
  const wanted = part.toLowerCase();
  for (let length = Math.min(part.length - 1, end.length); length >= lengthMin; length -= 1) {
    if (end.endsWith(wanted.slice(0, length))) return length;
  }
  return 0;
}

function hex(unit: string, length: number): string {
  return unit.charCodeAt(0).toString(16).padStart(length, '0');
}
