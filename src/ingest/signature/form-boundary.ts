/**
 * Forms whose names and values are signed one after the other without a separator: text could be
 * moved from one field into the next, and the signature would stay valid. This file finds a word
 * that decides about a call where it is not the name of its own field.
 */
import { type FormFields, sortedPairs } from '../form.ts';

/** `ParentCallSid`: a word before the name, and no value of another field. */
const OF_ANOTHER_LEG = /^[A-Za-z]+$/;

/**
 * The field in which one of `words` (global) begins that is not its name; null if there is none.
 * The signed text is searched, so that a word that is split into a name and a value is found.
 */
export function unsureField(fields: FormFields, words: RegExp): string | null {
  const places: { readonly at: number; readonly name: string }[] = [];
  let text = '';
  for (const [name, value] of sortedPairs(fields)) {
    places.push({ at: text.length, name });
    text += name + value;
  }
  let place = 0;
  for (const { 0: word, index } of text.matchAll(words)) {
    while ((places[place + 1]?.at ?? text.length) <= index) place += 1;
    const { at, name } = places[place] ?? { at: 0, name: '' };
    const before = name.slice(0, index - at);
    if (name !== before + word) return name;
    if (before !== '' && !isOfAnotherLeg(before, word, fields)) return name;
  }
  return null;
}

/**
 * Allowed only if the field itself exists and comes after it in the alphabet: in any other reading
 * one of the two would stand where its name does not belong.
 */
function isOfAnotherLeg(before: string, word: string, fields: FormFields): boolean {
  return OF_ANOTHER_LEG.test(before) && fields.has(word) && before + word > word;
}
