/** Our builders of schemas make the same keys in the same order as TypeBox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from '../../../src/http/schema/shared.ts';

const OPTIONS = { description: 'of a call', title: 'Shape' };

/** Every builder, bare and with options; `Kit` is ours or TypeBox's. */
function samples(Kit: typeof Type): Readonly<Record<string, object>> {
  const text = Kit.String({ maxLength: 3, pattern: '^a', examples: ['ab'] });
  const both = Kit.Object({ must: text, may: Kit.Optional(Kit.Integer({ minimum: 0 })) });
  return {
    any: Kit.Any(),
    anyOf: Kit.Any(OPTIONS),
    array: Kit.Array(text),
    arrayOf: Kit.Array(both, { maxItems: 2, ...OPTIONS }),
    boolean: Kit.Boolean(),
    booleanOf: Kit.Boolean({ default: true }),
    integer: Kit.Integer(),
    integerOf: Kit.Integer({ maximum: 5, default: 1 }),
    word: Kit.Literal('a'),
    number: Kit.Literal(202, OPTIONS),
    yes: Kit.Literal(true),
    null: Kit.Null(),
    nullOf: Kit.Null(OPTIONS),
    numeric: Kit.Number(),
    numericOf: Kit.Number({ exclusiveMinimum: 0 }),
    empty: Kit.Object({}),
    both,
    open: Kit.Object({}, { additionalProperties: text }),
    closed: Kit.Object({ a: text, b: both }, { additionalProperties: false, ...OPTIONS }),
    allOptional: Kit.Object({ a: Kit.Optional(text), b: Kit.Optional(both) }),
    twice: Kit.Object({ a: Kit.Optional(Kit.Optional(text)), b: text }),
    record: Kit.Record(Kit.String(), text),
    of: Kit.Record(Kit.String(), both, OPTIONS),
    string: Kit.String(),
    text,
    union: Kit.Union([text, Kit.Null()]),
    unionOf: Kit.Union([both], OPTIONS),
    unknown: Kit.Unknown(),
    unknownOf: Kit.Unknown(OPTIONS),
    unsafe: Kit.Unsafe<string>({ type: 'string', enum: ['a'], ...OPTIONS }),
    unsafeOf: Kit.Unsafe<string>(both),
  };
}

const OURS = samples(Type);
const THEIRS = samples(TypeBox);

for (const [name, theirs] of Object.entries(THEIRS)) {
  test(`${name} is the schema that TypeBox makes`, () => {
    assert.equal(JSON.stringify(OURS[name]), JSON.stringify(theirs));
    assert.deepEqual({ ...OURS[name] }, { ...theirs });
  });
}

test('an optional schema is a copy, and its original stays required', () => {
  const text = Type.String();
  const optional = Type.Optional(text);
  assert.deepEqual(Object.keys(optional), ['type']);
  assert.deepEqual(Type.Object({ text, optional }).required, ['text']);
});

test('every builder has a sample', () => {
  const seen = Object.keys(Type).toSorted();
  const called = new Set<string>();
  const spy = new Proxy(Type, {
    get: (kit, name, self) => {
      called.add(String(name));
      return Reflect.get(kit, name, self);
    },
  });
  samples(spy);
  assert.deepEqual([...called].toSorted(), seen);
});
