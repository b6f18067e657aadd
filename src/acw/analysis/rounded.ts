/**
 * Figures as results show them: so many decimals, half away from zero for what is not negative.
 * Digits beyond them would claim a precision that the times of a recogniser do not have.
 */

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
