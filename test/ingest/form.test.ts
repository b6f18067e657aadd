/** The strict reading of a posted form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORM_FIELDS_MAX, parseForm } from '../../src/ingest/form.ts';

function fieldsOf(text: string): Record<string, readonly string[]> {
  const result = parseForm(text);
  assert.equal(result.kind, 'form');
  return result.kind === 'form' ? Object.fromEntries(result.fields) : {};
}

test('plus signs, percent escapes and UTF-8 are decoded', () => {
  assert.deepEqual(fieldsOf('To=%2B15550142&City=New+York&Name=%E6%9D%B1%20%26+%3D'), {
    To: ['+15550142'],
    City: ['New York'],
    Name: ['東 & ='],
  });
});

test('a field without a value is empty, and empty parts are skipped', () => {
  assert.deepEqual(fieldsOf('&A&B=&&C=1=2'), { A: [''], B: [''], C: ['1=2'] });
});

test('a repeated field keeps all its values in order', () => {
  assert.deepEqual(fieldsOf('A=2&B=x&A=1'), { A: ['2', '1'], B: ['x'] });
});

test('a field named like a property of every object is a field like any other', () => {
  assert.deepEqual(parseForm('__proto__=1&constructor=2'), {
    kind: 'form',
    fields: new Map([
      ['__proto__', ['1']],
      ['constructor', ['2']],
    ]),
  });
});

for (const [what, text] of [
  ['a percent sign without digits', 'A=%zz'],
  ['a cut escape', 'A=%4'],
  ['an escape that is not UTF-8', 'A=%ff'],
  ['half a surrogate pair', 'A=%ed%a0%80'],
] as const) {
  test(`${what} is malformed`, () => {
    assert.deepEqual(parseForm(text), {
      kind: 'malformed',
      detail: 'The form holds a broken percent escape.',
    });
  });
}

test('a field without a name is malformed: no provider sends one', () => {
  for (const text of ['=', 'A=1&=', 'A=1&=x&B=2', '%00=1&=']) {
    const detail = 'A field of the form has no name.';
    assert.deepEqual(parseForm(text), { kind: 'malformed', detail }, text);
  }
});

test('an empty body is malformed', () => {
  assert.deepEqual(parseForm(''), { kind: 'malformed', detail: 'The form is empty.' });
});

test('more than the allowed number of fields is malformed', () => {
  const form = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join('&');
  assert.equal(parseForm(form(FORM_FIELDS_MAX)).kind, 'form');
  assert.equal(parseForm(form(FORM_FIELDS_MAX + 1)).kind, 'malformed');
});
