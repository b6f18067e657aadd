/**
 * A JSON text in one form for all texts that say the same: without space, keys in order. By it a
 * result that is posted again is known (S9.16). Numbers are compared as doubles.
 */

/** `text` is valid JSON of bounded depth. */
export function canonicalJson(text: string): string {
  const value: unknown = JSON.parse(text);
  return canonicalValue(value);
}

/** Of a value that came as JSON. */
export function canonicalValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalValue).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalValue(member)}`);
  return `{${members.join(',')}}`;
}
