/** Time ranges of queries and filters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { timeRangeOf } from '../../../src/http/request/parameter.ts';

test('a range is read as epoch milliseconds, and an absent end is open', () => {
  const range = { from: '2026-11-20T11:00:00.000Z', to: '2026-11-20T13:00:00+01:00' };
  const fromMs = Date.UTC(2026, 10, 20, 11);
  assert.deepEqual(timeRangeOf(range.from === '' ? {} : { from: range.from }, 'query.'), {
    fromMs,
    toMs: null,
  });
  assert.deepEqual(timeRangeOf(range, 'query.'), { fromMs, toMs: fromMs + 3_600_000 });
});

test('a wrong time names its field, with the code for a query or a body', () => {
  const wrong = (range: { from?: string; to?: string }, place: string) => {
    try {
      timeRangeOf(range, place);
    } catch (error) {
      assert.ok(error instanceof ServiceError);
      return [error.code, error.fields[0]?.field];
    }
    return null;
  };
  assert.deepEqual(wrong({ from: 'yesterday' }, 'query.'), ['INVALID_PARAMETER', 'query.from']);
  assert.deepEqual(wrong({ to: '2026-11-20' }, '/filter/'), ['INVALID_INPUT', '/filter/to']);
  const same = '2026-11-20T11:00:00Z';
  assert.deepEqual(wrong({ from: same, to: same }, 'query.'), ['INVALID_PARAMETER', 'query.to']);
});
