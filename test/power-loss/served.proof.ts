/**
 * The real process on the files that a power cut left: receivers get all that was owed, in order.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveStates } from './served.ts';

test('a service started after a power cut delivers what it owed, and nothing twice', async (t) => {
  const verdicts = await serveStates({ states: 3, seed: 3 });
  for (const { faults, expected, delivered, open } of verdicts) {
    t.diagnostic(`${expected} owed, ${delivered} delivered`);
    assert.deepEqual(faults, []);
    assert.equal(open, 0);
    assert.ok(expected > 5, 'something was owed');
    assert.ok(delivered >= expected);
  }
});
