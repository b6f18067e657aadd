/**
 * A bearer token that nobody can guess: 256 bits, in letters that RFC 6750 allows; and a signing
 * secret of as many, as Standard Webhooks writes it. Works over plain HTTP as well, where the rest
 * of `crypto` is hidden.
 */

const BYTES = 32;

export function newToken(): string {
  return randomBase64().replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function newSecret(): string {
  return `whsec_${randomBase64()}`;
}

function randomBase64(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))));
}
