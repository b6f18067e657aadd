/**
 * `ringpost rotate-master-key` on the embedded store: killed in the middle, started between with
 * both keys, and run again to its end. On PostgreSQL the same beside two running processes: refused
 * while one lacks the next key, and run again while secrets are written. At the end nothing is
 * sealed by the former key, and processes with the next key alone open all.
 */
import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { keyIdOf } from '../../src/system/secret-box.ts';
import { callApi, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { half, sealedIn } from './half-rotated.ts';
import { ask, KEY, onPostgres } from './on-postgres.ts';
import {
  ENDPOINTS,
  furnish,
  idsIn,
  killInTheMiddle,
  postKeyed,
  SEALED_TABLES,
} from './rotating.ts';
import { start, used } from './used-directory.ts';

const NEXT_KEY = Buffer.alloc(32, 6).toString('base64');
const [FORMER, NEXT] = [KEY, NEXT_KEY].map((key) => keyIdOf(Buffer.from(key, 'base64')));
const LIMIT = { timeout: 240_000 };

test('a killed rotation continues, and leaves nothing that the former key opens', async (t) => {
  const { directory, file } = await used(t);
  const former = keyIdOf(Buffer.from(await readFile(file, 'utf8'), 'base64'));
  const service = await startService({ directory });
  t.after(() => service.kill());
  await furnish(service);
  const flags = ['--data-dir', directory];
  const busy = await run(MAIN, ['rotate-master-key', ...flags]);
  assert.match(busy.stderr, /Another Ringpost is running on the data directory/);
  assert.equal(await service.stop(), 0);
  const before = sealedIn(directory);
  assert.deepEqual(Object.keys(before), [former]);

  assert.match(await killInTheMiddle(flags, {}), /begins: from the master key .*\n.*50 records/);
  const half = sealedIn(directory);
  const next = Object.keys(half).find((id) => id !== former) ?? '';
  assert.ok((half[former] ?? 0) > 0 && (half[next] ?? 0) > 0, JSON.stringify(half));

  const between = await startService({ directory });
  t.after(() => between.kill());
  assert.equal((await postKeyed(between)).status, 201, 'a kept answer opens');
  assert.equal(await between.stop(), 0, 'a start works with both keys');
  await rename(`${file}.next`, `${file}.away`);
  const alone = await start(directory);
  assert.equal(alone.code, 1, 'and not with one');
  assert.match(alone.stderr, /The master key is not the one that this data was sealed with/);
  await rename(`${file}.away`, `${file}.next`);

  const ended = await run(MAIN, ['rotate-master-key', ...flags]);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stdout, /goes on: from the master key .*done: \d+ records are sealed by/s);
  assert.deepEqual(Object.keys(sealedIn(directory)), [next]);
  const names = await readdir(directory);
  assert.ok(names.includes(`master.key.${former}`) && !names.includes('master.key.next'));

  await rename(`${file}.${former}`, join(directory, 'kept-elsewhere'));
  const last = await startService({ directory });
  t.after(() => last.kill());
  const repeated = await postKeyed(last);
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
  const { body } = await callApi(last, 'GET', '/v1/sources');
  assert.match(JSON.stringify(body), /89ab/, 'the hint of a secret shows that it opens');
  const { body: system } = await callApi(last, 'GET', '/v1/system');
  assert.equal((system as { seals: { refused: number } }).seals.refused, 0);
});

test('a next key in the environment leaves a file with another key unchanged', async (t) => {
  const { directory, file } = await used(t);
  const former = await readFile(file, 'utf8');
  const stale = `${Buffer.alloc(32, 3).toString('base64')}\n`;
  await writeFile(`${file}.next`, stale, { mode: 0o600 });
  const key = Buffer.alloc(32, 4);
  const environment = { RINGPOST_MASTER_KEY_NEXT: key.toString('base64') };
  const ended = await run(MAIN, ['rotate-master-key', '--data-dir', directory], environment);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stdout, new RegExp(`now set RINGPOST_MASTER_KEY to the key ${keyIdOf(key)}`));
  assert.equal(await readFile(file, 'utf8'), former);
  assert.equal(await readFile(`${file}.next`, 'utf8'), stale);
  assert.deepEqual(Object.keys(sealedIn(directory)), [keyIdOf(key)]);
});

test('restore of a backup from a rotation asks for both keys', async (t) => {
  const { directory, file } = await used(t);
  const { former, next } = await half(directory, file);
  const backup = join(directory, 'half.db');
  assert.equal((await run(MAIN, ['backup', backup, '--data-dir', directory])).code, 0);
  const restore = async (name: string, given: Readonly<Record<string, string>>) => {
    const place = join(directory, name);
    await mkdir(place);
    for (const [to, from] of Object.entries(given)) await copyFile(from, join(place, to));
    const { code, stdout, stderr } = await run(MAIN, ['restore', backup, place]);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const one = await restore('one', { 'master.key': file });
  assert.match(one, new RegExp(`WARNING: .* needs ${next} and ${former}: .* Give it ${former} `));
  assert.match(one, /master\.key and master\.key\.next in .*, and the data needs both/);
  const none = await restore('none', {});
  assert.match(none, new RegExp(`now give it the master keys ${next} and ${former} \\(`));
  const both = { 'master.key': `${file}.${former}`, 'master.key.next': file };
  assert.match(await restore('both', both), /the master keys .* are the ones that it needs; start/);
});

describe('a rotation of the master key beside running processes', () => {
  const { environmentOf, directory, server } = onPostgres();

  test('the rotation ends with everything sealed by the next key', LIMIT, async (t) => {
    const url = await server().newDatabase();
    const begin = async (environment: Record<string, string>) => {
      const service = await startService({ directory: directory(), environment });
      t.after(() => service.kill());
      return service;
    };
    const sealed = async () =>
      idsIn(await Promise.all(SEALED_TABLES.map((table) => ask(url, `select * from ${table}`))));
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
