/**
 * The one operating error. Its code is from `catalogue.ts`, which alone knows HTTP status and
 * text. Thrown or returned for what a caller or an operator can act on; programmer errors are
 * plain assertions instead.
 */
import type { ServiceErrorCode } from './catalogue.ts';

/** What took away what is no more. */
export const REMOVED_BY = ['retention', 'request'] as const;
type RemovedBy = (typeof REMOVED_BY)[number];

/** A failing input value: a JSON pointer into the body, or `query.limit`, `path.callId`, ... */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly fields: readonly FieldError[];
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterS: number | null;
  /** Of what is no more. */
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
