/** S2.28: the order in which kept reports follow the one that begins their call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrderOfEvents } from '../../../src/core/call/kept-report.ts';
import { reportOf, START_MS } from '../../store/given.ts';

test('S2.28: kept reports follow in the order of their events, otherwise of arrival', () => {
  const kept = (status: string, receivedAtMs: number, occurredAtMs: number | null = null) => ({
    report: reportOf(status, { occurredAtMs }),
    receivedAtMs,
  });
  const ordered = inOrderOfEvents([
    kept('COMPLETED', START_MS + 2, START_MS - 10),
    kept('CLOSING', START_MS + 3, START_MS - 20),
    // A time that is not plausible does not count.
    kept('BUSY', START_MS + 4, 0),
    kept('CALLING', START_MS + 1),
    kept('CANCELED', START_MS + 4),
  ]);
  const statuses = ordered.map(({ report }) => report.status);
  assert.deepEqual(statuses, ['CLOSING', 'COMPLETED', 'CALLING', 'BUSY', 'CANCELED']);
});
