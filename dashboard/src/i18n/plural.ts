/**
 * Forms for one and for many. `#` stands for the number, written as the language writes it.
 * Japanese has one form; English has two. Pure.
 */
import type { Language } from './language.ts';

export interface EnglishForms {
  readonly one: string;
  readonly other: string;
}

const RULES = new Intl.PluralRules('en');
const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en'),
  ja: new Intl.NumberFormat('ja'),
};

/** `enCount(n, { one: '# delivery', other: '# deliveries' })`. */
export function enCount(count: number, forms: EnglishForms): string {
  const form = RULES.select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', NUMBERS.en.format(count));
}

/** `jaCount(n, '# 件の配信')`. */
export function jaCount(count: number, form: string): string {
  return form.replace('#', NUMBERS.ja.format(count));
}
