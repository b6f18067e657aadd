/**
 * Estimates how many tokens a text takes; only the model's server has its tokenizer. The estimate
 * is on the high side, for budgets and windows; the server's own count replaces it.
 */

/** English has about 4 letters a token; numbers, names and JSON take more tokens. */
export const PLAIN_UNITS = 3;

/**
 * Characters beyond ASCII count as one token each, which is right for Japanese and too many for
 * German.
 */
export function tokensOf(text: string): number {
  let plain = 0;
  let other = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) < 0x80) plain += 1;
    else other += 1;
  }
  return Math.ceil(plain / PLAIN_UNITS) + other;
}
