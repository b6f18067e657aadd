/** Values of a JSON body by their path. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberAt, parseObject, textAt, timeAt, valueAt } from '../../src/ingest/json.ts';

const OBJECT = { data: { id: 'a', count: 3, empty: '', list: [1], none: null } };

test('only an object is a body', () => {
  assert.deepEqual(parseObject('{"a":1}'), { a: 1 });
  for (const text of ['', '[]', 'null', '1', '"a"', '{']) assert.equal(parseObject(text), null);
});

test('a value is found by its path, and a value of another type is missing', () => {
  assert.equal(textAt(OBJECT, 'data.id'), 'a');
  assert.equal(numberAt(OBJECT, 'data.count'), 3);
  assert.deepEqual(valueAt(OBJECT, 'data.list'), [1]);
  for (const path of ['data', 'data.count', 'data.empty', 'data.none', 'data.no', 'no.id']) {
    assert.equal(textAt(OBJECT, path), null, path);
  }
  assert.equal(numberAt(OBJECT, 'data.id'), null);
});

test('inherited properties are not found', () => {
  for (const path of ['toString', '__proto__', 'data.constructor', 'data.list.length']) {
    assert.equal(valueAt(OBJECT, path), undefined, path);
  }
  assert.equal(valueAt(parseObject('{"__proto__":{"a":1}}') ?? {}, 'a'), undefined);
});

test('a time is epoch milliseconds; one out of range is missing', () => {
  const given = { s: 1_763_596_800.5, ms: 1_763_596_800_500, far: 1e300, before: -1, text: '1' };
  assert.equal(timeAt(given, 's', 1_000), 1_763_596_800_500);
  assert.equal(timeAt(given, 'ms', 1), 1_763_596_800_500);
  for (const path of ['far', 'before', 'text', 'none']) assert.equal(timeAt(given, path, 1), null);
});
