/**
 * The part of a secret that may be shown. If in doubt, less is shown: the hint only has to
 * distinguish two secrets of one operator.
 */
import { MASK } from '../text.ts';

/** Of a shorter secret no character is shown, since four of them would reveal too much. */
const HINTED_LENGTH_MIN = 12;
const HINT_LENGTH = 4;

export function hintOf(secret: string): string {
  return secret.length < HINTED_LENGTH_MIN ? '' : secret.slice(-HINT_LENGTH);
}

/** `hint`: the last characters of a secret, as many as may be shown. */
export function masked(hint: string): string {
  return `${MASK}${hint}`;
}

/** The origin of a URL and its last characters; the rest is secret. */
export function maskedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}/${masked(hintOf(pathname + search))}`;
}
