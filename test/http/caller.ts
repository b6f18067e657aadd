/** Sends requests over a real socket and gives tests their answers. */

/** A key with every scope, in the project `default`. */
export const TOKEN = 'rp_test_0123456789abcdefghijklmnopqrstuv';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, null when it is none. */
  readonly json: unknown;
  /** The value at a JSON pointer such as `/data/0/id`; undefined when it is not there. */
  at(pointer: string): unknown;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged, in place of `body` as JSON. */
  readonly raw?: string | Uint8Array;
  /** A key in place of `TOKEN`; null sends none. */
  readonly token?: string | null;
}

/** The server never ends the live stream by itself. */
function isEndless({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

async function firstPiece({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ?? '';
}

export function caller(url: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer> => {
    const { token = TOKEN, raw } = options;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = isEndless(response) ? await firstPiece(response) : await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const json: unknown = isJson && text !== '' ? JSON.parse(text) : null;
    const { status, headers } = response;
    return { status, headers, text, json, at: (pointer) => valueAt(json, pointer) };
  };
}

function valueAt(json: unknown, pointer: string): unknown {
  let value = json;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
