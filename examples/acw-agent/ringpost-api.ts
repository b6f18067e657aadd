/**
 * The two requests that an agent makes: read the log of a call, post the result of a run. Both are
 * tried again when that can help, as long as the service asks (`Retry-After`), and not for ever.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from './settings.ts';

/** The parts of a call log that this agent reads; docs of the API: `/docs` of the service. */
export interface CallLog {
  readonly turns: readonly {
    readonly speaker: 'AGENT' | 'CUSTOMER' | 'SYSTEM';
    readonly text: string;
    readonly startMs: number;
  }[];
}

/** `result`: any object of at most 256 KiB as JSON. `errors`: 4 KiB of your own words each. */
export type Outcome =
  | { readonly isError: false; readonly result: object }
  | {
      readonly isError: true;
      readonly errors: readonly { readonly code: 'ANALYZER_FAILED'; readonly message: string }[];
    };

export type RunResult = Outcome & {
  readonly callId: string;
  readonly acwAgentId: string;
  readonly acwRunId: string;
  readonly engine: string;
};

export interface RingpostApi {
  /** `none`: with what to tell those who wait for a result. */
  readCallLog(
    callId: string,
    stop: AbortSignal,
  ): Promise<
    | { readonly kind: 'log'; readonly log: CallLog }
    | { readonly kind: 'none'; readonly why: string }
  >;
  /** What became of it, for the log of this program. Safe to repeat: the run has one result. */
  postResult(result: RunResult, stop: AbortSignal): Promise<string>;
}

const REQUEST_MS_MAX = 10_000;
const POST_TRIES = 10;
const WAIT_MS_MAX = 30_000;

export function createRingpostApi(settings: Settings): RingpostApi {
  const { url, apiKey, callLogTries, callLogSeconds } = settings;
  const request = async (path: string, stop: AbortSignal, body?: string): Promise<Reply> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal: AbortSignal.any([stop, AbortSignal.timeout(REQUEST_MS_MAX)]),
      });
      const retryAfterMs = retryAfter(response.headers.get('retry-after'));
      return { status: response.status, text: await response.text(), retryAfterMs };
    } catch (error) {
      // No answer: the service restarts, or the network does.
      stop.throwIfAborted();
      return { status: 0, text: String(error), retryAfterMs: null };
    }
  };
  return {
    readCallLog: async (callId, stop) => {
      const untilMs = performance.now() + callLogSeconds * 1_000;
      for (let tries = 1; ; tries += 1) {
        const reply = await request(`/v1/call-logs/${encodeURIComponent(callId)}`, stop);
        if (reply.status === 200) return { kind: 'log', log: JSON.parse(reply.text) };
        const why = detailOf(reply);
        // Without Retry-After a missing log will not come any more.
        const mayCome = reply.status === 404 ? reply.retryAfterMs !== null : isPassing(reply);
        if (!mayCome) return { kind: 'none', why };
        if (tries >= callLogTries) return { kind: 'none', why: `${why} Asked ${tries} times.` };
        const waitMs = reply.retryAfterMs ?? backOffMs(tries);
        if (performance.now() + waitMs > untilMs) {
          return { kind: 'none', why: `${why} Waited ${callLogSeconds} s.` };
        }
        if (tries === 1) console.log(`${callId}: no log yet, asking again`);
        await sleep(waitMs, undefined, { signal: stop });
      }
    },
    postResult: async (result, stop) => {
      const body = JSON.stringify(result);
      for (let tries = 1; ; tries += 1) {
        const reply = await request('/v1/acw-results', stop, body);
        if (reply.status === 201) return 'recorded';
        if (reply.status === 200) return 'recorded before';
        if (!isPassing(reply) || tries >= POST_TRIES) return `not recorded: ${detailOf(reply)}`;
        await sleep(reply.retryAfterMs ?? backOffMs(tries), undefined, { signal: stop });
      }
    },
  };
}

interface Reply {
  /** 0: there was no answer. */
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | null;
}

/** Whether the same request may succeed later. */
function isPassing({ status }: Reply): boolean {
  return status === 0 || status === 408 || status === 425 || status === 429 || status >= 500;
}

function backOffMs(tries: number): number {
  return Math.min(WAIT_MS_MAX, 1_000 * 2 ** (tries - 1));
}

/** Seconds or a date. */
function retryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : Number.NaN;
  const untilDate = Date.parse(header) - Date.now();
  const waitMs = Number.isNaN(seconds) ? untilDate : seconds;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

/** The service explains errors in `detail` (RFC 9457). */
function detailOf({ status, text }: Reply): string {
  if (status === 0) return `The service does not answer (${text}).`;
  try {
    const problem = JSON.parse(text);
    return typeof problem.detail === 'string' ? problem.detail : `The service says ${status}.`;
  } catch {
    return `The service says ${status}.`;
  }
}
