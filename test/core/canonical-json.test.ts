/** One canonical form for all JSON texts with the same value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/core/canonical-json.ts';

test('space and the order of keys make no difference, the order of a list does', () => {
  assert.equal(
    canonicalJson('{ "b": [1, 2.0], "a": {"d":null,"c":"\\u0041"} }'),
    '{"a":{"c":"A","d":null},"b":[1,2]}',
  );
  assert.notEqual(canonicalJson('[1,2]'), canonicalJson('[2,1]'));
  assert.equal(canonicalJson('{"__proto__":1}'), '{"__proto__":1}');
});

test('the form of any value has that value, and is its own form', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const form = canonicalJson(text);
      assert.deepEqual(JSON.parse(form), JSON.parse(text));
      assert.equal(canonicalJson(form), form);
      assert.equal(canonicalJson(JSON.stringify(JSON.parse(text), null, 2)), form);
    }),
  );
});
