/**
 * Data that a browser keeps for the service between two requests, sealed in a cookie: an unfinished
 * sign-in, or a challenge. A browser may send any text back, but only the service can have sealed a
 * valid one.
 */
import type { Secrets } from '../ports/secrets.ts';

/**
 * Returns the value that was sealed in this context; null if the browser sent none, or if it was
 * not sealed by this service with the present master key.
 */
export function browserKept<Kept>(
  secrets: Pick<Secrets, 'open'>,
  sealed: string | null,
  context: string,
): Kept | null {
  if (sealed === null) return null;
  try {
    return JSON.parse(secrets.open(sealed, context)) as Kept;
  } catch {
    return null;
  }
}
