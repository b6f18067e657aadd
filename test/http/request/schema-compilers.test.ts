/** Schemas are compiled at their first use, and then judge and write as the libraries do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import buildSerializer, { type Schema } from 'fast-json-stringify';
import { schemaCompilers } from '../../../src/http/request/schema-compilers.ts';

const OF = { method: 'POST', url: '/v1/things' };

test('nothing is compiled before its first use', () => {
  const { validator, serializer } = schemaCompilers();
  const broken = { type: 'no such type' };
  const validate = validator({ ...OF, httpPart: 'body', schema: broken });
  const serialize = serializer({ ...OF, httpStatus: '200', schema: { $ref: '#/nowhere' } });
  assert.throws(() => validate({}), /schema is invalid/);
  assert.throws(() => serialize({}), /nowhere/);
});

test('all errors of a value are listed, and none remains for the next value', () => {
  const { validator } = schemaCompilers();
  const schema = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: { name: { type: 'string' }, size: { type: 'number', default: 3 } },
  };
  const validate = validator({ ...OF, httpPart: 'body', schema });
  assert.equal(validate({ size: '1', other: true }), false);
  assert.deepEqual(
    validate.errors?.map(({ keyword }) => keyword),
    ['required', 'additionalProperties', 'type'],
  );
  const good = { name: 'a' };
  assert.equal(validate(good), true);
  assert.equal(validate.errors, null);
  assert.deepEqual(good, { name: 'a', size: 3 });
});

test('of a discriminated union only the chosen member reports errors', () => {
  const { validator } = schemaCompilers();
  const member = (kind: string, key: string) => ({
    type: 'object',
    required: ['kind', key],
    properties: { kind: { const: kind }, [key]: { type: 'string' } },
  });
  const oneOf = [member('slack', 'url'), member('email', 'address')];
  const schema = {
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind' },
    oneOf,
  };
  const validate = validator({ ...OF, httpPart: 'body', schema });
  assert.equal(validate({ kind: 'email' }), false);
  assert.deepEqual(
    validate.errors?.map(({ message }) => message),
    ["must have required property 'address'"],
  );
});

test('a field that the schema does not name is not written', () => {
  const { serializer } = schemaCompilers();
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const serialize = serializer({ ...OF, httpStatus: '200', schema });
  assert.equal(serialize({ name: 'ü', secret: 'x' }), '{"name":"ü"}');
});

test('a nullable value is written as the library writes the union', () => {
  const orNull = (value: object) => ({ anyOf: [value, { type: 'null' }] });
  const inner = {
    type: 'object',
    additionalProperties: false,
    properties: { at: orNull({ type: 'string', pattern: '^x' }), n: orNull({ type: 'integer' }) },
  };
  const choice = {
    type: 'object',
    oneOf: [
      { type: 'object', properties: { k: orNull({ type: 'string', enum: ['a'] }) } },
      { type: 'object', properties: { k: { type: 'number' } } },
    ],
  };
  const schema = {
    type: 'object',
    properties: {
      text: orNull({ type: 'string', enum: ['a'] }),
      yes: orNull({ type: 'boolean' }),
      inner: orNull(inner),
      list: orNull({ type: 'array', items: orNull(inner) }),
      choice: orNull(choice),
      free: { type: 'object', patternProperties: { '.': inner } },
    },
  };
  const values: readonly object[] = [
    {},
    { text: null, yes: null, inner: null, list: null, choice: null },
    { text: 'a', yes: false, inner: { at: null, n: 3 }, list: [], choice: { k: null } },
    { list: [null, { at: 'x', n: null }], choice: { k: 'a' }, free: { one: { at: null } } },
    { inner: { at: 'x', n: 0 }, choice: { k: 5 } },
  ];
  const write = schemaCompilers().serializer({ ...OF, httpStatus: '200', schema });
  const library = buildSerializer(schema as Schema);
  for (const value of values) assert.equal(write(value), library(value));
  assert.equal(write({ inner: { n: 1, secret: 's' } }), '{"inner":{"n":1}}');
});
