/**
 * The content of a code view: JSON in coloured pieces, bytes as hex, and the places of a searched
 * text. Pure.
 */

type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'space' | 'plain';

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

/**
 * Cuts a JSON text into coloured pieces, and lays it out anew, without ever parsing it into
 * values: order of keys, duplicate keys and numbers beyond 2^53 stay as they are. What is no JSON
 * becomes plain pieces. Pure; the pieces joined are the text that was given.
 */
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

/** Characters that turn the direction of reading or are invisible; they are written as escapes. */
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

interface Decoded {
  /** Null: the bytes are not UTF-8. */
  readonly text: string | null;
  readonly bytes: Uint8Array;
}

/**
 * Bytes as text, or as a hex table when they are not text. Pure. Never decodes with replacement
 * marks: what is shown as text is exactly what was sent.
 */
export function decoded(content: string | Uint8Array): Decoded {
  if (typeof content === 'string') {
    return { text: content, bytes: new TextEncoder().encode(content) };
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(content), bytes: content };
  } catch {
    return { text: null, bytes: content };
  }
}

const BYTES_PER_LINE = 16;
/** A page of 4,000 lines is as much as anyone looks through; the copy has all. */
const LINES_MAX = 4_000;

/** `00000000  7b 22 …  |{"…|` */
export function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length && lines.length < LINES_MAX; at += BYTES_PER_LINE) {
    const part = [...bytes.subarray(at, at + BYTES_PER_LINE)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.'));
    const place = at.toString(16).padStart(8, '0');
    lines.push(`${place}  ${hex.padEnd(BYTES_PER_LINE * 3 - 1)}  |${text.join('')}|`);
  }
  return lines.join('\n');
}

interface MarkedPiece {
  readonly at: number;
  readonly text: string;
  readonly hit: boolean;
}

/**
 * A text cut where a word that is looked for stands in it, in either case. Pure; the pieces joined
 * are the text.
 */
export function markedPieces(text: string, find: string): readonly MarkedPiece[] {
  if (find === '') return [{ at: 0, text, hit: false }];
  const lower = text.toLowerCase();
  const wanted = find.toLowerCase();
  // A letter whose small form has another length would put every later place wrong.
  if (lower.length !== text.length) return [{ at: 0, text, hit: false }];
  const pieces: MarkedPiece[] = [];
  let end = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, end)) {
    if (at > end) pieces.push({ at: end, text: text.slice(end, at), hit: false });
    end = at + wanted.length;
    pieces.push({ at, text: text.slice(at, end), hit: true });
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), hit: false });
  return pieces;
}
