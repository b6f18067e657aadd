/**
 * The builders of schemas, with the types of TypeBox but none of its code: each makes the JSON
 * Schema that TypeBox would make, as its test shows. TypeBox itself has 680 modules, for which
 * every start of the process, even the one after a crash, would wait. `Static` and the other types
 * come from `typebox`, as types. Must never make what TypeBox would not.
 */
import type { TObjectOptions, TRecord, TSchema, TString, Type as TypeBox } from 'typebox';

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
