/** Reads HTTP/1.1 answers from bytes, strictly: bytes that are no answer are left over. */

/** `{`, with which the body of a problem begins. */
const BRACE = 0x7b;

export interface Message {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The first header of this name (lower case); undefined without one. */
  header(name: string): string | undefined;
}

/** The complete answers at the beginning of `bytes`, and the bytes after them. */
export function readMessages(
  bytes: Buffer,
  isHead: boolean,
): { readonly messages: readonly Message[]; readonly rest: Buffer } {
  const messages: Message[] = [];
  let rest = bytes;
  for (;;) {
    const silent = readOne(rest, isHead);
    // An unreadable request is answered with a body, because its method is unknown. On a connection
    // whose HEAD was answered before, only the answer after that one has a body.
    const refused = isHead && silent !== null && silent.message.status >= 400;
    const read = refused && silent.rest[0] === BRACE ? readOne(rest, false) : silent;
    if (read === null) return { messages, rest };
    rest = read.rest;
    // An interim answer such as 100 is not counted.
    if (read.message.status >= 200) messages.push(read.message);
  }
}

function readOne(bytes: Buffer, isHead: boolean): { message: Message; rest: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/.exec(first)?.[1];
  if (status === undefined) return null;
  const headers: [string, string][] = [];
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ?([\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    headers.push([name.toLowerCase(), value]);
  }
  const header = (name: string): string | undefined => headers.find(([each]) => each === name)?.[1];
  const none = isHead || status === '204' || status === '304' || status.startsWith('1');
  const after = bytes.subarray(end + 4);
  const read = none ? { body: Buffer.alloc(0), rest: after } : bodyOf(after, header);
  if (read === null) return null;
  return { message: { status: Number(status), headers, body: read.body, header }, rest: read.rest };
}

function bodyOf(
  bytes: Buffer,
  header: (name: string) => string | undefined,
): { body: Buffer; rest: Buffer } | null {
  const length = header('content-length');
  if (length !== undefined && /^\d+$/.test(length)) {
    const size = Number(length);
    if (bytes.length < size) return null;
    return { body: bytes.subarray(0, size), rest: bytes.subarray(size) };
  }
  if (header('transfer-encoding') !== 'chunked') return null;
  const chunks: Buffer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.toString('latin1', 0, Math.max(0, end)), 16);
    if (end < 0 || Number.isNaN(size) || rest.length < end + 4 + size) return null;
    chunks.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 4 + size);
    if (size === 0) return { body: Buffer.concat(chunks), rest };
  }
}
