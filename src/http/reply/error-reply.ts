/**
 * The one place where an error becomes a reply: a problem (`problem.ts`) with the status of the
 * catalogue. An unexpected error is INTERNAL; its text goes to the log, once, and never to the
 * caller. Source: S12.1.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { CATALOGUE, ServiceError, type ServiceErrorCode } from '../../core/error/service-error.ts';
import { fieldErrorsOf, problemOf } from './problem.ts';
import { API_HEADERS } from './security-headers.ts';

/** `Retry-After` for an error that names no time. */
const RETRY_AFTER_S = 1;

/** The problems for Fastify's own error codes. */
const FRAMEWORK_CODES: Readonly<Record<string, ServiceErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
  FST_ERR_BAD_URL: 'INVALID_PARAMETER',
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID_PARAMETER',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'MEDIA_TYPE',
  FST_STATIC_FORBIDDEN_PATH: 'NOT_FOUND',
};

/** For refusals by fastify and its plugins under a code that is not listed; they are no fault. */
const STATUS_CODES: Readonly<Record<number, ServiceErrorCode>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'BODY_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'MEDIA_TYPE',
  431: 'HEADERS_TOO_LARGE',
};

const FRAMEWORK_DETAILS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its Content-Length says.',
  FST_ERR_BAD_URL: 'The percent-encoding of the path is wrong.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the path is too long.',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'This method needs a body with its content type.',
};

export interface Answering {
  /** In place of the catalogue's. */
  readonly status?: number;
  /** Told of an error that the service did not expect. */
  readonly onFault?: (error: unknown) => void;
}

/** Answers with the problem. */
export function replyWithProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { status: statusGiven, onFault }: Answering = {},
): FastifyReply {
  const known = serviceErrorOf(error, request);
  if (known === null) onFault?.(error);
  const shown = known ?? new ServiceError('INTERNAL', 'It has been logged under the request id.');
  const status = statusGiven ?? CATALOGUE[shown.code].status;
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="ringpost"');
  const retryAfterS = shown.retryAfterS ?? (isPassing(status) ? RETRY_AFTER_S : null);
  if (retryAfterS !== null) reply.header('retry-after', String(retryAfterS));
  return reply
    .code(status)
    .headers(API_HEADERS)
    .header('x-request-id', request.id)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...problemOf(shown, request.id), status }));
}

/** Whether another try makes sense. */
function isPassing(status: number): boolean {
  return status === 503 || status === 429;
}

/** Returns null for an unexpected error. */
function serviceErrorOf(error: unknown, request: FastifyRequest): ServiceError | null {
  if (error instanceof ServiceError) return error;
  if (!isFrameworkError(error)) return null;
  if (error.validation !== undefined) {
    const part = error.validationContext ?? 'body';
    const fields = fieldErrorsOf(error.validation, part);
    return part === 'body'
      ? new ServiceError('INVALID_INPUT', 'The body breaks a rule; see errors.', { fields })
      : new ServiceError('INVALID_PARAMETER', 'A parameter breaks a rule; see errors.', { fields });
  }
  const code = FRAMEWORK_CODES[error.code] ?? refusalOf(error);
  if (code === 'BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit);
  if (code !== undefined) {
    return new ServiceError(code, FRAMEWORK_DETAILS[error.code] ?? CATALOGUE[code].title);
  }
  // The connection broke while the body arrived, so no client will read the answer.
  if (error.code === 'ECONNRESET' || error.code === 'ECONNABORTED') {
    return new ServiceError('MALFORMED_REQUEST', 'The request ended before its body was complete.');
  }
  return null;
}

export function tooLarge(bytesMax: number): ServiceError {
  const kib = bytesMax / 1_024;
  const most = kib >= 1_024 ? `${Math.floor(kib / 1_024)} MiB` : `${Math.floor(kib)} KiB`;
  return new ServiceError('BODY_TOO_LARGE', `This address takes a body of at most ${most}.`);
}

/** Returns undefined if this is no refusal of the request by fastify or one of its plugins. */
function refusalOf({ code, statusCode = 500 }: FastifyError): ServiceErrorCode | undefined {
  if (!code.startsWith('FST_') || statusCode < 400 || statusCode >= 500) return undefined;
  return STATUS_CODES[statusCode] ?? 'MALFORMED_REQUEST';
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && ('code' in error || 'validation' in error);
}
