/**
 * A bearer token that nobody can guess: 256 bits, in letters that RFC 6750 allows. Works over plain
 * HTTP as well, where the rest of `crypto` is hidden.
 */

const BYTES = 32;

export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
