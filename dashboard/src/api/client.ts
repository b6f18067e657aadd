/**
 * The page's only way to the service: the public HTTP API of the same origin, with the session's
 * cookie and the project in `ringpost-project`, a header that no foreign page can send. Every
 * failure becomes an `ApiFailure`. Nothing is retried here: a request that changes something must
 * be repeated by a person, and lists ask again by themselves. The one exception is a request that
 * the service refused until the person proves their identity, since nothing of it was done.
 */
import { clockSample } from '../kit/time/server-clock.ts';
import { ApiFailure, failureOf, isOnTheWay, malformed } from './failure.ts';
import type { PathOf } from './path.ts';
import type { Reach } from './reach.ts';

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export interface RequestOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
  /** 10 s when absent. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Paths begin without a slash: `client.get<Page>('v1/deliveries', { query, signal })`. One that the
 * API document does not have is refused by the type check.
 */
export interface Client {
  /** The project's id, as in the address; null outside of projects. */
  readonly project: string | null;
  /** Whether the service can be reached; null: nothing watches it. */
  readonly reach: Reach | null;
  get<Answer>(path: PathOf<'GET'>, options?: RequestOptions): Promise<Answer>;
  post<Answer>(path: PathOf<'POST'>, body?: unknown, options?: RequestOptions): Promise<Answer>;
  put<Answer>(path: PathOf<'PUT'>, body?: unknown, options?: RequestOptions): Promise<Answer>;
  patch<Answer>(path: PathOf<'PATCH'>, body: unknown, options?: RequestOptions): Promise<Answer>;
  remove<Answer>(path: PathOf<'DELETE'>, options?: RequestOptions): Promise<Answer>;
  /** The answer as it comes, for exact bytes, downloads and streams; failures throw as well. */
  raw(method: string, path: string, options?: RequestOptions): Promise<Response>;
}

export interface ClientOptions {
  /** The address of the service: absolute, with a trailing slash. */
  readonly base: string;
  readonly project: string | null;
  /** The session is over; called once per refused request. */
  readonly onSignedOut?: () => void;
  /**
   * Called if the signed-in person must prove their identity; true: they did, and the request is
   * repeated.
   */
  readonly onUnproven?: () => Promise<boolean>;
  /** Told of each request that did not get through to the service. */
  readonly reach?: Reach;
}

const TIMEOUT_MS = 10_000;

export function createClient(options: ClientOptions): Client {
  const { base, project, onSignedOut, onUnproven, reach } = options;
  const doubting = <Failed>(error: Failed): Failed => {
    if (error instanceof ApiFailure && isOnTheWay(error)) reach?.doubt();
    return error;
  };
  const raw = async (
    method: string,
    path: string,
    options: RequestOptions = {},
    body?: unknown,
    isRepeat = false,
  ): Promise<Response> => {
    const bounds = [AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)];
    if (options.signal !== undefined) bounds.push(options.signal);
    const response = await send(new URL(`${path}${queryText(options.query)}`, base), {
      method,
      headers: {
        accept: 'application/json',
        ...(project === null ? {} : { 'ringpost-project': project }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any(bounds),
      cache: 'no-store',
      credentials: 'same-origin',
    }).catch((error: unknown) => {
      throw doubting(error);
    });
    if (response.ok) return response;
    const problem: unknown = await response.json().catch(() => null);
    const failure = failureOf(response.status, problem, response.headers.get('retry-after'));
    if (failure.status === 401) onSignedOut?.();
    const isUnproven = failure.code === 'REAUTHENTICATION_REQUIRED' && !isRepeat;
    if (isUnproven && (await onUnproven?.()) === true) {
      return raw(method, path, options, body, true);
    }
    throw doubting(failure);
  };
  const ask = async <Answer>(
    method: string,
    path: string,
    options?: RequestOptions,
    body?: unknown,
  ): Promise<Answer> => {
    const response = await raw(method, path, options, body);
    const text = await textOf(response).catch((error: unknown) => {
      throw doubting(error);
    });
    // The service checks its answers against the same schemas that these types come from.
    if (text === '') return null as Answer;
    const answer = parsed(text);
    if (answer === undefined || !isOfOurs(answer)) throw doubting(malformed(response.status));
    return answer as Answer;
  };
  return {
    project,
    reach: reach ?? null,
    get: (path, options) => ask('GET', path, options),
    post: (path, body, options) => ask('POST', path, options, body),
    put: (path, body, options) => ask('PUT', path, options, body),
    patch: (path, body, options) => ask('PATCH', path, options, body),
    remove: (path, options) => ask('DELETE', path, options),
    raw: (method, path, options) => raw(method, path, options),
  };
}

/** The query with its question mark, or an empty text. A list repeats its key. */
export function queryText(query: Query = {}): string {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    const values = typeof value === 'object' ? value : [String(value)];
    for (const one of values) parts.append(key, one);
  }
  return parts.size === 0 ? '' : `?${parts}`;
}

/** An answer that breaks off is no answer. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw new ApiFailure({ status: 0, code: 'OFFLINE', message: 'OFFLINE' });
  }
}

/** Every answer of the service is an object with something in it; a list has its rows in `data`. */
function isOfOurs(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false;
  if (Object.keys(answer).length === 0) return false;
  const { data = [] } = answer as { readonly data?: unknown };
  return Array.isArray(data) && !data.includes(null);
}

/** Undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  const sentMs = Date.now();
  try {
    const response = await fetch(url, init);
    clockSample(response.headers.get('date'), sentMs, Date.now());
    return response;
  } catch (cause) {
    const slow = init.signal?.reason?.name === 'TimeoutError';
    if (init.signal?.aborted === true && !slow) throw cause;
    const code = slow ? 'TIMEOUT' : 'OFFLINE';
    throw new ApiFailure({ status: 0, code, message: code });
  }
}
