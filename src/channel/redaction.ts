/**
 * Step 9: takes secrets out of what a receiver answered, before it is kept for people. Error pages
 * like to repeat the URL and the headers of a request; whoever may read deliveries may not read
 * the secrets of their endpoints. Must never touch a status.
 */
import type { SendResult } from '../core/delivery/outcome.ts';
import { MASK } from '../core/endpoint/target-rules.ts';

/** A shorter part is no secret and may well be a word of the answer. */
const PART_LENGTH_MIN = 8;

/** `secrets`: as they were sent. */
export function withoutSecrets(result: SendResult, secrets: readonly string[]): SendResult {
  if (result.kind !== 'response' || result.excerpt === null) return result;
  return { ...result, excerpt: redacted(result.excerpt, secrets) };
}

/** The parts of a URL by which it can be called: its segments and the values of its query. */
export function secretPartsOf(url: string): readonly string[] {
  const { pathname, search } = new URL(url);
  const parts = [...pathname.split('/'), ...search.slice(1).split(/[&=]/)];
  return parts.flatMap((part) => [part, decoded(part)]);
}

function redacted(text: string, secrets: readonly string[]): string {
  // The longest first: one may hold another.
  const parts = [...new Set(secrets)]
    .filter((part) => part.length >= PART_LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
  let clean = text;
  for (const part of parts) clean = clean.replaceAll(part, MASK);
  // An answer is cut at its bound, perhaps within a secret.
  const begun = Math.max(0, ...parts.map((part) => begunAtEnd(clean, part)));
  return begun === 0 ? clean : `${clean.slice(0, -begun)}${MASK}`;
}

/** How much of a part the text ends with; 0 when it is too little to tell. */
function begunAtEnd(text: string, part: string): number {
  for (let length = part.length - 1; length >= PART_LENGTH_MIN; length -= 1) {
    if (text.endsWith(part.slice(0, length))) return length;
  }
  return 0;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
