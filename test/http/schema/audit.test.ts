/** The audit trail on the wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showAudit } from '../../../src/http/schema/audit.ts';

test('an entry has an id of its own, and null for an absent `before` or `after`', () => {
  const entry = {
    key: 7,
    atMs: 0,
    actor: 'system',
    action: 'signing-key.created',
    target: 'kid',
    before: undefined,
    after: { kid: 'active' },
    requestId: null,
  };
  assert.deepEqual(showAudit(entry, new Map()), {
    id: 'aud_0000000000000000007',
    at: '1970-01-01T00:00:00.000Z',
    actor: 'system',
    actorName: null,
    action: 'signing-key.created',
    target: 'kid',
    before: null,
    after: { kid: 'active' },
    requestId: null,
    address: null,
  });
  const names = new Map([['ik_1', 'billing']]);
  assert.equal(showAudit({ ...entry, actor: 'ik_1' }, names).actorName, 'billing');
});
