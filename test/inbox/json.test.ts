/** JSON of strangers is read up to a depth, and looked into only by own keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAt, readJson, textAt, valueAt } from '../../src/inbox/json.ts';

test('a text that is no JSON or too deep is undefined', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  for (const text of ['', '{', 'undefined', '\u0000', nested(65), nested(200_000)]) {
    assert.equal(readJson(text), undefined, text.slice(0, 20));
  }
  assert.deepEqual(readJson('{"a":[1]}'), { a: [1] });
  assert.notEqual(readJson(nested(64)), undefined);
  assert.equal(readJson('null'), null);
});

test('only own keys are found, also __proto__', () => {
  const value = readJson('{"a":{"b":["x"]},"__proto__":{"c":1},"n":null}');
  assert.equal(textAt(value, 'a', 'b', 0), 'x');
  assert.deepEqual(listAt(value, 'a', 'b'), ['x']);
  assert.deepEqual(valueAt(value, '__proto__'), { c: 1 });
  for (const path of [['a', 'c'], ['n', 'x'], ['toString'], ['a', 'b', 'length', 'x'], ['c']]) {
    assert.equal(valueAt(value, ...path), undefined, path.join('/'));
  }
  assert.equal(textAt(value, 'a'), null);
  assert.equal(listAt(value, 'a'), null);
});
