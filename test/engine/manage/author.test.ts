/** The author of a change, in its audit entry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditEntry, SYSTEM_AUTHOR } from '../../../src/engine/manage/author.ts';

test('an entry has the key, the request, its address, the time, before and after', () => {
  const author = { actor: 'key_1', requestId: 'req_1', address: '192.0.2.7' };
  const change = { before: { name: 'a' }, after: { name: 'b' } };
  assert.deepEqual(auditEntry(author, 5, 'project.updated', 'prj_1', change), {
    atMs: 5,
    actor: 'key_1',
    action: 'project.updated',
    target: 'prj_1',
    before: { name: 'a' },
    after: { name: 'b' },
    requestId: 'req_1',
    address: '192.0.2.7',
  });
});

test('a change by the service itself has the actor system and no request', () => {
  assert.deepEqual(SYSTEM_AUTHOR, { actor: 'system', requestId: null });
});
