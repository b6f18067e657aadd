/**
 * Bytes as text, or as a hex table when they are not text. Pure. Never decodes with replacement
 * marks: what is shown as text is exactly what was sent.
 */

export interface Decoded {
  /** Null: not UTF-8. */
  readonly text: string | null;
  readonly bytes: Uint8Array;
}

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
