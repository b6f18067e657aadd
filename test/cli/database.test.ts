/**
 * The process on PostgreSQL as an operator starts it: any fault ends it with a sentence that says
 * what to do and exit code 1, and nothing starts by half.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { ask, onPostgres } from './on-postgres.ts';

describe('ringpost on PostgreSQL', () => {
  const { command, environmentOf, directory, server } = onPostgres();

  test('a malformed address is refused before anything is asked', async () => {
    const { code, stderr } = await command('start', 'postgres://u:hunter2@db');
    assert.equal(code, 2);
    assert.match(stderr, /RINGPOST_DATABASE_URL must be postgres:\/\/user:password@host/);
    assert.doesNotMatch(stderr, /hunter2/);
  });

  test('without a master key nothing is touched; the message says how to make one', async () => {
    const url = await server().newDatabase();
    const { code, stderr } = await command('start', url, { RINGPOST_MASTER_KEY: '' });
    assert.equal(code, 1);
    assert.match(stderr, /same master key: set RINGPOST_MASTER_KEY.* openssl rand -base64 32/);
    assert.deepEqual(await ask(url, "select to_regclass('migrations') as t"), [{ t: null }]);
  });

  test('a worker on an empty database serves its health, and says that it is no api', async (t) => {
    const url = await server().newDatabase();
    const environment = environmentOf(url, { RINGPOST_ROLES: 'worker' });
    const service = await startService({ directory: directory(), environment });
    t.after(() => service.kill());
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      assert.equal((await fetch(`${service.url}${path}`)).status, 200, path);
    }
    for (const path of ['/', '/v1/project', '/openapi.json', '/docs']) {
      const answer = await fetch(`${service.url}${path}`);
      assert.equal(answer.status, 404, path);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.match(JSON.stringify(await answer.json()), /This process has no role api/);
    }
    assert.deepEqual(await ask(url, 'select * from projects'), []);
    assert.equal(await service.stop(), 0);
  });
});
