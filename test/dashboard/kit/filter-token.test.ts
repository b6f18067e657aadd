/** The filter of a list: typed text, the address, and faults. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  activeTokens,
  atLeast,
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

test('an unknown filter, or an unknown value of one, comes back as a fault', () => {
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

test('removing the last value removes the filter from the address', () => {
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

const ABLE: readonly FilterField[] = [
  {
    key: 'state',
    label: 'State',
    many: true,
    not: { key: 'notState', label: 'Not state' },
    values: [
      { value: 'held', label: 'Held' },
      { value: 'due', label: 'Due' },
    ],
  },
  {
    key: 'attempts',
    label: 'Attempts',
    reads: (text) => atLeast(text, 100),
    shows: (value) => `${value} or more`,
    offers: ['>=2'],
  },
];

test('a hyphen is NOT if a filter allows it; several mean none of these', () => {
  const parsed = parseFilter('-state:held -attempts:>=2', ABLE);
  assert.deepEqual(parsed.changes, { notState: ['held'] });
  assert.deepEqual(
    parsed.faults.map(({ text }) => text),
    ['-attempts:>=2'],
  );
  const more = withFilter({ notState: 'held' }, parseFilter('-state:due', ABLE), ABLE);
  assert.deepEqual(more.notState, ['held', 'due']);
  const shown = activeTokens({ state: 'due', notState: ['held'], attempts: '3' }, ABLE);
  assert.deepEqual(
    shown.map(({ label }) => label),
    ['State: Due', 'Not state: Held', 'Attempts: 3 or more'],
  );
  assert.equal(withoutFilter({ notState: ['held'] }, 'notState', 'held').notState, undefined);
});

test('a filter that no list has says what to use instead, and filters nothing', () => {
  const fields = [...ABLE, { key: 'took', label: 'took', never: 'Use attempts:.' }];
  const parsed = parseFilter('took:>2s -Took:>2s state:due', fields);
  assert.deepEqual(parsed.changes, { state: ['due'] });
  assert.deepEqual(
    parsed.faults.map(({ text, instead }) => [text, instead]),
    [
      ['took:>2s', 'Use attempts:.'],
      ['-Took:>2s', 'Use attempts:.'],
    ],
  );
  assert.deepEqual(suggestions('too', fields), []);
});

test('completion works after the hyphen, and offers comparisons', () => {
  const texts = (word: string) => suggestions(word, ABLE).map(({ text }) => text);
  assert.deepEqual(texts('-'), ['-state:']);
  assert.deepEqual(texts('-state:du'), ['-state:due']);
  assert.deepEqual(texts('attempts:'), ['attempts:>=2']);
});

test('a comparison gives the least value; a bare number gives none', () => {
  assert.equal(atLeast('>=3', 100), '3');
  assert.equal(atLeast('>3', 100), '4');
  for (const text of ['3', '=3', '<3', '>=0', '>=101', '>100', '>=', '>= 3', '']) {
    assert.equal(atLeast(text, 100), null, text);
  }
});
