/**
 * The cases of reading a call log: the service's answers in order, how long the receiver waits
 * between its requests, and when it gives up.
 */

export interface CallLogAnswer {
  /** 0 means no answer. */
  readonly status: number;
  readonly retryAfter?: string;
  readonly body?: string;
}

export interface CallLogCase {
  readonly name: string;
  readonly callId: string;
  /** The path that the receiver must request. */
  readonly path: string;
  /** The most requests and seconds; if missing, the default. */
  readonly attempts?: number;
  readonly seconds?: number;
  /** The answers; the last is repeated. */
  readonly answers: readonly CallLogAnswer[];
  /** Seconds between the requests. */
  readonly waits: readonly number[];
  readonly expected:
    | { readonly kind: 'log'; readonly log: unknown }
    | { readonly kind: 'none'; readonly reason: 'never' | 'gave-up' | 'refused' };
}

const LOG = {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T11:19:00.000Z',
  turns: [{ speaker: 'CUSTOMER', text: 'Grüße, 東京', startMs: 0 }],
};
const FOUND: CallLogAnswer = { status: 200, body: JSON.stringify(LOG) };
const YET = missing('There is no log of this call yet.', '5');
const NEVER = missing('There is no log of this call, and none will come.');

export const CALL_LOG_CASES: readonly CallLogCase[] = [
  made('there at once', [FOUND], [], LOG),
  {
    ...made('of a call whose id needs encoding', [FOUND], [], LOG),
    callId: 'call 1/東?#%',
    path: '/v1/call-logs/call%201%2F%E6%9D%B1%3F%23%25',
  },
  made('after two tries', [YET, YET, FOUND], [5, 5], LOG),
  made('after other waits', [missing('', '1'), missing('', '30'), FOUND], [1, 30], LOG),
  made('it waits at least a moment', [missing('', '0'), FOUND], [1], LOG),
  made('a wait that is no number of seconds', [missing('', 'Fri, 20 Nov 2026'), FOUND], [1], LOG),
  made('none will come', [NEVER], [], 'never'),
  made('none will come any more', [YET, NEVER], [5], 'never'),
  made('no right to read it', [{ status: 403, body: '{"detail":"no"}' }], [], 'refused'),
  made('a key that is not known', [{ status: 401 }], [], 'refused'),
  made('a redirect', [{ status: 302 }], [], 'refused'),
  made('no JSON', [{ status: 200, body: 'x' }], [], 'refused'),
  made('a JSON list', [{ status: 200, body: '[]' }], [], 'refused'),
  made(
    'errors that pass, with waits that grow',
    [...[0, 500, 503, 429, 408, 425, 502].map((status) => ({ status })), FOUND],
    [1, 2, 4, 8, 16, 30, 30],
    LOG,
  ),
  made('an error that asks for a wait', [{ status: 503, retryAfter: '7' }, FOUND], [7], LOG),
  { ...made('three attempts', [YET], [5, 5], 'gave-up'), attempts: 3 },
  { ...made('one attempt', [YET], [], 'gave-up'), attempts: 1 },
  { ...made('twelve seconds', [YET], [5, 5], 'gave-up'), seconds: 12 },
  { ...made('a wait beyond the seconds', [missing('', '60')], [], 'gave-up'), seconds: 30 },
  {
    ...made('by default at most 600 seconds', [YET], Array(120).fill(5), 'gave-up'),
    attempts: 1_000,
  },
];

function made(
  name: string,
  answers: readonly CallLogAnswer[],
  waits: readonly number[],
  result: 'never' | 'gave-up' | 'refused' | object,
): CallLogCase {
  const expected =
    typeof result === 'string'
      ? ({ kind: 'none', reason: result } as const)
      : ({ kind: 'log', log: result } as const);
  return { name, callId: 'call-1', path: '/v1/call-logs/call-1', answers, waits, expected };
}

function missing(detail: string, retryAfter?: string): CallLogAnswer {
  const body = JSON.stringify({ status: 404, code: 'CALL_LOG_NOT_FOUND', detail });
  return { status: 404, body, ...(retryAfter === undefined ? {} : { retryAfter }) };
}
