/**
 * Numbers in Japanese words, which have one form for one and for many. `#` stands for the number.
 * Pure.
 */

const NUMBER = new Intl.NumberFormat('ja');

/** `jaCount(n, '# 件の配信')`. */
export function jaCount(count: number, form: string): string {
  return form.replace('#', NUMBER.format(count));
}
