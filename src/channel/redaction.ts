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
  return clean;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
