/** A short run of `npm run fuzz` with a fixed seed, against the real process. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GROWTH_MIB_MAX, runFuzz } from './run.ts';

/** Enough that chance meets every operation. */
const REQUESTS = 9_000;
/** The codes that a short run may miss: each needs a rare combination. */
const RARE = [
  'REPORT_ID_REUSED',
  'TARGET_REFUSED',
  'MALFORMED_FORM',
  'DIRECTION_REQUIRED',
  'ACW_RESULT_EXISTS',
  'PRECONDITION_FAILED',
];

test('9,000 hostile requests get documented answers only; the service stays sound', async () => {
  const { tally, operations, failures, memoryMiB, delivered } = await runFuzz({
    requests: REQUESTS,
    seed: 5,
    say: () => undefined,
  });
  assert.deepEqual(failures, []);
  assert.ok(tally.requests >= REQUESTS, `${tally.requests} requests`);
  assert.ok(operations.length >= 60, `${operations.length} operations`);
  assert.deepEqual(tally.missingReplies(operations), []);
  assert.deepEqual(
    tally.missingCodes().filter((code) => !RARE.includes(code)),
    [],
  );
  assert.ok(delivered > 0, 'no delivery was sent');
  assert.ok(memoryMiB.late - memoryMiB.early < GROWTH_MIB_MAX, JSON.stringify(memoryMiB));
});
