/**
 * Compares two plain values (as JSON has them), whatever the order of their keys: an edit that
 * changes nothing writes nothing and leaves no audit entry.
 */

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const left = new Map(Object.entries(one));
  const right = new Map(Object.entries(other));
  if (left.size !== right.size) return false;
  return [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}
