/**
 * Cuts a JSON text into coloured pieces, and lays it out anew, without ever parsing it into
 * values: order of keys, duplicate keys and numbers beyond 2^53 stay as they are. What is no JSON
 * becomes plain pieces. Pure; the pieces joined are the text that was given.
 */

export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'space' | 'plain';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Space, text (a key when a colon follows), number, word, mark, and what is none of them. */
const PATTERN = new RegExp(
  [
    /(\s+)/,
    /("(?:[^"\\\n]|\\.)*")(?=(\s*:)?)/,
    /(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/,
    /(\b(?:true|false|null)\b)/,
    /([{}[\],:])/,
    /[^\s"{}[\],:]+|"/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

export function jsonTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const [all, space, string, colon, number, word, mark] of text.matchAll(PATTERN)) {
    if (space !== undefined) tokens.push({ kind: 'space', text: all });
    else if (string !== undefined) {
      tokens.push({ kind: colon === undefined ? 'string' : 'key', text: string });
    } else if (number !== undefined) tokens.push({ kind: 'number', text: all });
    else if (word !== undefined) tokens.push({ kind: 'word', text: all });
    else tokens.push({ kind: mark === undefined ? 'plain' : 'mark', text: all });
  }
  return tokens;
}

/** The same tokens on lines of their own; null when the text is no JSON. */
export function prettyTokens(text: string): readonly Token[] | null {
  if (!isJson(text)) return null;
  const out: Token[] = [];
  const line = (depth: number): void => {
    out.push({ kind: 'space', text: `\n${'  '.repeat(depth)}` });
  };
  let depth = 0;
  let before: Token | null = null;
  for (const token of jsonTokens(text)) {
    if (token.kind === 'space') continue;
    const opens: boolean = before?.text === '{' || before?.text === '[';
    const closes = token.text === '}' || token.text === ']';
    if (closes && token.kind === 'mark') {
      depth -= 1;
      if (!opens) line(depth);
    } else if (before !== null && before.kind === 'mark' && (opens || before.text === ',')) {
      line(depth);
    }
    out.push(unseen(token));
    if (token.kind === 'mark' && (token.text === '{' || token.text === '[')) depth += 1;
    if (token.kind === 'mark' && token.text === ':') out.push({ kind: 'space', text: ' ' });
    before = token;
  }
  return out;
}

/** What turns the direction of reading or cannot be seen is written as an escape. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function unseen({ kind, text }: Token): Token {
  return { kind, text: text.replace(UNSEEN, escaped) };
}

function escaped(mark: string): string {
  return Array.from({ length: mark.length }, (_, index) => {
    const unit = mark.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
