/**
 * The exact text of one member of a JSON object, so that stored values are never rewritten: numbers
 * beyond a double's digits, the order of keys, spaces. The text has been parsed before and is valid
 * JSON; must never be used on any other.
 */

/** Returns null if the object has no such key. */
export function memberText(text: string, wanted: string): string | null {
  let at = skipSpace(text, 0) + 1;
  for (;;) {
    at = skipSpace(text, at);
    if (text[at] !== '"') return null;
    const keyEnd = endOfString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (key === wanted) return text.slice(start, end).trimEnd();
    at = end + 1;
  }
}

/** The end of the value: the comma or brace that follows it. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const sign = text[at];
    if (sign === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === ',' && depth === 0) return at;
    else if (sign === '}' || sign === ']') {
      if (depth === 0) return at;
      depth -= 1;
    }
    at += 1;
  }
  return at;
}

/** The position after the closing quotes. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \n\r\t'.includes(text.charAt(at))) at += 1;
  return at;
}
