/**
 * The dashboard's only way to the service: the public HTTP API, same origin, with the operator's
 * API key in the header. Every failure becomes an `ApiFailure` with a sentence a person can act
 * on; nothing is retried here, since every list asks again by itself.
 */
import type { DeliveryDetail, DeliveryRecord, EndpointRecord } from './record.ts';

const TIMEOUT_MS = 10_000;
const PAGE_LIMIT = 50;
const ENDPOINTS_LIMIT = 200;

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

/** `status` 0: no answer came. `requestId` finds the request in the service's log. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;

  constructor(status: number, code: string, message: string, requestId: string | null) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

export interface Api {
  endpoints(signal?: AbortSignal): Promise<Page<EndpointRecord>>;
  deliveries(state: string | null, signal?: AbortSignal): Promise<Page<DeliveryRecord>>;
  delivery(id: string, signal?: AbortSignal): Promise<DeliveryDetail>;
  retry(id: string): Promise<void>;
}

/** `base`: where the page was loaded from; the API lies beside it. */
export function apiFor(apiKey: string, base: string): Api {
  const ask = async <Answer>(method: string, path: string, signal?: AbortSignal) => {
    const bounds = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])];
    const response = await send(new URL(path, base), {
      method,
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
      signal: AbortSignal.any(bounds),
      cache: 'no-store',
      credentials: 'omit',
    });
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) throw failureOf(response.status, body);
    // The service checks its answers against the same schemas that these types come from.
    return body as Answer;
  };
  return {
    endpoints: (signal) => ask('GET', `v1/endpoints?limit=${ENDPOINTS_LIMIT}`, signal),
    deliveries: (state, signal) => ask('GET', deliveriesPath(state), signal),
    delivery: (id, signal) => ask('GET', `v1/deliveries/${encodeURIComponent(id)}`, signal),
    retry: async (id) => {
      await ask('POST', `v1/deliveries/${encodeURIComponent(id)}/retry`);
    },
  };
}

export function deliveriesPath(state: string | null): string {
  const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
  if (state !== null) query.set('state', state);
  return `v1/deliveries?${query}`;
}

/** What a refused request says: the problem's own detail, or a sentence for the status. */
export function failureOf(status: number, body: unknown): ApiFailure {
  const problem = isRecord(body) ? body : {};
  const text = (key: string): string | null => {
    const value = problem[key];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const message = text('detail') ?? text('title') ?? `The service answered ${status}.`;
  return new ApiFailure(status, text('code') ?? 'UNKNOWN', message, text('requestId'));
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted === true && init.signal.reason?.name !== 'TimeoutError') throw cause;
    const slow = init.signal?.reason?.name === 'TimeoutError';
    const message = slow ? 'The service did not answer in time.' : 'The service cannot be reached.';
    throw new ApiFailure(0, slow ? 'TIMEOUT' : 'OFFLINE', message, null);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
