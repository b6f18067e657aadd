/**
 * The part of a secret that may be shown. Showing less is right whenever in doubt: the hint only
 * has to tell two secrets of one operator apart.
 */
import { MASK } from '../text.ts';

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
