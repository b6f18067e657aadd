/**
 * The words of the page, in one language at a time: `const t = useText('delivery')`. Each language
 * is a chunk of its own; only the one in use is loaded. Another one is shown when its chunk has
 * come, never before, so that no part of the page is without words.
 */
import { pageValue, usePageValue } from '../page-value.ts';
import type { Words } from '../words/en.ts';
import { LANGUAGES, type Language, languageChoice } from './language.ts';

export type { Words } from '../words/en.ts';

interface Shown {
  readonly language: Language;
  readonly words: Words;
}

const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('../words/en.ts')).en,
  ja: async () => (await import('../words/ja.ts')).ja,
};
const AGAIN_MS = 2_500;
const YEAR_S = 31_536_000;

const shown = pageValue<Shown | null>(null);

/** The words of an area in the reader's language. */
export function useText<Area extends keyof Words>(area: Area): Words[Area] {
  return useShown().words[area];
}

/** The language that is shown. */
export function useLanguage(): Language {
  return useShown().language;
}

function useShown(): Shown {
  const value = usePageValue(shown);
  // `beginWords` resolves before anything is drawn.
  if (value === null) throw new Error('no words are loaded');
  return value;
}

/**
 * Loads the language of this browser and follows each change of it, in other tabs too. If its words
 * cannot be loaded, the page begins in another language; without any it tries again.
 */
export async function beginWords(root: HTMLElement): Promise<void> {
  shown.subscribe(() => {
    root.lang = shown.get()?.language ?? root.lang;
  });
  while (!(await showFirst([languageChoice.get(), ...LANGUAGES]))) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  languageChoice.subscribe(() => void show(languageChoice.get()));
}

/** False: its words cannot be loaded, and the language stays. */
export async function chooseLanguage(language: Language, basePath: string): Promise<boolean> {
  // A file that could not be loaded once stays failed in some browsers: no try without a network.
  if (!(await isReachable(basePath)) || !(await show(language))) return false;
  languageChoice.set(language);
  // The service links the words of this language in the page that it sends next.
  const cookie = `ringpost-language=${language}; path=${basePath}; max-age=${YEAR_S}; samesite=lax`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store needs a secure context
  document.cookie = cookie;
  return true;
}

function isReachable(basePath: string): Promise<boolean> {
  return fetch(new URL(basePath, location.href), { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function showFirst(languages: readonly Language[]): Promise<boolean> {
  for (const language of languages) if (await show(language)) return true;
  return false;
}

async function show(language: Language): Promise<boolean> {
  if (shown.get()?.language === language) return true;
  try {
    shown.set({ language, words: await LOADERS[language]() });
    return true;
  } catch {
    return false;
  }
}
