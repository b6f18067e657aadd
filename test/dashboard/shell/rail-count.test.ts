/** What the badges of the rail count. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreadOf } from '../../../dashboard/src/shell/rail-count.ts';

test('unread records are those not opened, and a cut page says that there may be more', () => {
  const data = [{ id: 'inb_1' }, { id: 'inb_2' }];
  const seen = new Set(['inb_2', 'inb_9']);
  assert.deepEqual(unreadOf({ data, nextCursor: null }, seen), { count: 1, more: false });
  assert.deepEqual(unreadOf({ data, nextCursor: 'x' }, seen), { count: 1, more: true });
});
