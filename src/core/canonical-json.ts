/**
 * Makes one JSON text of all texts with the same content: without spaces, keys in order. It
 * recognises a result that is posted again (S9.16). Numbers are compared as doubles.
 */

/** `text` is valid JSON of bounded depth. */
export function canonicalJson(text: string): string {
  const value: unknown = JSON.parse(text);
  return canonicalValue(value);
}

/** The same for a value that was parsed from JSON. */
export function canonicalValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalValue).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalValue(member)}`);
  return `{${members.join(',')}}`;
}
