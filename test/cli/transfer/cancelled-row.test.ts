/**
 * In a copy whose source goes on, open work ends, and an open deletion loses its client, call or
 * number.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledRow } from '../../../src/cli/transfer/cancelled-row.ts';
import { hashedName } from '../../../src/store/operation/call/call-naming.ts';

const NOW_MS = 1_700_000_000_000;

test('open deliveries and runs end as cancelled, and ended ones stay', () => {
  const open = cancelledRow('deliveries', { state: 'waiting', closed_at: null, due_at: 5 }, NOW_MS);
  assert.deepEqual([open.state, open.closed_at, open.due_at], ['cancelled', NOW_MS, null]);
  const run = cancelledRow('runs', { state: 'RUNNING', finished_at: null, due_at: 5 }, NOW_MS);
  assert.deepEqual([run.state, run.reason, run.due_at], ['CANCELLED', 'LAUNCH_CANCELLED', null]);
  for (const [table, row] of [
    ['deliveries', { state: 'delivered', closed_at: 1 }],
    ['runs', { state: 'COMPLETED', finished_at: 1 }],
    ['bulk_jobs', { state: 'done', ended_at: 1, action: 'delete-calls', filter: null }],
  ] as const) {
    assert.equal(cancelledRow(table, row, NOW_MS), row);
  }
});

for (const [asked, filter, value] of [
  [{ clientId: 'client-7' }, { clientId: 'client-7' }, 'client-7'],
  [{ number: '4915199' }, { subject: 'number', value: '4915199' }, '4915199'],
  [{ callId: 'call-7' }, { subject: 'call', value: 'call-7' }, 'call-7'],
] as const) {
  test(`an open deletion by ${Object.keys(asked)[0]} ends as aborted, without its subject`, () => {
    const open = { action: 'delete-calls', state: 'running', ended_at: null };
    const words = { filter: JSON.stringify(filter), asked: JSON.stringify(asked) };
    const row = cancelledRow('bulk_jobs', { ...open, ...words }, NOW_MS);
    assert.deepEqual([row.state, row.ended_at], ['aborted', NOW_MS]);
    assert.ok(!JSON.stringify(row).includes(value));
    assert.deepEqual(JSON.parse(String(row.asked)), {
      [String(Object.keys(asked)[0])]: hashedName(value),
    });
  });
}

test('an open job about deliveries keeps its filter', () => {
  const filter = JSON.stringify({ states: ['failed'] });
  const row = { action: 'retry', state: 'running', ended_at: null, filter, asked: filter };
  const after = cancelledRow('bulk_jobs', row, NOW_MS);
  assert.deepEqual([after.state, after.filter, after.asked], ['aborted', filter, filter]);
});
