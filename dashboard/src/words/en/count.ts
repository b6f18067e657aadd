/**
 * English forms for one and for many. `#` stands for the number, as English writes it.
 * Pure.
 */

interface Forms {
  readonly one: string;
  readonly other: string;
}

const RULES = new Intl.PluralRules('en');
const NUMBER = new Intl.NumberFormat('en');

/** `enCount(n, { one: '# delivery', other: '# deliveries' })`. */
export function enCount(count: number, forms: Forms): string {
  const form = RULES.select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', NUMBER.format(count));
}
