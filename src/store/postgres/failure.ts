/**
 * What errors of PostgreSQL and of the way to it mean to a caller. Whatever passes by itself (the
 * server restarts, a connection is cut, a deadlock, no slot) is STORAGE_UNAVAILABLE, to be tried
 * again; a full disk is STORAGE_FULL; anything else is a fault of ours and stays one.
 */
import { ServiceError } from '../../core/error/service-error.ts';

const RETRY_AFTER_S = 5;
const FULL = '53100';
/** Classes: connection, transaction rollback, resources, object in use, intervention, system. */
const PASSING_CLASSES: ReadonlySet<string> = new Set(['08', '40', '53', '55', '57', '58']);
/** In a read-only transaction: a server that has become a replica. */
const PASSING: ReadonlySet<string> = new Set(['25006', '25P02', '25P03']);
const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** The driver's own errors carry no code. */
const DRIVER =
  /connection terminated|timeout exceeded when trying to connect|client has encountered/i;

export function toServiceError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === FULL) {
    return new ServiceError('STORAGE_FULL', 'The disk of the database is full.', {
      retryAfterS: RETRY_AFTER_S,
      cause: error,
    });
  }
  return isPassing(error, code) ? unavailable(`PostgreSQL says: ${error.message}.`, error) : error;
}

export function unavailable(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('STORAGE_UNAVAILABLE', detail, { retryAfterS: RETRY_AFTER_S, cause });
}

/** Two transactions waited for each other, or one saw an old row: the same again succeeds. */
export function isConflict(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === '40P01' || code === '40001';
}

function isPassing(error: Error, code: string): boolean {
  return (
    PASSING.has(code) ||
    (code.length === 5 && PASSING_CLASSES.has(code.slice(0, 2))) ||
    NETWORK.has(code) ||
    (code === '' && DRIVER.test(error.message))
  );
}

/** Somebody else has made a row with the same unique name. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
