/**
 * JSON to read. Characters that nobody sees, or that turn the reading direction, are escaped: a
 * value of a stranger must not look like another one. It stays the same JSON.
 */

/** DEL and C1 controls, formats (all bidirectional marks), line separators. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Null for what is no JSON. */
export function prettyJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).replace(UNSEEN, escaped);
  } catch {
    return null;
  }
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
