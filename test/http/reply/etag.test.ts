/** Versions as entity tags. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { etagOf, ifMatchOf, ifNoneMatchOf } from '../../../src/http/reply/etag.ts';

function refused(read: () => unknown, field: string): void {
  assert.throws(
    read,
    (error) =>
      error instanceof ServiceError &&
      error.code === 'INVALID_PARAMETER' &&
      error.fields[0]?.field === field,
  );
}

test('If-Match reads the version of the tag that it was shown as, strong or weak', () => {
  for (const version of [1, 7, 999_999_999_999_999]) {
    assert.equal(ifMatchOf(etagOf(version)), version);
    assert.equal(ifMatchOf(`W/${etagOf(version)}`), version);
  }
  assert.equal(ifMatchOf(undefined), null);
});

test('If-Match refuses everything except one tag of our own', () => {
  for (const header of [
    '*',
    '3',
    '"0"',
    '"03"',
    '"-1"',
    '"3", "4"',
    '"abc"',
    '',
    '"9999999999999999"',
  ]) {
    refused(() => ifMatchOf(header), 'header.if-match');
  }
});

test('If-None-Match is * or absent', () => {
  assert.equal(ifNoneMatchOf('*'), true);
  assert.equal(ifNoneMatchOf(undefined), false);
  for (const header of ['"3"', '', '**'])
    refused(() => ifNoneMatchOf(header), 'header.if-none-match');
});
