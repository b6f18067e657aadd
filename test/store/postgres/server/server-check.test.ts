/** What a start on PostgreSQL warns of; `server-check.proof.ts` tests what stops it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningsOf } from '../../../../src/store/postgres/server/server-check.ts';

test('a server with little room causes a warning', () => {
  const facts = {
    version: 180_004,
    encoding: 'UTF8',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    locks: 64,
    connections: 100,
  };
  assert.deepEqual(warningsOf(facts), []);
  const [locks] = warningsOf({ ...facts, locks: 10 });
  assert.match(locks ?? '', /max_locks_per_transaction = 10.*Set it to 40 or more/);
  const [connections] = warningsOf({ ...facts, connections: 20 });
  assert.match(connections ?? '', /max_connections = 20.*up to 15/);
});
