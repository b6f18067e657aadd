/**
 * Step 9: the part of an answer that is kept for operators: at most 4 KiB, well-formed, without
 * control and bidirectional characters. The answer is untrusted; it must never be parsed here.
 */

export const EXCERPT_BYTES_MAX = 4_096;

/** Returns null if nothing is left to show. */
export function excerptOf(bytes: Buffer): string | null {
  const text = decodeWhole(bytes.subarray(0, EXCERPT_BYTES_MAX)).replace(UNSHOWABLE, '');
  // A replacement character takes three bytes, the broken one in the answer took one.
  const shown =
    Buffer.byteLength(text) > EXCERPT_BYTES_MAX
      ? decodeWhole(Buffer.from(text).subarray(0, EXCERPT_BYTES_MAX))
      : text;
  return shown.trim() === '' ? null : shown;
}

/**
 * C0 except tab and line feed, DEL, C1, line separators and characters that turn the reading
 * direction.
 */
const UNSHOWABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Decodes as a stream, so that a character cut at the end is left out instead of replaced. */
function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes, { stream: true });
}
