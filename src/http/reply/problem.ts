/**
 * The one place where an error becomes a reply: RFC 9457 problem details with a code of the
 * catalogue. An unexpected error is INTERNAL; its text goes to the log, once, and never to the
 * caller. What the schema validator found becomes the failing fields of a problem: a JSON pointer
 * into the body, or `query.x` and `path.x`. Messages never repeat a value. Source: S12.1.
 */
import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import {
  CATALOGUE,
  type FieldError,
  ServiceError,
  type ServiceErrorCode,
} from '../../core/error/service-error.ts';
import { isoTime } from '../../core/time.ts';
import type { Problem } from '../schema/shared.ts';
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

export function problemOf(
  error: {
    readonly code: ServiceErrorCode;
    readonly message: string;
    readonly fields: readonly FieldError[];
    readonly removedAtMs?: number | null;
    readonly removedBy?: ServiceError['removedBy'];
  },
  requestId: string,
): Problem {
  const { status, title } = CATALOGUE[error.code];
  const removedAtMs = error.removedAtMs ?? null;
  const removedBy = error.removedBy ?? null;
  return {
    type: `urn:ringpost:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    instance: `urn:ringpost:request:${requestId}`,
    requestId,
    ...(removedAtMs === null ? {} : { removedAt: isoTime(removedAtMs) }),
    ...(removedBy === null ? {} : { removedBy }),
    ...(error.fields.length === 0 ? {} : { errors: error.fields.map((field) => ({ ...field })) }),
  };
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

export const FIELDS_MAX = 20;
const KEY_SHOWN_MAX = 100;
/** The form that `idOf` of the schemas writes. */
const ID_PATTERN = /^\^([a-z]+)_\[/;
const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  integer: 'must be a whole number',
  object: 'must be an object',
  string: 'must be a string',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  null: 'must be null',
};

const PREFIXES: Readonly<Record<string, string>> = {
  body: '',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

export function fieldErrorsOf(
  found: readonly FastifySchemaValidationError[],
  part: string,
): FieldError[] {
  const prefix = PREFIXES[part] ?? part;
  const errors: FieldError[] = [];
  for (const error of found) {
    if (errors.length >= FIELDS_MAX) break;
    // A union repeats the faults of its members, and the key that tells them apart is one of
    // theirs.
    const repeats = error.keyword === 'anyOf' || error.keyword === 'discriminator';
    if (repeats && errors.length > 0) continue;
    const field = fieldOf(error, prefix);
    const last = errors.at(-1);
    if (isNullOfUnion(error) && last !== undefined) {
      if (last.field === field) errors[errors.length - 1] = orNull(last);
      continue;
    }
    errors.push({ field, message: messageOf(error) });
  }
  return errors;
}

/** A fault of the null half of a nullable field, which is no fault of its own. */
function isNullOfUnion({ keyword, params, schemaPath }: FastifySchemaValidationError): boolean {
  const { type } = params;
  return keyword === 'type' && type === 'null' && /\/anyOf\/\d+\/type$/.test(schemaPath);
}

function orNull({ field, message }: FieldError): FieldError {
  return { field, message: message.startsWith('must be ') ? `${message} or null` : message };
}

function fieldOf(error: FastifySchemaValidationError, prefix: string): string {
  const { missingProperty, additionalProperty } = error.params;
  const named = missingProperty ?? additionalProperty;
  const pointer =
    typeof named === 'string' ? `${error.instancePath}/${pointerToken(named)}` : error.instancePath;
  if (prefix === '') return pointer;
  return `${prefix}${pointer.replaceAll('/', '.')}`;
}

/** A key as a part of a JSON pointer (RFC 6901); a caller's key may be of any length. */
export function pointerToken(key: string): string {
  return key.slice(0, KEY_SHOWN_MAX).replaceAll('~', '~0').replaceAll('/', '~1');
}

function messageOf(error: FastifySchemaValidationError): string {
  switch (error.keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return error.params.additionalProperty === 'enabled' ? SWITCHED : 'is not a known key';
    case 'enum': {
      const { allowedValues } = error.params;
      if (!Array.isArray(allowedValues)) return 'is not allowed';
      // A boolean and its text look the same, if both are allowed.
      return `must be one of ${[...new Set(allowedValues.map(String))].join(', ')}`;
    }
    case 'pattern': {
      const prefix = ID_PATTERN.exec(String(error.params.pattern))?.[1];
      return prefix === undefined ? 'does not have the right form' : `must be an id, ${prefix}_...`;
    }
    case 'type':
      return TYPE_MESSAGES[String(error.params.type)] ?? 'has the wrong type';
    default:
      return boundMessage(error.keyword, Number(error.params.limit));
  }
}

/** The field may be given at creation; later it is switched by these operations. */
const SWITCHED = 'is not changed here: POST /v1/endpoints/{id}/enable or /disable';

/** The message for a value out of its bounds; the validator's own words are not for clients. */
function boundMessage(keyword: string, limit: number): string {
  const [one, many] = limit === 1 ? ['character', 'entry'] : ['characters', 'entries'];
  switch (keyword) {
    case 'maxLength':
      return `must have at most ${limit} ${one}`;
    case 'minLength':
      return `must have at least ${limit} ${one}`;
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${limit} ${many}`;
    case 'minItems':
    case 'minProperties':
      return `must have at least ${limit} ${many}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'uniqueItems':
      return 'must not hold the same entry twice';
    case 'multipleOf':
      return 'must be a whole step of what is allowed';
    default:
      return 'is not one of the forms that are allowed here';
  }
}
