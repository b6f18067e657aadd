/**
 * Compiles the schemas of routes with the libraries that fastify itself uses, but each at its first
 * use. Compiling all routes takes most of a second of processor time, for which every start, even
 * the one after a crash, would wait. A null for an optional field of a body counts as absent here;
 * the rest of a schema's meaning is decided elsewhere.
 */
import { Ajv } from 'ajv';
import buildSerializer from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';

interface Compilers {
  readonly validator: FastifySchemaCompiler<object>;
  readonly serializer: FastifySerializerCompiler<object>;
}

/**
 * One compiler for all servers of the process, so that a shared schema is compiled once. `ajv`
 * caches by the schema object.
 */
const ajv = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: true,
  addUsedSchema: false,
  // In a union with a discriminating key, only the member that was meant reports faults.
  discriminator: true,
});
const serializers = new WeakMap<object, ReturnType<typeof buildSerializer>>();

export function schemaCompilers(): Compilers {
  return {
    validator: ({ schema, httpPart }) => {
      const compiled = once(() => ajv.compile(schema));
      const validate: ReturnType<FastifySchemaCompiler<object>> = (value: unknown) => {
        const check = compiled();
        if (httpPart === 'body') dropNulls(schema, value);
        const isValid = check(value);
        validate.errors = check.errors ?? null;
        return isValid;
      };
      return validate;
    },
    serializer: ({ schema }) => {
      const compiled = once(() => serializerOf(schema));
      return (value) => compiled()(value);
    },
  };
}

function serializerOf(schema: object): ReturnType<typeof buildSerializer> {
  const present = serializers.get(schema);
  if (present !== undefined) return present;
  const made = buildSerializer(toWrite(schema) as typeof schema);
  serializers.set(schema, made);
  return made;
}

/** Where the value decides between schemas; the serializer merges the neighbouring keywords. */
const CHOICES = ['anyOf', 'oneOf', 'allOf', 'if'] as const;

/**
 * The same schema, with "this or null" written as in OpenAPI 3.0. For a union the serializer would
 * compile a check for each member and run them on each value that it writes: most of the time of a
 * route's first answer, and half of that of a long list. Other choices stay unchanged, with all
 * that they contain.
 */
function toWrite(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(toWrite);
  if (CHOICES.some((key) => key in schema)) return orNull(schema) ?? schema;
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, toWrite(part)]));
}

function orNull(schema: { readonly anyOf?: unknown }): object | null {
  if (!Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return null;
  const [value, none] = schema.anyOf;
  if (none?.type !== 'null' || typeof value?.type !== 'string') return null;
  if (CHOICES.some((key) => key in value)) return null;
  return { ...(toWrite(value) as object), nullable: true };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Removes nulls of optional fields from `value` itself. `schema`: that of the body in the document.
 */
export function dropNulls(schema: unknown, value: unknown): void {
  if (!isRecord(schema) || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) dropNulls(schema.items, item);
    return;
  }
  if (!isRecord(schema.properties)) return;
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, part] of Object.entries(schema.properties)) {
    const member: unknown = Reflect.get(value, name);
    if (member !== null) dropNulls(part, member);
    else if (!required.includes(name) && !takesNull(part)) Reflect.deleteProperty(value, name);
  }
}

function takesNull(schema: unknown): boolean {
  if (!isRecord(schema)) return true;
  const { type, anyOf, oneOf } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  if (Array.isArray(schema.enum)) return schema.enum.includes(null);
  if ('const' in schema) return schema.const === null;
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  // A schema without a type accepts any value.
  return choices === null ? type === undefined : choices.some(takesNull);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
