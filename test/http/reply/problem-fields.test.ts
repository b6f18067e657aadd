/** The errors of the validator become the failing fields of a problem. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldErrorsOf } from '../../../src/http/reply/problem.ts';
import { idOf } from '../../../src/http/schema/shared.ts';

function fault(keyword: string, params: Record<string, unknown>, instancePath = '') {
  return { keyword, params, instancePath, schemaPath: '', message: 'must be a string' };
}

test('a body field is a JSON pointer, also for keys with slashes and tildes', () => {
  const fields = fieldErrorsOf(
    [
      fault('required', { missingProperty: 'status' }, '/reports/3'),
      fault('additionalProperties', { additionalProperty: 'a/b~c' }),
      fault('type', { type: 'string' }, '/status'),
    ],
    'body',
  );
  assert.deepEqual(fields, [
    { field: '/reports/3/status', message: 'is missing' },
    { field: '/a~1b~0c', message: 'is not a known key' },
    { field: '/status', message: 'must be a string' },
  ]);
});

test('a parameter is named with the part of the request that holds it', () => {
  assert.deepEqual(fieldErrorsOf([fault('type', { type: 'string' }, '/limit')], 'querystring'), [
    { field: 'query.limit', message: 'must be a string' },
  ]);
  assert.equal(fieldErrorsOf([fault('type', {}, '/id')], 'params')[0]?.field, 'path.id');
});

test('allowed values are listed, patterns are not', () => {
  const [first] = fieldErrorsOf([fault('enum', { allowedValues: ['A', 'B'] }, '/x')], 'body');
  assert.equal(first?.message, 'must be one of A, B');
  const [second] = fieldErrorsOf([fault('pattern', { pattern: '^x$' }, '/x')], 'body');
  assert.equal(second?.message, 'does not have the right form');
  const { pattern } = Object(idOf('run'));
  const [id] = fieldErrorsOf([fault('pattern', { pattern }, '/acwRunId')], 'body');
  assert.equal(id?.message, 'must be an id, run_...');
  const allowedValues = [true, false, 'true', 'false'];
  const [either] = fieldErrorsOf([fault('enum', { allowedValues }, '/isError')], 'body');
  assert.equal(either?.message, 'must be one of true, false');
});

test('a wrong type is named in plain words', () => {
  const messageOf = (type: string) => fieldErrorsOf([fault('type', { type }, '/x')], 'body')[0];
  assert.equal(messageOf('integer')?.message, 'must be a whole number');
  assert.equal(messageOf('object')?.message, 'must be an object');
  assert.equal(messageOf('string')?.message, 'must be a string');
});

test('a value out of bounds is described in our words, not in those of the validator', () => {
  const messageOf = (keyword: string, limit: number) =>
    fieldErrorsOf([fault(keyword, { limit }, '/x')], 'body')[0]?.message;
  assert.equal(messageOf('maxLength', 64), 'must have at most 64 characters');
  assert.equal(messageOf('minLength', 1), 'must have at least 1 character');
  assert.equal(messageOf('maxItems', 100), 'must have at most 100 entries');
  assert.equal(messageOf('minItems', 1), 'must have at least 1 entry');
  assert.equal(messageOf('maximum', 200), 'must be at most 200');
  assert.equal(messageOf('minimum', 1), 'must be at least 1');
  for (const keyword of ['uniqueItems', 'multipleOf', 'oneOf', 'const', 'format']) {
    assert.doesNotMatch(messageOf(keyword, 1) ?? '', /NOT|schema|must be a string/, keyword);
  }
});

test('a nullable field has one error, which says that null is allowed', () => {
  const of = (member: number, keyword: string, params: Record<string, unknown>, path = '/a') => ({
    ...fault(keyword, params, path),
    schemaPath: `#/properties/a/anyOf/${member}/${keyword}`,
  });
  const isNull = of(1, 'type', { type: 'null' });
  const union = fault('anyOf', {}, '/a');
  assert.deepEqual(fieldErrorsOf([of(0, 'type', { type: 'string' }), isNull, union], 'body'), [
    { field: '/a', message: 'must be a string or null' },
  ]);
  const inside = of(0, 'required', { missingProperty: 'b' });
  assert.deepEqual(fieldErrorsOf([inside, isNull, union], 'body'), [
    { field: '/a/b', message: 'is missing' },
  ]);
});

test('the list of failing fields is bounded, and so is each key in it', () => {
  const many = Array.from({ length: 50 }, () =>
    fault('additionalProperties', { additionalProperty: 'k'.repeat(5_000) }),
  );
  const fields = fieldErrorsOf(many, 'body');
  assert.equal(fields.length, 20);
  assert.ok((fields[0]?.field.length ?? 0) <= 101);
});
