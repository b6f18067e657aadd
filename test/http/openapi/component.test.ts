/** Schemas with a title become components of the OpenAPI document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withComponents } from '../../../src/http/openapi/component.ts';

const CALL = { title: 'Call', type: 'object', properties: { title: { type: 'string' } } };

test('each use of a titled schema becomes a reference to one component', () => {
  const document = {
    info: { title: 'Ringpost' },
    paths: { '/a': { schema: CALL }, '/b': { items: [{ ...CALL, description: 'of b' }] } },
  };
  assert.deepEqual(withComponents(document), {
    info: { title: 'Ringpost' },
    paths: {
      '/a': { schema: { $ref: '#/components/schemas/Call' } },
      '/b': { items: [{ $ref: '#/components/schemas/Call', description: 'of b' }] },
    },
    components: { schemas: { Call: CALL } },
  });
});

test('titled schemas inside components are moved too; present components stay', () => {
  const page = { title: 'Page', type: 'object', properties: { data: CALL } };
  const made = withComponents({ x: page, components: { securitySchemes: { k: {} } } });
  assert.deepEqual(Reflect.get(made, 'components'), {
    securitySchemes: { k: {} },
    schemas: {
      Call: CALL,
      Page: { ...page, properties: { data: { $ref: '#/components/schemas/Call' } } },
    },
  });
});

test('two different schemas with one title are refused', () => {
  const other = { ...CALL, required: ['title'] };
  assert.throws(() => withComponents({ a: CALL, b: other }), /two schemas are titled Call/);
});
