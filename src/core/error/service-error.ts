/**
 * The one operating error, and the table of its codes with HTTP status and title (RFC 9457
 * `title`). Codes are stable; `docs/reference/errors.md` lists the same table, and a test compares
 * them. It is thrown for errors about which a caller or an operator can do something; programmer
 * errors are plain assertions.
 */

/** The cause of a removal. */
export const REMOVED_BY = ['retention', 'request'] as const;
type RemovedBy = (typeof REMOVED_BY)[number];

/** A wrong input value: a JSON pointer into the body, or `query.limit`, `path.callId`, ... */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly fields: readonly FieldError[];
  /** Seconds after which another try makes sense; sent as `Retry-After`. */
  readonly retryAfterS: number | null;
  /** The time of the removal, for a record that was removed. */
  readonly removedAtMs: number | null;
  readonly removedBy: RemovedBy | null;

  constructor(
    code: ServiceErrorCode,
    detail: string,
    more: {
      readonly fields?: readonly FieldError[];
      readonly retryAfterS?: number;
      readonly removedAtMs?: number;
      readonly removedBy?: RemovedBy;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.fields = more.fields ?? [];
    this.retryAfterS = more.retryAfterS ?? null;
    this.removedAtMs = more.removedAtMs ?? null;
    this.removedBy = more.removedBy ?? null;
  }
}

export const CATALOGUE = {
  MALFORMED_REQUEST: { status: 400, title: 'The request is not valid HTTP' },
  MALFORMED_JSON: { status: 400, title: 'The body is not valid JSON' },
  MALFORMED_FORM: { status: 400, title: 'The body is not a valid form' },
  INVALID_PARAMETER: { status: 400, title: 'A path or query parameter is wrong' },
  UNAUTHENTICATED: { status: 401, title: 'No valid API key, and not signed in' },
  SIGN_IN_FAILED: { status: 401, title: 'The e-mail or the password is wrong' },
  SECOND_FACTOR_REQUIRED: { status: 401, title: 'The code of the second factor is missing' },
  FORBIDDEN: { status: 403, title: 'The scope or the role is not enough' },
  PROJECT_SUSPENDED: { status: 403, title: 'The project is suspended' },
  SECOND_FACTOR_MISSING: { status: 403, title: 'The project asks for a second factor' },
  REAUTHENTICATION_REQUIRED: { status: 403, title: 'Prove again who you are' },
  NOT_SAME_ORIGIN: { status: 403, title: 'The request comes from another site' },
  SIGNATURE_INVALID: { status: 403, title: 'The signature does not match' },
  NOT_FOUND: { status: 404, title: 'There is nothing here' },
  CALL_LOG_NOT_FOUND: { status: 404, title: 'There is no log of the call' },
  ACW_RUN_NOT_FOUND: { status: 404, title: 'The agent has no open run for the call' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The method is not supported here' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request came too slowly' },
  DIRECTION_CHANGED: { status: 409, title: 'The direction of a call cannot change' },
  REPORT_ID_REUSED: { status: 409, title: 'The report id was used for another report' },
  ENDPOINT_DISABLED: { status: 409, title: 'The endpoint is disabled' },
  DELIVERY_STATE: { status: 409, title: 'The state of the delivery does not allow this' },
  PASSKEYS_UNAVAILABLE: { status: 409, title: 'Passkeys cannot be used at this address' },
  STATE_CONFLICT: { status: 409, title: 'The present state does not allow this' },
  PROJECT_LIMIT_REACHED: { status: 409, title: 'A limit of the project is reached' },
  ACW_RESULT_EXISTS: { status: 409, title: 'The run has another result' },
  ACW_RUN_CLOSED: { status: 409, title: 'The run has ended' },
  IDEMPOTENCY_KEY_RUNNING: { status: 409, title: 'The first request of this key still runs' },
  IDEMPOTENCY_KEY_LOST: { status: 409, title: 'The answer to this key was not kept' },
  CALL_REMOVED: { status: 410, title: 'The call was removed' },
  PRECONDITION_FAILED: { status: 412, title: 'It was changed meanwhile' },
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  URI_TOO_LONG: { status: 414, title: 'The address is too long' },
  MEDIA_TYPE: { status: 415, title: 'The content type is not supported' },
  EXPECTATION_FAILED: { status: 417, title: 'The expectation cannot be met' },
  MISDIRECTED_REQUEST: { status: 421, title: 'The request names another host' },
  INVALID_INPUT: { status: 422, title: 'The input breaks a rule' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The key was used for another request' },
  DIRECTION_REQUIRED: { status: 422, title: 'The first report must state the direction' },
  STATUS_NOT_FOR_DIRECTION: { status: 422, title: 'The status does not exist for the direction' },
  TARGET_REFUSED: { status: 422, title: 'The target may not be called' },
  LIMIT_REACHED: { status: 422, title: 'A limit is reached' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers are too large' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL: { status: 500, title: 'The service failed' },
  STORAGE_FULL: { status: 503, title: 'The disk is full' },
  STORAGE_UNAVAILABLE: { status: 503, title: 'The store cannot be written' },
  OVERLOADED: { status: 503, title: 'Too much is waiting to be written' },
  NOT_READY: { status: 503, title: 'The service is not ready' },
  SHUTTING_DOWN: { status: 503, title: 'The service is shutting down' },
} as const;

export type ServiceErrorCode = keyof typeof CATALOGUE;

/** What was thrown, in words for a log line. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
