/**
 * A catalogue: the same messages in every language. A message is a text, or a function of what
 * it tells of. English gives keys and arguments; a language that lacks one fails the type check,
 * and `test/dashboard/i18n/` fails for a key too many. Each area of the page has its own, so that
 * it is loaded with that area.
 */
import { type Language, useLanguage } from './language.ts';

export type Catalogue<Text> = Readonly<Record<Language, Text>>;

export function catalogue<Text>(en: Text, ja: NoInfer<Text>): Catalogue<Text> {
  return { en, ja };
}

/** The messages in the reader's language: `const t = useText(deliveryText)`. */
export function useText<Text>(messages: Catalogue<Text>): Text {
  return messages[useLanguage()];
}
