/**
 * Maps SQLite's errors to errors for callers, and carries errors across threads. Only errors about
 * which an operator can do something become a `ServiceError`; any other error is a fault in this
 * program and stays as it is.
 */
import type { ServiceErrorCode } from '../../core/error/service-error.ts';
import { type FieldError, ServiceError } from '../../core/error/service-error.ts';

const FULL = 13;
/** BUSY, LOCKED, PERM, READONLY, IOERR, CORRUPT, CANTOPEN, NOTADB. */
const UNAVAILABLE: ReadonlySet<number> = new Set([5, 6, 3, 8, 10, 11, 14, 26]);
const RETRY_AFTER_S = 5;

export function toServiceError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const primary = Number(error.errcode) & 0xff;
  if (primary === FULL) {
    return new ServiceError('STORAGE_FULL', 'The disk of the data directory is full.', {
      retryAfterS: RETRY_AFTER_S,
      cause: error,
    });
  }
  if (UNAVAILABLE.has(primary)) return unavailable(`SQLite says: ${error.message}.`, error);
  return error;
}

export function unavailable(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('STORAGE_UNAVAILABLE', detail, { retryAfterS: RETRY_AFTER_S, cause });
}

export function isStorageFailure(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.code === 'STORAGE_FULL' || error.code === 'STORAGE_UNAVAILABLE')
  );
}

/** An error as plain data, since messages between threads lose classes. */
export interface FlatError {
  readonly code: ServiceErrorCode | null;
  readonly message: string;
  readonly stack: string;
  readonly retryAfterS: number | null;
  readonly fields: readonly FieldError[];
}

export function flatten(error: unknown): FlatError {
  const known = toServiceError(error);
  const message = known instanceof Error ? known.message : String(known);
  const stack = known instanceof Error ? (known.stack ?? '') : '';
  return known instanceof ServiceError
    ? { code: known.code, message, stack, retryAfterS: known.retryAfterS, fields: known.fields }
    : { code: null, message, stack, retryAfterS: null, fields: [] };
}

export function unflatten({ code, message, stack, retryAfterS, fields }: FlatError): Error {
  if (code === null) {
    const error = new Error(message);
    error.stack = stack;
    return error;
  }
  return new ServiceError(
    code,
    message,
    retryAfterS === null ? { fields } : { fields, retryAfterS },
  );
}
