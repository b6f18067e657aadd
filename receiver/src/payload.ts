/**
 * The body of a webhook as types (payload versions 1 and 2). `kind` tells which keys `data` has;
 * `event` is the trigger; `data.call` comes with version 2, which an endpoint chooses. Keys and
 * events of later versions are ignored, never refused: a version only grows. Detect errors with
 * `hasErrors`, never by the call status.
 */

export type ErrorCode =
  | 'CALL_NOT_PERMITTED'
  | 'CALL_CONNECTION_FAILED'
  | 'CALL_INTERRUPTED'
  | 'CALL_RESULT_PROCESSING_FAILED'
  | 'ANALYZER_FAILED'
  | 'INTERNAL_ERROR'
  | 'UNKNOWN_ERROR';

/** The public statuses. Internal ones may occur: treat them as "in progress". */
export type CallStatus =
  | 'CALLING'
  | 'CLOSING'
  | 'COMPLETED'
  | 'VOICEMAIL_REACHED'
  | 'ERROR'
  | 'BUSY'
  | 'NO_RESPONSE'
  | 'UNREACHABLE'
  | 'CONCURRENCY_LIMIT_EXCEEDED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'MAX_ATTEMPTS_REACHED'
  | 'HEALTHCHECK_FAILED';

/** Lets editors complete the known texts and still allows later ones. */
type Open<Known extends string> = Known | (string & Record<never, never>);

/** `timestamp`: ISO 8601, UTC, milliseconds, trailing Z. */
export interface CallError {
  readonly code: Open<ErrorCode>;
  readonly message: string;
  readonly timestamp: string;
}

/**
 * What is known of the call besides its status, with payload version 2. What is not known is
 * absent. Times: ISO 8601, UTC, milliseconds, trailing Z.
 */
export interface CallFacts {
  /** Numbers or addresses, as the platform writes them. */
  readonly from?: string;
  readonly to?: string;
  readonly answeredAt?: string;
  readonly endedAt?: string;
  readonly durationMs?: number;
  readonly sipCode?: number;
  /** In the words of the platform. */
  readonly hangupCause?: string;
  readonly recordingUrl?: string;
  readonly agentId?: string;
  readonly queue?: string;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Of the payload of every kind that is known. */
export interface KnownData {
  /** Absent with payload version 1. */
  readonly call?: CallFacts;
}

export interface InboundData extends KnownData {
  readonly callId: string;
  readonly callStatus: Open<CallStatus>;
}
export interface InboundErrorData extends InboundData {
  readonly callSid: string;
}
/** `callSid` and `clientId` are empty if absent; `projectId` only for self-provided agents. */
export interface OutboundData extends InboundErrorData {
  readonly clientId: string;
  readonly projectId?: string;
}
export interface CallLogData extends OutboundData {
  readonly direction: 'OUTBOUND' | 'INBOUND';
}
/** `isError` is the text `true` or `false`. */
export interface AcwCompletedData extends KnownData {
  readonly callId: string;
  readonly acwAgentId: string;
  readonly acwResultId: string;
  readonly isError: 'true' | 'false';
}

interface Common {
  readonly event: string;
  /** The display text. For people: never parse it. */
  readonly message: string;
  readonly errors?: readonly CallError[];
}

export type WebhookPayload =
  | (Common & { readonly kind: 'outbound'; readonly data: OutboundData })
  | (Common & { readonly kind: 'inbound'; readonly data: InboundData })
  | (Common & { readonly kind: 'inbound-error'; readonly data: InboundErrorData })
  | (Common & { readonly kind: 'call-log'; readonly data: CallLogData })
  | (Common & { readonly kind: 'acw-completed'; readonly data: AcwCompletedData })
  /** An event that this version does not know. */
  | (Common & { readonly kind: 'other'; readonly data: Readonly<Record<string, unknown>> });

export function hasErrors(payload: Pick<WebhookPayload, 'errors'>): boolean {
  return payload.errors !== undefined && payload.errors.length > 0;
}

export type PayloadResult =
  | { readonly kind: 'payload'; readonly payload: WebhookPayload }
  | { readonly kind: 'malformed'; readonly detail: string };

/** `event` is the `webhook-event` header; `contentKey` the setting of the endpoint. */
export function parsePayload(text: string, event: string, contentKey = 'message'): PayloadResult {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return malformed('The body is no JSON.');
  }
  if (!isRecord(body) || !isRecord(body.data)) return malformed('The body has no object "data".');
  const message = body[contentKey];
  if (typeof message !== 'string') return malformed(`The body has no text "${contentKey}".`);
  const errors = readErrors(body.errors);
  if (errors === null) return malformed('"errors" is no list of errors.');
  const { data } = body;
  const kind = kindOf(event, data);
  const missing = DATA_KEYS[kind].find((key) => typeof data[key] !== 'string');
  if (missing !== undefined) return malformed(`"data" has no text "${missing}" for ${event}.`);
  const common = { event, message, ...(errors === undefined ? {} : { errors }) };
  if (data.call !== undefined && !isRecord(data.call)) return malformed('"call" is no object.');
  // The keys of this kind were checked above; `data` may hold more.
  return { kind: 'payload', payload: { ...common, kind, data } as unknown as WebhookPayload };
}

const DATA_KEYS: Readonly<Record<WebhookPayload['kind'], readonly string[]>> = {
  outbound: ['callId', 'callStatus', 'callSid', 'clientId'],
  inbound: ['callId', 'callStatus'],
  'inbound-error': ['callId', 'callStatus', 'callSid'],
  'call-log': ['callId', 'callStatus', 'callSid', 'clientId', 'direction'],
  'acw-completed': ['callId', 'acwAgentId', 'acwResultId', 'isError'],
  other: [],
};

function kindOf(event: string, data: Readonly<Record<string, unknown>>): WebhookPayload['kind'] {
  if (event === 'CALL_LOG_CREATED') {
    return data.direction === 'OUTBOUND' || data.direction === 'INBOUND' ? 'call-log' : 'other';
  }
  if (event === 'ACW_COMPLETED') return 'acw-completed';
  if (event === 'INBOUND_CALL_ERROR') return 'inbound-error';
  if (event.startsWith('OUTBOUND_CALL_')) return 'outbound';
  return event.startsWith('INBOUND_CALL_') ? 'inbound' : 'other';
}

/** Undefined if there are none; null if they cannot be read. */
function readErrors(value: unknown): readonly CallError[] | null | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return null;
  const errors: CallError[] = [];
  for (const each of value) {
    if (!isRecord(each)) return null;
    const { code, message, timestamp } = each;
    if (typeof code !== 'string' || typeof message !== 'string') return null;
    if (typeof timestamp !== 'string') return null;
    errors.push({ code, message, timestamp });
  }
  return errors;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(detail: string): PayloadResult {
  return { kind: 'malformed', detail };
}
