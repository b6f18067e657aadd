/**
 * A typed client of the API of Ringpost: a method for each operation of its OpenAPI document,
 * `each` for all records of a list, errors as classes. What may be repeated is tried again: reads,
 * changes that say the same twice, and POST requests by an `Idempotency-Key` that stays the same.
 * No dependencies: it needs `fetch` and `crypto`, as Node 20, Deno, Bun and browsers have them.
 */
import { ApiError, type ApiProblem, ConnectionError } from './api-error.ts';
import { ERROR_CLASSES, OPERATIONS, type Operations } from './generated.ts';

export interface ClientOptions {
  /** Such as `https://ringpost.example`. */
  readonly url: string;
  readonly key: string;
  /** Tries of one request, the first included. Default 4. */
  readonly tries?: number;
  /** Of one try, in milliseconds. Default 75,000: longer than the longest wait for messages. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  /** Waits between tries, or rejects after the signal; for tests. */
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** For every operation. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Of a POST; one is made if it is left out. The same key again gets the first answer. */
  readonly idempotencyKey?: string;
}

export type OperationName = keyof Operations;
/** `path`, `query` and `body` of an operation. */
export type InputOf<Name extends OperationName> = Omit<Operations[Name], 'answer' | 'isPage'> &
  CallOptions;
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer'];

/** Operations that answer pages. */
export type ListName = {
  [Name in OperationName]: Operations[Name] extends { isPage: true } ? Name : never;
}[OperationName];
export type ItemOf<Name extends ListName> =
  AnswerOf<Name> extends { data: (infer Item)[] } ? Item : never;

/** The input may be left out if nothing of it is required. */
type Method<Name extends OperationName> =
  Record<never, never> extends InputOf<Name>
    ? (input?: InputOf<Name>) => Promise<AnswerOf<Name>>
    : (input: InputOf<Name>) => Promise<AnswerOf<Name>>;

export type Client = { readonly [Name in OperationName]: Method<Name> } & {
  /** All records of a list, page after page. */
  each<Name extends ListName>(name: Name, input?: InputOf<Name>): AsyncGenerator<ItemOf<Name>>;
};

interface AnyInput extends CallOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

interface Row {
  readonly method: string;
  readonly path: string;
  readonly keyed: boolean;
  readonly body: 'json' | 'form' | null;
  readonly answer: 'json' | 'text' | 'stream' | 'none';
}

const TRIES = 4;
const TIMEOUT_MS = 75_000;
const PAUSE_MS = { first: 250, max: 10_000 } as const;
/** Longer waits than this are not waited, whatever the service asks. */
const ASKED_MS_MAX = 60_000;
/** Another try makes sense. */
const AGAIN: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const AGAIN_CODES: ReadonlySet<string> = new Set(['IDEMPOTENCY_KEY_RUNNING']);

export function createClient(options: ClientOptions): Client {
  const caller = new Caller(options);
  const methods = Object.fromEntries(
    Object.entries<Row>(OPERATIONS).map(([name, row]) => [
      name,
      (input: AnyInput = {}) => caller.call(row, input),
    ]),
  );
  async function* each(name: OperationName, input: AnyInput = {}) {
    let cursor: unknown = input.query?.cursor;
    do {
      const query = { ...input.query, ...(cursor == null ? {} : { cursor }) };
      const page = (await caller.call(OPERATIONS[name], { ...input, query })) as {
        data: unknown[];
        nextCursor: string | null;
      };
      yield* page.data;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  // OPERATIONS and Operations are generated from the same document.
  return { ...methods, each } as unknown as Client;
}

class Caller {
  readonly #options: ClientOptions;
  readonly #url: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#url = options.url.replace(/\/+$/, '');
  }

  async call(row: Row, input: AnyInput): Promise<unknown> {
    const { tries = TRIES, pause = sleep } = this.#options;
    const idempotencyKey = row.keyed ? (input.idempotencyKey ?? crypto.randomUUID()) : null;
    const mayRepeat = row.method !== 'POST' || row.keyed;
    for (let tried = 1; ; tried += 1) {
      const isLast = tried >= tries || !mayRepeat;
      const waitMs = Math.min(PAUSE_MS.first * 2 ** (tried - 1), PAUSE_MS.max);
      let response: Response;
      try {
        response = await this.#send(row, input, idempotencyKey);
      } catch (error) {
        if (input.signal?.aborted === true) throw error;
        if (isLast) throw new ConnectionError(this.#url, error);
        await pause(waitMs, input.signal);
        continue;
      }
      if (response.ok) return answerOf(row, response);
      const problem = await problemOf(response);
      // An earlier try removed it and its answer was lost.
      if (tried > 1 && row.method === 'DELETE' && problem.status === 404) return null;
      const again = AGAIN.has(problem.status) || AGAIN_CODES.has(problem.code);
      if (isLast || !again) throw errorOf(problem);
      const askedMs = askedWaitMs(response.headers.get('retry-after'));
      await pause(Math.max(waitMs, askedMs), input.signal);
    }
  }

  #send(row: Row, input: AnyInput, idempotencyKey: string | null): Promise<Response> {
    const { key, timeoutMs = TIMEOUT_MS, fetch: send = fetch } = this.#options;
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey;
    const signals = row.answer === 'stream' ? [] : [AbortSignal.timeout(timeoutMs)];
    if (input.signal !== undefined) signals.push(input.signal);
    return send(`${this.#url}${addressOf(row, input)}`, {
      method: row.method,
      headers,
      signal: AbortSignal.any(signals),
      ...bodyOf(row, input, headers),
    });
  }
}

function addressOf({ path }: Row, { path: names = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new TypeError(`path.${name} is missing`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function bodyOf({ body: kind }: Row, { body }: AnyInput, headers: Record<string, string>) {
  if (kind === null || body === undefined) return {};
  if (kind === 'form') return { body: new URLSearchParams(body as Record<string, string>) };
  headers['content-type'] = 'application/json';
  return { body: JSON.stringify(body) };
}

async function answerOf({ answer }: Row, response: Response): Promise<unknown> {
  if (answer === 'stream') return response;
  if (answer === 'none' || response.status === 204) return null;
  return answer === 'text' ? response.text() : response.json();
}

async function problemOf(response: Response): Promise<ApiProblem> {
  // A problem of RFC 9457, unless a proxy answered.
  const read = (await response.json().catch(() => ({}))) as Partial<ApiProblem>;
  const { code = 'UNKNOWN', detail = `The service answered ${response.status}.` } = read;
  const { requestId = null, errors = [] } = read;
  return { status: response.status, code, detail, requestId, errors };
}

function errorOf(problem: ApiProblem): ApiError {
  const classes: Readonly<Record<string, new (problem: ApiProblem) => ApiError>> = ERROR_CLASSES;
  const Known = classes[problem.code] ?? ApiError;
  return new Known(problem);
}

/** What `Retry-After` asks for: seconds or a date (RFC 9110, 10.2.3). */
function askedWaitMs(header: string | null): number {
  const text = header?.trim() ?? '';
  const askedMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(askedMs) ? 0 : Math.min(Math.max(askedMs, 0), ASKED_MS_MAX);
}

/** Rejects with the reason of the signal as soon as it is aborted. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
