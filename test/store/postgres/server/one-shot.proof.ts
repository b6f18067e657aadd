/**
 * If a server accepts a connection and then goes silent, the start ends with a sentence, at any
 * step, within its own bound rather than that of a migration. The bounds are those of the service.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as aTurn } from 'node:timers/promises';
import pg from 'pg';
import { LOCKS, withAdvisoryLock } from '../../../../src/store/postgres/server/advisory-lock.ts';
import { migrate } from '../../../../src/store/postgres/server/migrate.ts';
import { withOneShotConnection } from '../../../../src/store/postgres/server/one-shot.ts';
import { preflight } from '../../../../src/store/postgres/server/preflight.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import { PostgresProxy } from '../../../support/postgres-proxy.ts';

/** Two answers that do not come, a close, and room for a busy machine. */
const BOUND_MS = 30_000;
const STALLED = { code: 'DATABASE_UNREACHABLE', message: /did not answer in time\. Check/ };

let server: PostgresServer;
let url: string;
before(async () => {
  server = await startPostgres();
  url = await server.newDatabase();
});
after(() => server.close());

/** The work is rejected within the bound if the proxy stalls at this word. */
async function stalls(word: string, work: (url: string) => Promise<unknown>): Promise<void> {
  const proxy = await PostgresProxy.to(url);
  proxy.stallAt(word);
  const fromMs = performance.now();
  await assert.rejects(work(proxy.url), STALLED);
  const tookMs = performance.now() - fromMs;
  assert.ok(tookMs < BOUND_MS, `${word}: after ${tookMs} ms`);
  await proxy.close();
}

test('a start ends if the server goes silent after the login', async () => {
  await migrate({ url, unsafe: true });
  await Promise.all([
    // Each word is a column of the awaited answer: the server's settings, then its migrations.
    stalls('full_page_writes', (through) => migrate({ url: through, unsafe: true })),
    stalls('checksum', (through) => migrate({ url: through, unsafe: true })),
    stalls('full_page_writes', preflight),
    stalls('slowly', (through) =>
      withOneShotConnection(through, (one) => one.query('select 1 slowly')),
    ),
  ]);
});

test('a process waits for the lock, or is told that the server does not answer', async () => {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1, $2)', [...LOCKS.firstStart]);
  const proxy = await PostgresProxy.to(url);
  const done = () => Promise.resolve('done');
  const patient = withAdvisoryLock(url, 'firstStart', done);
  const stalled = assert.rejects(withAdvisoryLock(proxy.url, 'firstStart', done), STALLED);
  const waiting =
    "select count(*)::int n from pg_locks where locktype = 'advisory' and not granted";
  while ((await holder.query(waiting)).rows[0].n < 2) await aTurn();
  proxy.stall();
  await stalled;
  // The other process has asked for the lock again meanwhile, and still waits.
  while ((await holder.query(waiting)).rows[0].n < 1) await aTurn();
  await holder.query('select pg_advisory_unlock($1, $2)', [...LOCKS.firstStart]);
  assert.equal(await patient, 'done');
  await holder.end();
  await proxy.close();
});
