/**
 * A request before it is sent, as plain data that fast-check can shrink and a report can print.
 * Marks such as `«ep:3»` stand for values that only the running service knows, here an endpoint id
 * from an earlier answer; they are filled in when the request leaves.
 */

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** How the body is put on the wire; all but the first two are wrong in some way. */
export const FRAMINGS = [
  'length',
  'chunked',
  'short-length',
  'long-length',
  'two-lengths',
  'length-and-chunked',
  'bad-length',
  'negative-length',
  'bad-chunk',
  'unfinished-chunks',
  'cut-off',
  'pipelined',
  'garbage-after',
  'bare-newlines',
  'bad-version',
] as const;
export type Framing = (typeof FRAMINGS)[number];

export type Pair = readonly [name: string, value: string];

export interface Draft {
  /** The operation for which it was made; a mutation may have changed its path. */
  readonly operation: string;
  readonly method: string;
  /** Percent-encoded except marks, which are encoded when they are filled in. */
  readonly path: string;
  readonly query: readonly Pair[];
  /** Appended to the query unchanged. */
  readonly rawQuery: string;
  readonly headers: readonly Pair[];
  readonly body: Body;
  readonly framing: Framing;
  /** The mutations, for the reader; empty if the request follows the document. */
  readonly changes: readonly string[];
}

/** One request as it leaves. */
export interface Wire {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly Pair[];
  readonly body: Buffer;
  readonly framing: Framing;
  readonly changes: readonly string[];
  readonly operation: string;
}

/** Null leaves the mark as it is. */
export type Fill = (kind: string, pick: string) => string | null;

const MARK = /«([a-z-]+):([^»]*)»/g;
/** A raw JSON text, for numbers that no JavaScript value can hold. */
const RAW_TEXT = /"«raw:([^»"]*)»"/g;

export function wireOf(draft: Draft, fill: Fill): Wire {
  const filled = (text: string, encode: (value: string) => string): string =>
    text.replace(MARK, (mark, kind: string, pick: string) => encode(fill(kind, pick) ?? mark));
  const path = filled(draft.path, percentEncoded);
  const query = draft.query.map(
    ([name, value]) => `${percentEncoded(name)}=${percentEncoded(filled(value, (text) => text))}`,
  );
  const search = [query.join('&'), draft.rawQuery].filter((part) => part !== '').join('&');
  return {
    operation: draft.operation,
    method: draft.method,
    target: search === '' ? path : `${path}?${search}`,
    headers: draft.headers.map(([name, value]) => [name, filled(value, (text) => text)]),
    body: bytesOf(draft.body, filled),
    framing: draft.framing,
    changes: draft.changes,
  };
}

function bytesOf(
  body: Body,
  filled: (text: string, encode: (value: string) => string) => string,
): Buffer {
  switch (body.kind) {
    case 'none':
      return Buffer.alloc(0);
    case 'json': {
      const text = (JSON.stringify(body.value) ?? 'null').replace(RAW_TEXT, '$1');
      return Buffer.from(filled(text, (value) => JSON.stringify(value).slice(1, -1)));
    }
    case 'text':
      return Buffer.from(filled(body.text, (value) => value));
    case 'bytes':
      return Buffer.from(body.bytes);
  }
}

export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The request as a curl command; a comment names a framing that curl cannot send. */
export function curlOf(wire: Wire, url: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const head = wire.headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body =
    wire.body.length === 0
      ? []
      : isShowable(wire.body)
        ? [`--data-binary ${quoted(wire.body.toString())}`]
        : [`--data-binary @<(echo ${wire.body.toString('base64').slice(0, 4_000)} | base64 -d)`];
  const framing = wire.framing === 'length' ? [] : [`# framing: ${wire.framing}`];
  return [
    `curl -i --path-as-is -X ${quoted(wire.method)} ${quoted(url + wire.target)}`,
    ...head,
    ...body,
    ...framing,
  ].join(' ');
}

const SHOWN_BYTES_MAX = 4_000;

function isShowable(bytes: Buffer): boolean {
  return bytes.length <= SHOWN_BYTES_MAX && /^[\x20-\x7e\n\u00a0-\ud7ff]*$/.test(bytes.toString());
}
