/** The part of structured fields that signatures need. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDictionary } from '../src/structured-field.ts';

test('byte sequences and lists with parameters are read, and a list keeps its text', () => {
  const text = 'sig1=("@method" "a");created=1795;keyid="k\\"1\\\\",  sig2=:AQID:';
  assert.deepEqual(
    [...(parseDictionary(text) ?? [])],
    [
      [
        'sig1',
        {
          kind: 'list',
          items: ['@method', 'a'],
          parameters: new Map<string, string | number>([
            ['created', 1795],
            ['keyid', 'k"1\\'],
          ]),
          text: '("@method" "a");created=1795;keyid="k\\"1\\\\"',
        },
      ],
      ['sig2', { kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) }],
    ],
  );
});

test('an empty list has no items', () => {
  const member = parseDictionary('a=()')?.get('a');
  assert.equal(member?.kind === 'list' && member.items.length, 0);
});

test('a number in quotes is a text', () => {
  const member = parseDictionary('a=();created="1"')?.get('a');
  assert.equal(member?.kind === 'list' && member.parameters.get('created'), '1');
});

for (const text of [
  '',
  'a=',
  'A=:AQ==:',
  'a=:AQ==',
  'a=:A Q:',
  'a=("x"',
  'a=("x""y")',
  'a=("x");p=1;p=2',
  'a=("x\\y")',
  'a=("\u0007")',
  'a=:AQ==:,a=:AQ==:',
  'a=:AQ==:,',
  'a=:AQ==: b=:AQ==:',
]) {
  test(`${JSON.stringify(text)} is malformed`, () => {
    assert.equal(parseDictionary(text), null);
  });
}

test('a well-formed member of another shape is kept, and not parsed', () => {
  for (const text of [
    'a',
    'a;p',
    'a=1',
    'a=-1.5',
    'a="x"',
    'a=token/x:1',
    'a=?0',
    'a=@1795',
    'a=%"f%c3%bc"',
    'a=:AQ==:;p=1',
    'a=("x";req)',
    'a=("x");p',
    'a=(1 :AQ==: t)',
    'a=("x" "x")',
  ]) {
    assert.deepEqual(parseDictionary(`${text}, b=()`)?.get('a'), { kind: 'other' }, text);
  }
});

test('spaces within a list are kept', () => {
  const member = parseDictionary('a=( "x"  "y" );p=1')?.get('a');
  assert.deepEqual(member?.kind === 'list' && member.items, ['x', 'y']);
});

test('more members than the bound are malformed', () => {
  const members = (count: number) => Array.from({ length: count }, (_, at) => `k${at}=:AQ==:`);
  assert.equal(parseDictionary(members(16).join(', '))?.size, 16);
  assert.equal(parseDictionary(members(17).join(', ')), null);
});
