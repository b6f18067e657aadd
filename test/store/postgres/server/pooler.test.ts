/** A pooler that shares sessions is refused at the start; PostgreSQL is not mistaken for one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Connection } from '../../../../src/store/postgres/server/connection.ts';
import { Hosts } from '../../../../src/store/postgres/server/hosts.ts';
import { migrate } from '../../../../src/store/postgres/server/migrate.ts';
import { sharesSessions } from '../../../../src/store/postgres/server/pooler.ts';
import { type PostgresServer, startPostgres } from '../../../support/postgres.ts';
import { SharedPooler } from '../../../support/shared-pooler.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.close());

test('PostgreSQL itself gives every connection its session', async () => {
  const hosts = new Hosts(server.url);
  const connection = await new Connection({ hosts, name: 'test' }).connect();
  assert.equal(await sharesSessions(connection), false);
  await connection.end();
});

for (const size of [3, 1]) {
  test(`a pooler with ${size} connections that it shares is refused`, async (t) => {
    const pooler = await SharedPooler.before(server.url, size);
    t.after(() => pooler.close());
    await assert.rejects(migrate({ url: pooler.url, unsafe: false }), {
      name: 'DatabaseError',
      code: 'DATABASE_POOLER',
      message: /Set pool_mode = session/,
    });
  });
}
