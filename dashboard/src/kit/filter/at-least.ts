/**
 * A comparison as it is typed, `>=3` or `>2`, as the number that it begins with. A bare number says
 * neither "exactly" nor "at least" and is none. Pure.
 */

const COMPARISON = /^(>=|>)([0-9]{1,9})$/;

/** Null: no comparison, or not from 1 to `most`. */
export function atLeast(text: string, most: number): string | null {
  const [, sign, digits] = COMPARISON.exec(text) ?? [];
  if (digits === undefined) return null;
  const least = Number(digits) + (sign === '>' ? 1 : 0);
  return least >= 1 && least <= most ? String(least) : null;
}
