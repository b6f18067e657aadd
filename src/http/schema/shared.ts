/**
 * Parts of the schemas of all resources. Times on the wire are ISO 8601 in UTC with milliseconds
 * and a trailing Z; lists are cursor pages; unknown keys are refused everywhere. A schema with a
 * `title` becomes a named component of the OpenAPI document; a title must stand for one shape only.
 * Source: S12.1 to S12.3.
 */
import type {
  Static,
  TObjectOptions,
  TProperties,
  TRecord,
  TSchema,
  TString,
  Type as TypeBox,
} from 'typebox';
import { REMOVED_BY, ServiceError } from '../../core/error/service-error.ts';
import type { IdPrefix } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';

interface Builders extends Pick<typeof TypeBox, Exclude<keyof typeof builders, 'Record'>> {
  /** Supports only the simplest kind of keys, any text. */
  Record<Value extends TSchema>(
    key: TString,
    value: Value,
    options?: TObjectOptions,
  ): TRecord<'^.*$', Value>;
}

type Options = Readonly<Record<string, unknown>>;

/**
 * Marks a schema whose key is optional; the mark is not enumerable, so it is no part of the schema.
 */
const OPTIONAL = '~optional';

/**
 * The builders of schemas, with the types of TypeBox but none of its code: each makes the JSON
 * Schema that TypeBox would make, as the test shows. TypeBox itself has 680 modules, for which
 * every start of the process, even the one after a crash, would wait. `Static` and the other types
 * come from `typebox`, as types. Must never make what TypeBox would not.
 */
const builders = {
  Any: (options?: Options) => ({ ...options }),
  Array: (items: object, options?: Options) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Options) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: (options?: Options) => ({ type: 'null', ...options }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Object: objectOf,
  Optional: (schema: object) =>
    Object.defineProperty({ ...schema }, OPTIONAL, { value: true, enumerable: false }),
  Record: (_key: object, value: object, options?: Options) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: (options?: Options) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly object[], options?: Options) => ({ anyOf, ...options }),
  Unknown: (options?: Options) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
};

/** Each result has TypeBox's type, because TypeBox would make the same. */
export const Type = builders as unknown as Builders;

function objectOf(properties: Readonly<Record<string, TSchema>>, options?: Options) {
  const required = Object.keys(properties).filter((key) => !(OPTIONAL in (properties[key] ?? {})));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}

/** An object that refuses every key it does not name. */
export function strictObject<Properties extends TProperties>(
  properties: Properties,
  options: { readonly title?: string; readonly description?: string } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** In a merge patch, null sets the default. */
export function patchable<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(nullable(schema));
}

/** One of fixed texts; `Type.Union` of literals would report one fault per member. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: { readonly description?: string; readonly title?: string } = {},
) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'ISO 8601, UTC, milliseconds, trailing Z',
  examples: ['2026-11-20T11:19:00.125Z'],
});

export function nullableTimestampOf(epochMs: number | null): string | null {
  return epochMs === null ? null : isoTime(epochMs);
}

/** A path or body value in the form of our ids; whether it exists is checked later (404). */
export function idOf(prefix: IdPrefix, description?: string) {
  return Type.String({
    pattern: `^${prefix}_[0-9A-Z]{1,40}$`,
    ...(description === undefined ? {} : { description }),
  });
}

export const PAGE_LIMIT = { default: 50, max: 200 } as const;

/** Spread into a route's querystring: `strictObject({ ...pageQuery, state: ... })`. */
export const pageQuery = {
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'nextCursor of the previous page' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT.max, default: 50 })),
} as const;

/** `{data, nextCursor}`; `nextCursor` is null on the last page. */
export function pageOf<Item extends TSchema>(item: Item, title: string) {
  return strictObject(
    {
      data: Type.Array(item),
      nextCursor: nullable(Type.String({ description: 'Pass as cursor for the next page' })),
    },
    { title },
  );
}

/** RFC 9457 problem details, the shape of every error. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Address of the error in the documentation' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ description: 'Stable; see the error reference' }),
    instance: Type.String({ description: 'urn:ringpost:request:<request id>' }),
    requestId: Type.String(),
    removedAt: Type.Optional(Timestamp),
    removedBy: Type.Optional(
      oneOf(REMOVED_BY, {
        description: 'What removed the call: the end of its retention, or a request',
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        strictObject({
          field: Type.String({ description: 'JSON pointer into the body, or query.x, path.x' }),
          message: Type.String(),
        }),
      ),
    ),
  },
  { title: 'Problem', additionalProperties: false },
);
export type Problem = Static<typeof Problem>;

/** The body of a 204. */
export const NoContent = Type.Null({ description: 'Done; there is no body' });

const PROBLEM_CONTENT = { 'application/problem+json': { schema: Problem } } as const;
const RefusedReply = {
  description:
    'Refused, as a problem (RFC 9457): code says why, errors names the fields; nothing changed',
  content: PROBLEM_CONTENT,
} as const;
const FailedReply = {
  description: 'The service failed, as a problem; after a 503 send it again after Retry-After',
  content: PROBLEM_CONTENT,
} as const;

/** The `response` of a route: its successes, and problems for everything else. */
export function replies<const Successes extends Record<number, unknown>>(successes: Successes) {
  return { ...successes, '4xx': RefusedReply, '5xx': FailedReply };
}

export const KEY_HEADER = 'idempotency-key';

/** Visible ASCII with spaces in between, which every header can carry. */
const KEY_FORM = /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/;

/** Returns the key, or throws what is wrong with the header. */
export function keyOf(header: string | string[]): string {
  if (typeof header === 'string' && KEY_FORM.test(header)) return header;
  const message = 'must be 1 to 256 characters of ASCII';
  throw new ServiceError('INVALID_PARAMETER', 'The Idempotency-Key is not usable.', {
    fields: [{ field: `header.${KEY_HEADER}`, message }],
  });
}
