/** The filter of a list: what is typed, what the address holds, and what is no filter. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activeTokens,
  type FilterField,
  parseFilter,
  suggestions,
  withFilter,
  withoutFilter,
} from '../../../dashboard/src/kit/filter/filter-token.ts';

const FIELDS: readonly FilterField[] = [
  {
    key: 'state',
    label: 'State',
    many: true,
    values: [
      { value: 'exhausted', label: 'Exhausted' },
      { value: 'held', label: 'Held' },
    ],
  },
  { key: 'call', label: 'Call id' },
];

test('a comma is OR, a space is AND, in either case and by label', () => {
  const { changes, faults } = parseFilter('State:exhausted,HELD call:"a b"', FIELDS);
  assert.deepEqual(changes, { state: ['exhausted', 'held'], call: ['a b'] });
  assert.deepEqual(faults, []);
});

test('what is no filter, and what is no value of one, comes back as a fault', () => {
  const { changes, faults } = parseFilter('colour:red state:blue state: word', FIELDS);
  assert.deepEqual(changes, {});
  assert.deepEqual(
    faults.map(({ text, key }) => [text, key]),
    [
      ['colour:red', null],
      ['state:blue', 'state'],
      ['state:', 'state'],
      ['word', null],
    ],
  );
});

test('a value is added once, and another filter begins at the first page', () => {
  const parsed = parseFilter('state:held', FIELDS);
  const next = withFilter({ state: ['held'], cursor: 'c1' }, parsed, FIELDS);
  assert.deepEqual(next, { state: ['held'], cursor: undefined });
});

test('a filter of one value is replaced', () => {
  const next = withFilter({ call: 'a' }, parseFilter('call:b', FIELDS), FIELDS);
  assert.equal(next.call, 'b');
});

test('the last value of a filter takes it out of the address', () => {
  assert.equal(withoutFilter({ state: ['held'] }, 'state', 'held').state, undefined);
  assert.deepEqual(withoutFilter({ state: ['held', 'x'] }, 'state', 'x').state, ['held']);
});

test('chips say the label of the value', () => {
  const labels = activeTokens({ state: ['held'], call: 'c1' }, FIELDS).map(({ label }) => label);
  assert.deepEqual(labels, ['State: Held', 'Call id: c1']);
});

test('completion offers filters, then their values, and keeps what was typed', () => {
  const texts = (word: string) => suggestions(word, FIELDS).map(({ text }) => text);
  assert.deepEqual(texts('st'), ['state:']);
  assert.deepEqual(texts('state:exhausted,h'), [
    'state:exhausted,exhausted',
    'state:exhausted,held',
  ]);
  assert.deepEqual(texts('nothing:'), []);
});
