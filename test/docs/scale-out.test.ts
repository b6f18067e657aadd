/**
 * The guide to several processes: its key ranges are set in a real PostgreSQL, and its numbers are
 * those of the code. `scale-out.proof.ts` starts the processes, `move.proof.ts` moves there from
 * the embedded store.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { FRESH_MS } from '../../src/channel/custom/signing-keys.ts';
import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import { parseId } from '../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { KEY_MEMORY_MS } from '../../src/engine/key/key-lookup.ts';
import { migrate } from '../../src/store/postgres/server/migrate.ts';
import { CONNECTIONS } from '../../src/store/postgres/server/server-check.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { Bench, epochOf, HandClock, START_MS } from '../store/given.ts';
import { startPostgres } from '../support/postgres.ts';
import { blocksOf } from './shell-block.ts';

const GUIDE = 'docs/guides/scale-out.md';

test('keys of two databases never collide, and their shards stay the same', async (t) => {
  const server = await startPostgres();
  t.after(() => server.close());
  const [block = ''] = blocksOf(GUIDE, 'sql');
  const ids: string[] = [];
  for (const number of [3, 63]) {
    const url = await server.newDatabase();
    await migrate({ url, unsafe: false });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(block.replace(':= 3;', `:= ${number};`));
    await client.end();
    const clock = new HandClock();
    const store = await openPostgresStore({ url, clock, workerName: 'test' });
    const { key } = await store.ensureProject({
      name: 'default',
      settings: PROJECT_DEFAULTS,
      nowMs: START_MS,
    });
    const bench = new Bench(store, clock, key);
    const endpoint = await bench.endpoint();
    assert.equal(endpoint.key % SHARDS, 1);
    const [head] = await bench.heads('call-1', 'CALLING');
    assert.ok(head !== undefined);
    for (const each of [endpoint.key, head.firing, head.delivery]) {
      assert.equal(Math.floor(each / 2 ** 38), number);
    }
    assert.equal(parseId('ep', endpoint.id)?.key, endpoint.key);
    bench.epoch = await epochOf(store);
    assert.equal((await bench.delivered(head)).kind, 'settled');
    ids.push(endpoint.id);
    await store.close();
  }
  assert.equal(new Set(ids).size, ids.length);
});

test('the numbers in the guide are those of the code', () => {
  const text = readFileSync(new URL(`../../${GUIDE}`, import.meta.url), 'utf8');
  assert.ok(text.includes(`At most ${CONNECTIONS} per process`));
  assert.ok(text.includes(`within ${Math.max(KEY_MEMORY_MS, FRESH_MS) / 1_000} s everywhere`));
});
