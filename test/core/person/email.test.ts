/** Mail addresses as names of people: one person has one account. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainOf, emailFault, normalEmail } from '../../../src/core/person/email.ts';

test('an address becomes the same text however it was typed', () => {
  assert.equal(normalEmail('  Kim.Lee@Example.COM '), 'kim.lee@example.com');
  assert.equal(normalEmail('zoe\u0308@example.com'), normalEmail('zo\u00eb@example.com'));
});

test('addresses in use are accepted, those that could break a header or a page are not', () => {
  for (const good of ['kim@example.com', "o'neil+calls@x.example", 'süß@bücher.example', 'a@b']) {
    assert.equal(emailFault(good), null, good);
  }
  const long = `${'a'.repeat(250)}@example.com`;
  for (const bad of [
    '',
    'kim',
    '@example.com',
    'kim@',
    'a b@c',
    'a@b@c',
    '<a@b>',
    'a\r\n@b',
    long,
  ]) {
    assert.notEqual(emailFault(bad), null, JSON.stringify(bad));
  }
});

test('the domain is the part after the @', () => {
  assert.equal(domainOf('kim@calls.example.com'), 'calls.example.com');
});
