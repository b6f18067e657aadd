/**
 * Detects the language of a text by the n-gram tables of eld, 60 languages. They take 0.3 s and
 * some memory to load, so they are loaded with the first call log, and never on the event loop's
 * thread of a service. No text leaves the process.
 */
import type { LanguageDetector } from '../acw/analysis/call-language.ts';

let loaded: Promise<LanguageDetector> | null = null;

export function loadLanguageDetector(): Promise<LanguageDetector> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<LanguageDetector> {
  const { eld } = await import('eld/medium');
  const languages = new Set(Object.values(eld.info().Languages));
  return {
    knows: (language) => languages.has(language),
    detect: (text) => {
      const result = eld.detect(text);
      return result.language !== '' && result.isReliable() ? result.language : null;
    },
  };
}
