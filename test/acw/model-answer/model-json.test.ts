/** Any answer of a model becomes an object or a fault. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ANSWER_UNITS_MAX, Faults, readObject } from '../../../src/acw/model-answer/model-json.ts';
import { anyText } from '../../support/any-text.ts';

test('an object is found in a fence, after a thought, and between sentences', () => {
  for (const answer of [
    '{"a":1}',
    '\ufeff {"a":1}\n',
    '```json\n{"a":1}\n```',
    '```\n{"a":1}\n```\nI hope that this helps.',
    'Sure, here it is: {"a":1}',
    '<think>{"a":2} or {"a":3}?</think>\n{"a":1}',
  ]) {
    assert.deepEqual(readObject(answer), { kind: 'ok', value: { a: 1 } }, answer);
  }
});

test('anything but an object is a fault', () => {
  for (const answer of ['', 'null', '[]', '7', '"x"', '{', '{"a":', 'no', '{} {}']) {
    assert.equal(readObject(answer).kind, 'invalid', answer);
  }
  assert.equal(readObject(`{"a":"${'x'.repeat(ANSWER_UNITS_MAX)}"}`).kind, 'invalid');
});

test('any text at all is read without an exception', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.json()), (answer) => {
      const read = readObject(answer);
      assert.ok(read.kind === 'ok' || read.faults.length === 1);
    }),
    { numRuns: 500 },
  );
});

test('faults are few, and each is listed once', () => {
  const faults = new Faults();
  for (let count = 0; count < 50; count += 1) {
    faults.add('the same');
    faults.text(7, `field ${count}`, 10);
  }
  const read = faults.unless({});
  assert.ok(read.kind === 'invalid' && read.faults.length === 10);
  assert.equal(read.faults.filter((fault) => fault === 'the same').length, 1);
});

test('half of a surrogate pair is a fault', () => {
  const faults = new Faults();
  faults.text('\ud800', 'it', 10);
  assert.deepEqual(faults.unless(1), { kind: 'invalid', faults: ['it must be well-formed text'] });
});
