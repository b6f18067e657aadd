/**
 * Maps errors of PostgreSQL and of its connections to errors for callers. A temporary error (the
 * server restarts, a connection is cut, a deadlock, no slot) is STORAGE_UNAVAILABLE, to be tried
 * again; a full disk is STORAGE_FULL; overload is OVERLOADED; any other error is a fault in this
 * program and stays as it is. Must never repeat the server's message, which may name hosts and
 * users.
 */
import { ServiceError } from '../../../core/error/service-error.ts';
import { ConnectError, codeOf } from './connection.ts';

/** A server that restarts or fails over is usually back within seconds. */
const RETRY_AFTER_S = 5;
const FULL = '53100';
/** Out of memory, or out of room in the table of locks. */
const OUT_OF_MEMORY = '53200';
/** Classes: connection, transaction rollback, resources, object in use, intervention, system. */
const PASSING_CLASSES: ReadonlySet<string> = new Set(['08', '40', '53', '55', '57', '58']);
const READ_ONLY = '25006';
/** A server that became a standby; transactions that were aborted, idle or open too long. */
const PASSING: ReadonlySet<string> = new Set([READ_ONLY, '25P02', '25P03', '25P04']);
const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENETRESET',
  'ENOTCONN',
  'ENOBUFS',
  'ENFILE',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
/** Errors of TLS, and sockets that were closed during a statement. */
const BROKEN = /^ERR_(?:SSL|TLS|STREAM|SOCKET)_/;
/** The driver's own errors carry no code. */
const DRIVER = new RegExp(
  [
    'connection terminated',
    'client has encountered a connection error',
    'client was closed',
    'query read timeout',
    'timeout expired',
    'received unexpected \\w+ message',
  ].join('|'),
  'i',
);
/** All connections of a pool are in use. */
const NONE_FREE = /^timeout exceeded when trying to connect/;

export function toServiceError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServiceError) return error;
  const code = codeOf(error);
  if (error instanceof ConnectError) return unavailable(detailOf(code), error);
  if (code === FULL) {
    return new ServiceError('STORAGE_FULL', 'The disk of the database is full.', {
      retryAfterS: RETRY_AFTER_S,
      cause: error,
    });
  }
  if (code === OUT_OF_MEMORY) {
    return overloaded('PostgreSQL has no memory left for this (53200).', error);
  }
  if (code === '' && NONE_FREE.test(error.message)) {
    return overloaded('All connections to PostgreSQL are busy.', error);
  }
  return isPassing(error, code) ? unavailable(detailOf(code), error) : error;
}

export function unavailable(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('STORAGE_UNAVAILABLE', detail, { retryAfterS: RETRY_AFTER_S, cause });
}

/** The statement may have been stored after all; a repeat is safe and shows it. */
export function tooSlow(cause?: unknown): ServiceError {
  return unavailable('PostgreSQL does not answer in time.', cause);
}

function overloaded(detail: string, cause: unknown): ServiceError {
  return new ServiceError('OVERLOADED', detail, { retryAfterS: RETRY_AFTER_S, cause });
}

function detailOf(code: string): string {
  return `PostgreSQL cannot be used now (${code === '' ? 'the connection was lost' : code}).`;
}

/**
 * Two transactions deadlocked, one saw an old row, or a migration changed a table under a prepared
 * statement: nothing was stored, and a repeat succeeds.
 */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001' || isOldPlan(error);
}

/**
 * "cached plan must not change result type": recognised by its source routine, since messages are
 * translated.
 */
function isOldPlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    codeOf(error) === '0A000' &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

function isPassing(error: Error, code: string): boolean {
  return (
    PASSING.has(code) ||
    (code.length === 5 && PASSING_CLASSES.has(code.slice(0, 2))) ||
    NETWORK.has(code) ||
    BROKEN.test(code) ||
    isOldPlan(error) ||
    (code === '' && DRIVER.test(error.message))
  );
}

/** Another transaction has made a row with the same unique name. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
