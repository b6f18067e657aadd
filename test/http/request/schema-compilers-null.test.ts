/** Null for an optional field counts as absent; where the schema allows null it stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropNulls } from '../../../src/http/request/schema-compilers.ts';
import { nullable, strictObject, Type } from '../../../src/http/schema/shared.ts';

const SCHEMA = strictObject({
  name: Type.String(),
  note: Type.Optional(Type.String()),
  default: Type.Optional(nullable(Type.Number())),
  kind: Type.Optional(Type.Unsafe<string>({ enum: ['a', 'b'] })),
  anything: Type.Optional(Type.Unknown()),
  open: Type.Optional(Type.Object({}, { additionalProperties: true })),
  list: Type.Optional(Type.Array(strictObject({ text: Type.Optional(Type.String()) }))),
});

test('null of an optional field is removed, at any depth', () => {
  const value = { name: 'x', note: null, kind: null, list: [{ text: null }, { text: 'y' }] };
  dropNulls(SCHEMA, value);
  assert.deepEqual(value, { name: 'x', list: [{}, { text: 'y' }] });
});

test('null stays in required, nullable and open fields', () => {
  const value = { name: null, default: null, anything: null, open: { a: null } };
  dropNulls(SCHEMA, value);
  assert.deepEqual(value, { name: null, default: null, anything: null, open: { a: null } });
  for (const other of [null, 7, 'x', [null]]) dropNulls(SCHEMA, other);
});
