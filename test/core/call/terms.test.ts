/** The terms by which a call is found: one for a number in every writing (S12.33). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedTerms, numberTerm, tagTerm } from '../../../src/core/call/terms.ts';

test('S12.33: a number has one term in every writing', () => {
  const writings = ['+49 30 901820', '0049-30-901820', '4930901820', 'sip:+4930901820@10.0.0.1'];
  for (const writing of [...writings, 'tel:+49(30)901.820', '+49\u00a030/901820']) {
    assert.equal(numberTerm(writing), 'n:4930901820', writing);
  }
  assert.equal(numberTerm('sip:Alice@Example.com'), 'n:sip:alice@example.com');
  assert.equal(numberTerm('Anonymous'), 'n:anonymous');
  assert.equal(numberTerm('00'), 'n:00');
  assert.equal(tagTerm('VIP'), 't:VIP');
});

test('the index gains and loses only the terms that a report changes', () => {
  const before = { from: '+1 202 555 0143', to: '100', tags: ['a', 'b'] };
  assert.deepEqual(changedTerms(null, null), { added: [], removed: [] });
  assert.deepEqual(changedTerms(before, before), { added: [], removed: [] });
  const all = ['n:12025550143', 'n:100', 't:a', 't:b'];
  assert.deepEqual(changedTerms(null, before), { added: all, removed: [] });
  assert.deepEqual(changedTerms(before, { from: '12025550143', to: '200', tags: ['b', 'c'] }), {
    added: ['n:200', 't:c'],
    removed: ['n:100', 't:a'],
  });
  assert.deepEqual(changedTerms(null, { queue: 'q' }), { added: [], removed: [] });
});
