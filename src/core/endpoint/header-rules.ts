/**
 * Which static headers an operator may add to requests (S7.18): none that the service sets, none
 * that authenticates or belongs to a single connection, and no character that could end a header
 * line. Null stands for a sealed value that is kept.
 */
import type { FieldError } from '../error/service-error.ts';

export interface HeaderInput {
  readonly name: string;
  readonly value: string | null;
}

export const HEADERS_MAX = 20;
/** The longest name and value together. */
export const HEADER_BYTES_MAX = 1_024;

/** RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, with spaces only in between. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** In the launch of a self-provided agent, `acw-` headers carry the identity of the run. */
const RESERVED_PREFIXES = ['webhook-', 'content-', 'signature', 'acw-', 'proxy-'] as const;
const RESERVED: ReadonlySet<string> = new Set([
  'authorization',
  'host',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  '__proto__',
]);

export function headerFaults(headers: readonly HeaderInput[]): readonly FieldError[] {
  if (headers.length > HEADERS_MAX) {
    return [{ field: '/headers', message: `Use at most ${HEADERS_MAX} headers.` }];
  }
  const names = headers.map((header) => header.name.toLowerCase());
  return headers.flatMap((header, index) => {
    const name = header.name.toLowerCase();
    const faults: readonly (readonly [part: string, fault: string | null])[] = [
      ['name', nameFault(name, names.indexOf(name) < index)],
      ['value', valueFault(header)],
    ];
    return faults.flatMap(([part, message]) =>
      message === null ? [] : [{ field: `/headers/${index}/${part}`, message }],
    );
  });
}

function nameFault(name: string, repeated: boolean): string | null {
  if (!TOKEN.test(name)) return "Use letters, digits and !#$%&'*+-.^_`|~ only.";
  if (RESERVED.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix))) {
    return `Use another name; ${name} is set by Ringpost or by the connection.`;
  }
  return repeated ? 'Remove it; this name is there already.' : null;
}

function valueFault({ name, value }: HeaderInput): string | null {
  if (value === null) return null;
  if (!VALUE.test(value)) {
    return 'Use visible ASCII characters, with spaces only between them; it cannot be empty.';
  }
  return name.length + value.length > HEADER_BYTES_MAX
    ? `Use at most ${HEADER_BYTES_MAX} bytes for name and value together.`
    : null;
}
