/**
 * How the schemas of routes become functions: by the libraries that fastify itself uses, but each
 * at its first use and not at the start. All routes at once take most of a second of processor
 * time, which every start, also the one after a crash, would wait for. What a schema means is
 * decided elsewhere.
 */
import { Ajv } from 'ajv';
import buildSerializer from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';

interface Compilers {
  readonly validator: FastifySchemaCompiler<object>;
  readonly serializer: FastifySerializerCompiler<object>;
}

/** For one server. */
export function schemaCompilers(): Compilers {
  const ajv = new Ajv({
    ...{ coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: true },
    addUsedSchema: false,
    // Of a union that is told apart by a key, only the member that was meant complains.
    discriminator: true,
  });
  return {
    validator: ({ schema }) => {
      const compiled = once(() => ajv.compile(schema));
      const validate: ReturnType<FastifySchemaCompiler<object>> = (value: unknown) => {
        const check = compiled();
        const isValid = check(value);
        validate.errors = check.errors ?? null;
        return isValid;
      };
      return validate;
    },
    serializer: ({ schema }) => {
      const compiled = once(() => buildSerializer(schema));
      return (value) => compiled()(value);
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
