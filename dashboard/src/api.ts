/**
 * The dashboard's only way to the service: the public HTTP API, same origin, with the operator's
 * API key in the header. Every failure becomes an `ApiFailure` with a sentence a person can act
 * on; nothing is retried here, since every list asks again by itself.
 */
import type {
  CallDetail,
  DeliveryDetail,
  DeliveryRecord,
  EndpointRecord,
  ExplanationRecord,
} from './record.ts';
import type { View } from './view.ts';

const TIMEOUT_MS = 10_000;
const PAGE_LIMIT = 50;
const ENDPOINTS_LIMIT = 200;

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

export interface Explained {
  readonly explanations: readonly ExplanationRecord[];
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
  deliveries(view: View, signal?: AbortSignal): Promise<Page<DeliveryRecord>>;
  delivery(id: string, signal?: AbortSignal): Promise<DeliveryDetail>;
  call(callId: string, signal?: AbortSignal): Promise<CallDetail>;
  explain(callId: string, endpointId: string, signal?: AbortSignal): Promise<Explained>;
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
    deliveries: (view, signal) => ask('GET', deliveriesPath(view), signal),
    delivery: (id, signal) => ask('GET', `v1/deliveries/${encodeURIComponent(id)}`, signal),
    call: (callId, signal) => ask('GET', callPath(callId), signal),
    explain: (callId, endpointId, signal) =>
      ask('GET', `${callPath(callId)}/explain?${new URLSearchParams({ endpointId })}`, signal),
    retry: async (id) => {
      await ask('POST', `v1/deliveries/${encodeURIComponent(id)}/retry`);
    },
  };
}

export function deliveriesPath(view: View): string {
  const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
  for (const key of ['state', 'endpointId', 'callId', 'cursor'] as const) {
    const value = view[key];
    if (value !== undefined) query.set(key, value);
  }
  return `v1/deliveries?${query}`;
}

function callPath(callId: string): string {
  return `v1/calls/${encodeURIComponent(callId)}`;
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
