/** The class of a last attempt, coarse for filters and fine for issues. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isIssueClass,
  issueClassOf,
  resultClassOf,
} from '../../../src/core/delivery/result-class.ts';

test('an answer is classed by its hundred, a failure by its error, no attempt as null', () => {
  const of = (lastStatus: number | null, lastError: string | null = null) =>
    resultClassOf({ lastStatus, lastError });
  assert.deepEqual([of(204), of(301), of(404), of(503)], ['2xx', '3xx', '4xx', '5xx']);
  assert.deepEqual([of(null, 'tls'), of(null, 'blocked')], ['tls', 'blocked']);
  assert.deepEqual([of(999, 'protocol'), of(999), of(null)], ['protocol', null, null]);
  assert.equal(of(null, 'of a newer version'), null);
});

test('an issue has one status, all redirects, or one error', () => {
  const of = (lastStatus: number | null, lastError: string | null = null) =>
    issueClassOf({ lastStatus, lastError });
  assert.deepEqual([of(302), of(307), of(404), of(503)], ['3xx', '3xx', '404', '503']);
  assert.deepEqual([of(200), of(null, 'dns'), of(null)], ['200', 'dns', null]);
  for (const text of ['3xx', '404', '999', 'timeout', 'connect-timeout', 'blocked']) {
    assert.equal(isIssueClass(text), true, text);
  }
  for (const text of ['', '4xx', '5xx', '301', '99', '1000', 'x']) {
    assert.equal(isIssueClass(text), false, text);
  }
});
