/**
 * `ringpost rotate-master-key` on the embedded store: killed in the middle, started between with
 * both keys, and run again to its end. Nothing stays sealed by the former key, and all opens.
 * `rotate-master-key.proof.ts` does it on PostgreSQL beside running processes.
 */
import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { keyIdOf } from '../../src/system/secret-box.ts';
import { callApi, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { furnish, idsIn, killInTheMiddle, postKeyed } from './rotating.ts';
import { start, used } from './used-directory.ts';

const TABLES = ['endpoints', 'sources', 'signing_keys', 'keyed_requests', 'authenticators', 'meta'];

function sealedIn(directory: string): Readonly<Record<string, number>> {
  const database = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  const rows = TABLES.map((table) => database.prepare(`select * from ${table}`).all());
  database.close();
  return idsIn(rows);
}

test('it is killed, goes on, and leaves nothing that the former key opens', async (t) => {
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

/** Text of the store that shows which key seals. */
function meta(directory: string, name: string): string {
  const database = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  const row = database.prepare('select value from meta where name = ?').get(name);
  database.close();
  return String(row?.value);
}

/** As if the rotation had been broken off before its end. */
async function half(directory: string, file: string) {
  const former = keyIdOf(Buffer.from(await readFile(file, 'utf8'), 'base64'));
  const text = meta(directory, 'key check');
  const rotate = () => run(MAIN, ['rotate-master-key', '--data-dir', directory]);
  assert.equal((await rotate()).code, 0);
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  database.prepare("insert into meta (name, value) values ('key rotation', ?)").run(text);
  database.close();
  const next = keyIdOf(Buffer.from(await readFile(file, 'utf8'), 'base64'));
  return { former, next, rotate };
}

test('broken off, it goes on to the key that the store names, with exchanged files', async (t) => {
  const { directory, file } = await used(t);
  const { former, next, rotate } = await half(directory, file);
  await rename(`${file}.${former}`, `${file}.next`);
  const ended = await rotate();
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stdout, new RegExp(`goes on: from the master key ${former} to ${next}`));
  assert.deepEqual(Object.keys(sealedIn(directory)), [next]);
  assert.equal(keyIdOf(Buffer.from(await readFile(file, 'utf8'), 'base64')), next);
  const names = await readdir(directory);
  assert.ok(names.includes(`master.key.${former}`) && !names.includes('master.key.next'));
});

test('a next key of the environment leaves a file with another key as it is', async (t) => {
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
