/**
 * Reads the headers that somebody pasted: lines of `name: value` with or without the request line,
 * as servers and `curl -v` write them, or a JSON object as programs log them. Pure.
 */

export type PastedHeaders = Readonly<Record<string, string>>;

const LINE = /^[<>\s]*([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*(.*?)[ \t]*$/;

/** Names in lower case. What is no header is passed over. */
export function readPastedHeaders(text: string): PastedHeaders {
  return headersOfJson(text) ?? headersOfLines(text);
}

function headersOfLines(text: string): PastedHeaders {
  const found = text
    .split(/\r?\n/)
    .map((line) => LINE.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name.toLowerCase(), unquoted(value)] as const);
  return Object.fromEntries(found);
}

function unquoted(value: string): string {
  return /^"(.*)",?$/.exec(value)?.[1] ?? value;
}

function headersOfJson(text: string): PastedHeaders | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Object.fromEntries(
      Object.entries(Object(parsed)).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
  } catch {
    return null;
  }
}
