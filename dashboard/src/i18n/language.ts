/**
 * The languages of the page, and which one this browser wants: what was chosen here, else the first
 * of the browser's languages that the page has words for, else English.
 */
import { storedChoice } from '../stored-value.ts';

export const LANGUAGES = ['en', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export const languageChoice = storedChoice('language', LANGUAGES, () =>
  preferred(globalThis.navigator?.languages ?? []),
);

export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}
