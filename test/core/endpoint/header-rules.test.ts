/** Which static headers an operator may add. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  HEADER_BYTES_MAX,
  HEADERS_MAX,
  headerFaults,
} from '../../../src/core/endpoint/header-rules.ts';

function faultOf(name: string, value: string | null): readonly string[] {
  return headerFaults([{ name, value }]).map(({ field }) => field);
}

test('a plain header is fine, and so is one whose value is sealed already', () => {
  assert.deepEqual(faultOf('X-Api-Key', 'abc def~!'), []);
  assert.deepEqual(faultOf('x-api-key', null), []);
  assert.deepEqual(faultOf('Cookie', '='), []);
});

test('S7.18: credentials and our own headers cannot be overwritten', () => {
  const reserved = [
    'Authorization',
    'HOST',
    'webhook-id',
    'Webhook-Anything',
    'Content-Type',
    'content-length',
    'content-digest',
    'Signature',
    'Signature-Input',
    'Connection',
    'Keep-Alive',
    'Proxy-Authorization',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Expect',
    'acw-run-id',
    '__proto__',
  ];
  for (const name of reserved) assert.deepEqual(faultOf(name, 'v'), ['/headers/0/name'], name);
});

test('a name that is no token is refused', () => {
  for (const name of ['', 'a b', 'a:', ':path', 'a\r\nb', 'ä', 'a(b)']) {
    assert.deepEqual(faultOf(name, 'v'), ['/headers/0/name'], name);
  }
});

test('a value that is empty, has outer space or could end its line is refused', () => {
  for (const value of ['', ' ', ' a', 'a ', 'a\r\nb: c', 'a\0', 'a\tb', 'ä', '\u007f']) {
    assert.deepEqual(faultOf('x', value), ['/headers/0/value'], JSON.stringify(value));
  }
});

test('a header has at most 1 KiB', () => {
  assert.deepEqual(faultOf('x', 'v'.repeat(HEADER_BYTES_MAX - 1)), []);
  assert.deepEqual(faultOf('x', 'v'.repeat(HEADER_BYTES_MAX)), ['/headers/0/value']);
});

test('a name is used once, whatever its case', () => {
  const faults = headerFaults([
    { name: 'x-a', value: '1' },
    { name: 'X-B', value: '2' },
    { name: 'X-A', value: '3' },
  ]);
  assert.deepEqual(
    faults.map(({ field }) => field),
    ['/headers/2/name'],
  );
});

test('there are at most 20 headers', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `x-${index}`, value: 'v' }));
  assert.deepEqual(headerFaults(many(HEADERS_MAX)), []);
  assert.deepEqual(
    headerFaults(many(HEADERS_MAX + 1)).map(({ field }) => field),
    ['/headers'],
  );
});
