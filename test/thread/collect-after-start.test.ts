/** The garbage of a start is collected in the first quiet time, not during work. */
import assert from 'node:assert/strict';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { test } from 'node:test';
import { collectAfterStart } from '../../src/thread/collect-after-start.ts';

/** Longer than the test itself works, so that the thread counts as quiet. */
const LOOK_EVERY_MS = 200;
const FULL = constants.NODE_PERFORMANCE_GC_MAJOR;

test('all garbage is collected once the thread is quiet, and the thread goes on', async (t) => {
  // Keeps the process alive; the collection does not.
  const alive = setInterval(() => {}, 50);
  t.after(() => clearInterval(alive));
  for (const time of ['first', 'second']) {
    const collected = Promise.withResolvers<string>();
    const observer = new PerformanceObserver((list) => {
      // Entries of this type have a kind.
      const entries = list.getEntries() as unknown as { detail: { kind: number } }[];
      if (entries.some(({ detail }) => detail.kind === FULL)) collected.resolve(time);
    });
    observer.observe({ entryTypes: ['gc'] });
    collectAfterStart(LOOK_EVERY_MS);
    assert.equal(await collected.promise, time);
    observer.disconnect();
  }
});
