/** The limits of a project: their bounds, when it is closed, and the bucket of its reports. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkLimits,
  closureOf,
  freshReports,
  NO_LIMITS,
  refuseBeyondLimit,
  takeReports,
} from '../../../src/core/project/project-limits.ts';

test('S12.40: each limit is a whole number from 1, or none', () => {
  assert.deepEqual(checkLimits(NO_LIMITS), []);
  const least = { endpointsMax: 1, reportsPerSecond: 1, callsMax: 1 };
  assert.deepEqual(checkLimits(least), []);
  assert.deepEqual(
    checkLimits({ endpointsMax: 201, reportsPerSecond: 0, callsMax: 1.5 }).map(
      ({ field }) => field,
    ),
    ['/limits/endpointsMax', '/limits/reportsPerSecond', '/limits/callsMax'],
  );
});

test('S12.40: suspended counts before full, and full needs a count and a limit', () => {
  const at = (callsMax: number | null, calls: number | null, suspendedAtMs: number | null = null) =>
    closureOf({
      suspendedAtMs,
      limits: { ...NO_LIMITS, callsMax },
      counted: calls === null ? null : { calls },
    });
  assert.equal(at(null, null), null);
  assert.equal(at(null, 9), null);
  assert.equal(at(9, null), null);
  assert.equal(at(9, 8), null);
  assert.equal(at(9, 9), 'full');
  assert.equal(at(9, 9, 0), 'suspended');
});

test('S12.40: endpoints are refused from the limit on', () => {
  refuseBeyondLimit(undefined, 500);
  refuseBeyondLimit(NO_LIMITS, 500);
  refuseBeyondLimit({ ...NO_LIMITS, endpointsMax: 2 }, 1);
  assert.throws(() => refuseBeyondLimit({ ...NO_LIMITS, endpointsMax: 2 }, 2), {
    code: 'PROJECT_LIMIT_REACHED',
    message: /at most 2 endpoints/,
  });
});

test('S12.40: a second of reports at once, then the rate; a batch is charged afterwards', () => {
  let bucket = freshReports(10, 0);
  const take = (count: number, nowMs: number): number => {
    const taken = takeReports(bucket, 10, count, nowMs);
    bucket = taken.bucket;
    return taken.waitMs;
  };
  for (let n = 0; n < 10; n += 1) assert.equal(take(1, 0), 0);
  assert.equal(take(1, 0), 100);
  assert.equal(take(1, 99), 1);
  assert.equal(take(1, 100), 0);
  assert.equal(take(50, 200), 0, 'taken whole');
  assert.equal(take(1, 200), 5_000);
  assert.equal(take(1, 5_200), 0);
  assert.equal(take(11, 3_600_000), 0, 'it holds no more than a second');
  assert.equal(take(1, 3_600_000), 200);
});
