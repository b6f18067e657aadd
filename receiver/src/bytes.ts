/**
 * Bytes with what every runtime has, so that this package works in Node.js, Deno, Bun and the
 * workers of an edge network: no Buffer, and the cryptography of the web.
 */

/** What the cryptography of the web takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

export function bytesOf(text: string): Bytes {
  return ENCODER.encode(text);
}

/** What is not UTF-8 becomes U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

export function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Base64, also without padding; null if the text is none. */
export function fromBase64(text: string): Bytes | null {
  const bare = text.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1) return null;
  return Uint8Array.from(atob(bare), (unit) => unit.charCodeAt(0));
}

/** With the alphabet of JWKs. */
export function fromBase64Url(text: string): Bytes | null {
  return /[+/=]/.test(text) ? null : fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** In a time that depends on the lengths alone. */
export function areSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return difference === 0;
}

/** A body of at most so many bytes; null if it has more, and is then read no further. */
export async function readBounded(
  { body }: { readonly body: ReadableStream<Uint8Array> | null },
  bytesMax: number,
): Promise<Bytes | null> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks);
    bytes += value.length;
    if (bytes > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}
