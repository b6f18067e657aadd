/**
 * What a browser keeps for the service between two requests, sealed in a cookie: a sign-in under
 * way, a challenge. A browser may send any text back, but only the service can have sealed one.
 */
import type { Secrets } from '../ports/secrets.ts';

/**
 * In the form in which this context is sealed. Null: nothing came back, or it is not from us, or
 * from before the master key changed.
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
