/** Schemas become functions at their first use, and then say what the libraries say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemaCompilers } from '../../src/http/schema-compilers.ts';

const OF = { method: 'POST', url: '/v1/things' };

test('nothing is compiled before its first use', () => {
  const { validator, serializer } = schemaCompilers();
  const broken = { type: 'no such type' };
  const validate = validator({ ...OF, httpPart: 'body', schema: broken });
  const serialize = serializer({ ...OF, httpStatus: '200', schema: { $ref: '#/nowhere' } });
  assert.throws(() => validate({}), /schema is invalid/);
  assert.throws(() => serialize({}), /nowhere/);
});

test('every fault of a value is told, and is forgotten with the next value', () => {
  const { validator } = schemaCompilers();
  const schema = {
    ...{ type: 'object', required: ['name'], additionalProperties: false },
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

test('of a union told apart by a key only the member that was meant complains', () => {
  const { validator } = schemaCompilers();
  const member = (kind: string, key: string) => ({
    ...{ type: 'object', required: ['kind', key] },
    properties: { kind: { const: kind }, [key]: { type: 'string' } },
  });
  const oneOf = [member('slack', 'url'), member('email', 'address')];
  const schema = {
    ...{ type: 'object', required: ['kind'], discriminator: { propertyName: 'kind' } },
    oneOf,
  };
  const validate = validator({ ...OF, httpPart: 'body', schema });
  assert.equal(validate({ kind: 'email' }), false);
  assert.deepEqual(
    validate.errors?.map(({ message }) => message),
    ["must have required property 'address'"],
  );
});

test('what the schema does not name never leaves', () => {
  const { serializer } = schemaCompilers();
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const serialize = serializer({ ...OF, httpStatus: '200', schema });
  assert.equal(serialize({ name: 'ü', secret: 'x' }), '{"name":"ü"}');
});
