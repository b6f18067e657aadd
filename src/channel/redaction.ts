/**
 * Step 9: takes secrets out of what a receiver answered, before it is kept for people. Error pages
 * like to repeat the URL and the headers of a request; whoever may read deliveries may not read
 * the secrets of their endpoints. Must never touch a status.
 */
import type { SendResult } from '../core/delivery/outcome.ts';
import { MASK } from '../core/endpoint/target-rules.ts';
import { createSecretFinder, type SecretFinder } from './secret-finder.ts';

/** A shorter part is no secret and may well be a word of the answer. */
const PART_LENGTH_MIN = 8;

/** `secrets`: as they were sent; found in other case and in the usual encodings too. */
export function withoutSecrets(result: SendResult, secrets: readonly string[]): SendResult {
  if (result.kind !== 'response' || result.excerpt === null) return result;
  return { ...result, excerpt: finderOf(secrets).mask(result.excerpt, MASK) };
}

/** Of the secrets of an endpoint, which are one list while it is not changed. */
const FINDERS = new WeakMap<readonly string[], SecretFinder>();

function finderOf(secrets: readonly string[]): SecretFinder {
  const known = FINDERS.get(secrets);
  if (known !== undefined) return known;
  const made = createSecretFinder(secrets, PART_LENGTH_MIN);
  FINDERS.set(secrets, made);
  return made;
}

/** The parts of a URL by which it can be called: its segments and the values of its query. */
export function secretPartsOf(url: string): readonly string[] {
  const { pathname, search } = new URL(url);
  const parts = [...pathname.split('/'), ...search.slice(1).split(/[&=]/)];
  return parts.flatMap((part) => [part, decoded(part)]);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
