/**
 * Reads the log of a call, and gives up in time. `CALL_LOG_CREATED` says that a call has ended; its
 * log may come later or never. The service says with `Retry-After` that one may still come.
 */

import { readBounded, textOf } from './bytes.ts';

export interface CallLogOptions {
  /** Where the service is, such as `https://calls.example.com`; https, or on this machine. */
  readonly url: string;
  /** A key with the scope `call-logs:read`. */
  readonly apiKey: string;
  readonly callId: string;
  /** How often it asks at most. Default 100. */
  readonly attempts?: number;
  /** How long it waits at most. Default 600. */
  readonly seconds?: number;
  /** Allows `http:` to hosts other than this machine. Only for networks that you trust. */
  readonly allowHttp?: boolean;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Epoch milliseconds, for tests. */
  readonly now?: () => number;
  /** For tests. */
  readonly sleep?: (ms: number) => Promise<void>;
}

export type CallLogResult =
  /** As the platform sent it: see the specification of call logs. */
  | { readonly kind: 'log'; readonly log: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'none';
      /**
       * `never`: there is none and none will come. `gave-up`: after the attempts or the seconds.
       * `refused`: the service does not let this key read it, or its answer is no log.
       */
      readonly reason: 'never' | 'gave-up' | 'refused';
      readonly detail: string;
    };

const ATTEMPTS = 100;
const SECONDS = 600;
const REQUEST_MS_MAX = 10_000;
const WAIT_S = { min: 1, max: 30 };
/** The service takes logs of at most 5 MiB. */
const LOG_BYTES_MAX = 8_388_608;

/** Rejects only if the options make no sense, or if `signal` ends it. */
export async function readCallLog(options: CallLogOptions): Promise<CallLogResult> {
  const { attempts = ATTEMPTS, seconds = SECONDS, now = Date.now } = options;
  if (!(attempts >= 1) || !(seconds >= 0)) {
    throw new TypeError('attempts must be 1 or more, seconds 0 or more');
  }
  const address = addressOf(options);
  const untilMs = now() + seconds * 1_000;
  for (let tried = 1; ; tried += 1) {
    const answer = await ask(address, options);
    if (answer.kind !== 'later') return answer;
    if (tried >= attempts) return none('gave-up', `Asked ${tried} times. ${answer.detail}`);
    const waitS = Math.max(WAIT_S.min, answer.afterS ?? backOffS(tried));
    if (now() + waitS * 1_000 > untilMs) {
      return none('gave-up', `Waited ${seconds} s at most. ${answer.detail}`);
    }
    await (options.sleep ?? sleepUnless(options.signal))(waitS * 1_000);
  }
}

function addressOf({ url, callId, allowHttp = false }: CallLogOptions): URL {
  const base = checkedUrl(url, allowHttp);
  return new URL(`${base.href.replace(/\/+$/, '')}/v1/call-logs/${encodeURIComponent(callId)}`);
}

/** Throws a TypeError if the address is neither https nor on this machine. */
export function checkedUrl(text: string, allowHttp: boolean): URL {
  const url = new URL(text);
  const here = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && (here || allowHttp))) return url;
  throw new TypeError(`the address must be https: ${text}`);
}

type Answer =
  | CallLogResult
  | { readonly kind: 'later'; readonly afterS: number | null; readonly detail: string };

async function ask(address: URL, options: CallLogOptions): Promise<Answer> {
  const timeout = AbortSignal.timeout(REQUEST_MS_MAX);
  const { signal = timeout, fetch: get = fetch } = options;
  try {
    const response = await get(address, {
      headers: { accept: 'application/json', authorization: `Bearer ${options.apiKey}` },
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    const body = await readBounded(response, LOG_BYTES_MAX);
    const retryAfter = response.headers.get('retry-after');
    return judge(response.status, retryAfter, body === null ? null : textOf(body));
  } catch (error) {
    options.signal?.throwIfAborted();
    return { kind: 'later', afterS: null, detail: `The service does not answer: ${error}.` };
  }
}

/** `text`: null if it is larger than a log may be. */
function judge(status: number, retryAfter: string | null, text: string | null): Answer {
  if (status === 200) {
    const log = text === null ? null : objectOf(text);
    return log === null ? none('refused', 'The answer is no call log.') : { kind: 'log', log };
  }
  const said = text === null ? null : objectOf(text)?.detail;
  const detail = typeof said === 'string' ? said : `The service says ${status}.`;
  if (status === 404 && retryAfter === null) return none('never', detail);
  const passes = status === 404 || status === 408 || status === 425 || status === 429;
  if (!passes && status < 500) return none('refused', detail);
  const afterS = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  return { kind: 'later', afterS, detail };
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return null;
  }
}

function none(reason: 'never' | 'gave-up' | 'refused', detail: string): CallLogResult {
  return { kind: 'none', reason, detail };
}

function backOffS(tried: number): number {
  return Math.min(WAIT_S.max, 2 ** (tried - 1));
}

function sleepUnless(signal: AbortSignal | undefined): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end);
        resolve();
      }, ms);
      if (signal?.aborted === true) end();
      else signal?.addEventListener('abort', end, { once: true });
    });
}
