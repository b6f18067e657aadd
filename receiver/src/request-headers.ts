/**
 * Headers of a request from any server: a fetch `Headers`, or the headers of Node. Names are
 * case-insensitive. A header sent twice is joined as in RFC 9110, so that a second value can never
 * hide behind the first.
 */

export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The trimmed value of a header, or null. */
export type ReadHeader = (name: string) => string | null;

export function headerReader(headers: HeadersLike): ReadHeader {
  if (isFetchHeaders(headers)) return (name) => headers.get(name)?.trim() ?? null;
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const lower = name.toLowerCase();
    const text = (typeof value === 'string' ? [value] : value)
      .map((each) => each.trim())
      .join(', ');
    const before = values.get(lower);
    values.set(lower, before === undefined ? text : `${before}, ${text}`);
  }
  return (name) => values.get(name.toLowerCase()) ?? null;
}

function isFetchHeaders(headers: HeadersLike): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}
