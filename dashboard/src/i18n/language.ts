/**
 * The language of the page: what was chosen here, else the first of the browser's languages that
 * there is a catalogue for, else English. Also tells the document, for speech and hyphenation.
 */
import { storedChoice, useChoice } from '../stored-value.ts';

export const LANGUAGES = ['en', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export const languageChoice = storedChoice('language', LANGUAGES, () =>
  preferred(globalThis.navigator?.languages ?? []),
);

export function useLanguage(): Language {
  return useChoice(languageChoice);
}

/** Keeps `<html lang>` what the page is written in. */
export function announceLanguage(root: HTMLElement): void {
  const tell = (): void => {
    root.lang = languageChoice.get();
  };
  languageChoice.subscribe(tell);
  tell();
}

export function preferred(tags: readonly string[]): Language {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((language) => language === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}
