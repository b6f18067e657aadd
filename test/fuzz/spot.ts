/** Lists the places inside a JSON value, and copies it with one of them changed. */

export type Spot = readonly string[];

/** Every place, the whole value first. */
export function spots(value: unknown): readonly Spot[] {
  const found: Spot[] = [];
  const walk = (node: unknown, spot: Spot): void => {
    found.push(spot);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, inner] of Object.entries(node)) walk(inner, [...spot, key]);
  };
  walk(value, []);
  return found;
}

/** A copy with one place changed; `undefined` as its new value removes the place. */
export function replaced(
  value: unknown,
  [key, ...rest]: Spot,
  change: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      String(index) === key ? replaced(item, rest, change) : item,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === key ? replaced(inner, rest, change) : inner,
    ]),
  );
}
