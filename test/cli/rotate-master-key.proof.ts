/**
 * `ringpost rotate-master-key` on PostgreSQL beside two processes that go on: refused while one
 * lacks the next key, killed in the middle, run again while secrets are written. At the end nothing
 * is sealed by the former key, and processes with the next key alone open all.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keyIdOf } from '../../src/system/secret-box.ts';
import { callApi, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { ask, KEY, onPostgres } from './on-postgres.ts';
import { ENDPOINTS, furnish, idsIn, killInTheMiddle, postKeyed } from './rotating.ts';

const NEXT_KEY = Buffer.alloc(32, 6).toString('base64');
const [FORMER, NEXT] = [KEY, NEXT_KEY].map((key) => keyIdOf(Buffer.from(key, 'base64')));
const TABLES = ['endpoints', 'sources', 'signing_keys', 'keyed_requests', 'authenticators', 'meta'];
const LIMIT = { timeout: 240_000 };

describe('a rotation of the master key beside processes that run', () => {
  const { environmentOf, directory, server } = onPostgres();

  test('it ends with everything sealed by the next key', LIMIT, async (t) => {
    const url = await server().newDatabase();
    const begin = async (environment: Record<string, string>) => {
      const service = await startService({ directory: directory(), environment });
      t.after(() => service.kill());
      return service;
    };
    const sealed = async () =>
      idsIn(await Promise.all(TABLES.map((table) => ask(url, `select * from ${table}`))));
    const old = environmentOf(url);
    const both = { ...old, RINGPOST_MASTER_KEY_NEXT: NEXT_KEY };
    const first = await begin(old);
    await furnish(first);
    const refused = await run(MAIN, ['rotate-master-key'], both);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /these processes run without the next master key .*:\d+\. Give/);
    assert.deepEqual(Object.keys(await sealed()), [FORMER]);

    assert.equal(await first.stop(), 0);
    const [one, two] = [await begin(both), await begin(both)];
    assert.match(await killInTheMiddle([], both), /50 records/);
    assert.ok(((await sealed())[FORMER ?? ''] ?? 0) > 0, 'it was killed in the middle');
    const alone = environmentOf(url, { RINGPOST_MASTER_KEY: NEXT_KEY });
    const half = await run(MAIN, ['start', '--port', '0'], alone);
    assert.equal(half.code, 1);
    assert.match(half.stderr, /is being rotated, and secrets are left that only the former key/);

    let made = 0;
    let ended = false;
    const writing = (async () => {
      for (; !ended; made += 1) {
        const source = {
          name: `s${made}`,
          adapter: 'twilio',
          secret: 'synthetic-auth-token-0123456789ab',
        };
        const answer = await callApi(made % 2 === 0 ? one : two, 'POST', '/v1/sources', source);
        if (answer.status === 201) {
          const { id } = answer.body as { id: string };
          assert.equal((await callApi(one, 'DELETE', `/v1/sources/${id}`)).status, 204);
        }
      }
    })();
    const rotated = await run(MAIN, ['rotate-master-key'], both);
    ended = true;
    await writing;
    assert.equal(rotated.code, 0, rotated.stderr);
    assert.match(rotated.stdout, /goes on: .*done: \d+ records.*now set RINGPOST_MASTER_KEY to/s);
    assert.ok(made > 1, 'secrets were written meanwhile');
    assert.deepEqual(Object.keys(await sealed()), [NEXT]);
    assert.equal((await callApi(two, 'GET', '/v1/endpoints?limit=200')).status, 200);

    for (const service of [one, two]) assert.equal(await service.stop(), 0);
    const last = await begin(alone);
    const rings = await ask(url, "select name from meta where name like 'key ring %'");
    assert.equal(rings.length, 1, 'what ended processes noted is removed');
    assert.equal((await postKeyed(last)).headers.get('idempotent-replayed'), 'true');
    const { body } = await callApi(last, 'GET', '/v1/endpoints?limit=200');
    assert.equal((body as { data: unknown[] }).data.length, ENDPOINTS);
    const { body: system } = await callApi(last, 'GET', '/v1/system');
    assert.equal((system as { seals: { refused: number } }).seals.refused, 0);
  });
});
