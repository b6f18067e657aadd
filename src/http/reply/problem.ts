/**
 * What a problem says (RFC 9457): details with a code of the catalogue, and what the schema
 * validator found as failing fields: a JSON pointer into the body, or `query.x` and `path.x`.
 * Messages never repeat a value. Source: S12.1.
 */
import type { FastifySchemaValidationError } from 'fastify';
import {
  CATALOGUE,
  type FieldError,
  type ServiceError,
  type ServiceErrorCode,
} from '../../core/error/service-error.ts';
import { pointerToken } from '../../core/text.ts';
import { isoTime } from '../../core/time.ts';
import type { Problem } from '../schema/shared.ts';

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

export const FIELDS_MAX = 20;
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
