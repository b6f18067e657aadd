/**
 * When a trigger fires, in the reader's language. Of one that only a newer service knows, what the
 * service says.
 */
import { catalogue } from '../i18n/catalogue.ts';
import { en } from './text/fires-en.ts';
import { ja } from './text/fires-ja.ts';

export const firesText = catalogue(en, ja);

export function firesWords(
  { name, fires }: { readonly name: string; readonly fires: string },
  words: Readonly<Record<string, string>>,
): string {
  return Object.hasOwn(words, name) ? (words[name] ?? fires) : fires;
}
