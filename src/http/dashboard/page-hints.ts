/**
 * Which files of the dashboard an address needs besides those of every page: links that make the
 * browser load them while the first script is still loading. The build writes the list; without it
 * the page works too, one round trip later.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the folder of the build; `dashboard/build/page-files.ts` writes it. */
const PAGE_FILES = '.pages.json';
/** In the same folder: the file of words of each language. */
const WORDS_FILES = '.words.json';

export interface PageFiles {
  /** As in `dashboard/src/routes.tsx`: `$name` is one part, `{-$name}` an optional part. */
  readonly address: string;
  /** Relative to the folder of the build. */
  readonly files: readonly string[];
}

/** The files of an address, by its requested path. */
export type PageHints = (path: string) => readonly string[];

export function readPageHints(directory: string): PageHints {
  const file = join(directory, PAGE_FILES);
  if (!existsSync(file)) return () => [];
  // The build of this release wrote the file.
  return pageHints(JSON.parse(readFileSync(file, 'utf8')) as readonly PageFiles[]);
}

/** The file of the words of the language that a browser is expected to show. */
export type WordsHint = (request: WordsRequest) => readonly string[];

export interface WordsRequest {
  /** `accept-language`: the languages of the browser, the first one first. */
  readonly languages: string | undefined;
  /** The page's choice in this browser, from its cookie. */
  readonly chosen: string | undefined;
}

export function readWordsHint(directory: string): WordsHint {
  const file = join(directory, WORDS_FILES);
  if (!existsSync(file)) return () => [];
  // The build of this release wrote the file.
  return wordsHint(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>);
}

/**
 * The rule of `dashboard/src/i18n/language.ts`: the chosen language, else the one that the browser
 * prefers.
 */
export function wordsHint(files: Readonly<Record<string, string>>): WordsHint {
  return ({ languages = '', chosen = '' }) => {
    const wanted = languages
      .split(',')
      .map((tag) => tag.trim().toLowerCase().split(/[-;]/)[0] ?? '');
    const found = [chosen, ...wanted].find((language) => Object.hasOwn(files, language)) ?? 'en';
    const file = files[found];
    return file === undefined ? [] : [file];
  };
}

export function pageHints(pages: readonly PageFiles[]): PageHints {
  const known = pages
    .toSorted((one, other) => variables(one) - variables(other))
    .map(({ address, files }) => ({ parts: partsOf(address), files }));
  return (path) => {
    const asked = partsOf(path);
    return known.find(({ parts }) => fits(parts, asked))?.files ?? [];
  };
}

/** `/endpoints/new` is matched before `/endpoints/$endpointId`. */
function variables({ address }: PageFiles): number {
  return address.split('$').length;
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function fits(address: readonly string[], asked: readonly string[]): boolean {
  const needed = address.filter((part) => !part.startsWith('{-')).length;
  if (asked.length < needed || asked.length > address.length) return false;
  return asked.every((part, index) => {
    const place = address[index] ?? '';
    return place.startsWith('$') || place.startsWith('{-') || place === part;
  });
}
