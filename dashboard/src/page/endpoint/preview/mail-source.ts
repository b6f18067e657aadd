/**
 * The source of a mail of ours, read as a mail client reads it: subject, headers, and its two parts
 * decoded. Only as much of MIME as our mails use (S8.12). Pure.
 */

export interface ShownMail {
  readonly subject: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly html: string;
}

/** Null: the mail does not have our layout. */
export function readMail(source: string): ShownMail | null {
  const end = source.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const headers = headersOf(source.slice(0, end));
  const headerOf = (wanted: string): string =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const boundary = /boundary="([^"]+)"/.exec(headerOf('content-type'))?.[1];
  if (boundary === undefined) return null;
  const parts = source.slice(end).split(`\r\n--${boundary}`).slice(1, -1).map(partOf);
  const bodyOf = (type: string): string | undefined =>
    parts.find((part) => part.type.startsWith(type))?.body;
  const text = bodyOf('text/plain');
  const html = bodyOf('text/html');
  if (text === undefined || html === undefined) return null;
  return { subject: decodedWords(headerOf('subject')), headers, text, html };
}

function headersOf(block: string): readonly (readonly [name: string, value: string])[] {
  return block.split(/\r\n(?![ \t])/).flatMap((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) return [];
    const value = line.slice(colon + 1).replaceAll(/\r\n[ \t]+/g, ' ');
    return [[line.slice(0, colon), value.trim()] as const];
  });
}

function partOf(part: string): { readonly type: string; readonly body: string } {
  const end = part.indexOf('\r\n\r\n');
  const headers = headersOf(part.slice(0, end).trimStart());
  const headerOf = (wanted: string): string =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const content = part.slice(end + 4);
  const quoted = headerOf('content-transfer-encoding').toLowerCase() === 'quoted-printable';
  const body = quoted ? utf8(quotedBytes(content.replaceAll(/=\r\n/g, ''))) : content;
  return { type: headerOf('content-type').toLowerCase(), body: body.replaceAll('\r\n', '\n') };
}

/** RFC 2047; spaces between two encoded words are none. */
export function decodedWords(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, form: string, content: string) =>
      form.toLowerCase() === 'q'
        ? utf8(quotedBytes(content.replaceAll('_', ' ')))
        : utf8(Uint8Array.from(atob(content), (character) => character.charCodeAt(0))),
    );
}

function quotedBytes(content: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < content.length; at += 1) {
    const code = /^=[0-9A-F]{2}/i.exec(content.slice(at, at + 3));
    bytes.push(code === null ? content.charCodeAt(at) : Number.parseInt(code[0].slice(1), 16));
    if (code !== null) at += 2;
  }
  return Uint8Array.from(bytes);
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
