/**
 * The address's query as texts and lists of texts, and back. Ids are text: the router's own way
 * would make a number of the call id 123. A key that stands once is a text, more often a list.
 */

export type RawSearch = Readonly<Record<string, unknown>>;

export function readQueryText(query: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const before = search[key];
    if (before === undefined) search[key] = value;
    else search[key] = typeof before === 'string' ? [before, value] : [...before, value];
  }
  return search;
}

/** The query with its question mark, or an empty text. Keys keep the order they were set in. */
export function writeQueryText(search: RawSearch): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    const values = Array.isArray(value) ? value : [value];
    for (const one of values) {
      if (typeof one === 'string' && one !== '') query.append(key, one);
      else if (typeof one === 'number' || one === true) query.append(key, String(one));
    }
  }
  // Colons, commas and slashes are allowed in a query, and a range is read by people.
  const text = query.toString().replaceAll(/%(?:3A|2C|2F)/g, decodeURIComponent);
  return text === '' ? '' : `?${text}`;
}
