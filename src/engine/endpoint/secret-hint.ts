/**
 * What may be shown of a secret, and whether a sealed one is the one sent again. Showing less is
 * right whenever in doubt: the hint only has to tell two secrets of one operator apart.
 */
import type { Sealed } from '../../core/endpoint/endpoint.ts';
import { MASK } from '../../core/endpoint/target-rules.ts';
import type { Secrets } from '../ports/secrets.ts';

/** A shorter secret shows nothing of itself: four characters would be too much of it. */
const HINTED_LENGTH_MIN = 12;
const HINT_LENGTH = 4;

export function hintOf(secret: string): string {
  return secret.length < HINTED_LENGTH_MIN ? '' : secret.slice(-HINT_LENGTH);
}

/** `hint`: the last characters of a secret, as much of it as may be shown. */
export function masked(hint: string): string {
  return `${MASK}${hint}`;
}

/** A URL as its origin and the last characters; the rest of it is the secret. */
export function maskedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}/${masked(hintOf(pathname + search))}`;
}

/** False also for what was sealed by another master key: it has to be sealed anew anyway. */
export function isSealedText(
  secrets: Pick<Secrets, 'open'>,
  sealed: Sealed,
  context: string,
  plain: string,
  place = '',
): boolean {
  return opened(secrets, sealed, context, place) === plain;
}

/** Null when it was sealed by another master key, in another context or for another place. */
export function opened(
  secrets: Pick<Secrets, 'open'>,
  sealed: Sealed,
  context: string,
  place = '',
): string | null {
  try {
    return secrets.open(sealed, context, place);
  } catch {
    return null;
  }
}
