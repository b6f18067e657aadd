/**
 * Backup, verification and restore of a data directory by the commands themselves: what is
 * refused, what is said of the master key, and that nothing is written over or left behind.
 * `backup.proof.ts` does it with a large file under load.
 */
import assert from 'node:assert/strict';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { callApi, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { used } from './used-directory.ts';

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ringpost-backup-'));
  t.after(() => rm(made, { recursive: true }));
  return made;
}

const backup = (data: string, ...words: readonly string[]) =>
  run(MAIN, ['backup', ...words, '--data-dir', data]);
const restore = (file: string, to: string, environment: Record<string, string> = {}) =>
  run(MAIN, ['restore', file, to], environment);
const verify = (file: string) => run(MAIN, ['verify-backup', file]);

test('a running service is backed up, and its data starts again in another place', async (t) => {
  const { directory, file: key } = await used(t);
  const place = await folder(t);
  const file = join(place, 'a.db');
  const service = await startService({ directory });
  t.after(() => service.kill());
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  assert.equal((await callApi(service, 'POST', '/v1/calls/kept-1/reports', report)).status, 202);
  const { code, stdout, stderr } = await backup(directory, file);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^ringpost backup: .*a\.db: [\d.]+ MiB, schema \d+, as of \S+Z, checked/);
  const id = /not in it: the master key ([0-9a-f]{8}) and the settings/.exec(stdout)?.[1];
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(place), ['a.db'], 'nothing else is left');
  await service.kill();

  const verified = await verify(file);
  assert.equal(verified.code, 0, verified.stderr);
  assert.ok(verified.stdout.includes(`is whole: `) && verified.stdout.includes(`needed: ${id}`));
  const plain = new DatabaseSync(file, { readOnly: true });
  assert.equal(plain.prepare('select count(*) n from calls').get()?.n, 1, 'any tool reads it');
  plain.close();

  const again = join(place, 'again');
  const restored = await restore(file, again);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, new RegExp(`now give it the master key ${id} \\(master\\.key in `));
  await copyFile(key, join(again, 'master.key'));
  const second = await startService({ directory: again });
  t.after(() => second.kill());
  assert.equal((await callApi(second, 'GET', '/v1/calls/kept-1')).status, 200);
});

test('restore says whether the master key that is given fits', async (t) => {
  const { directory, file: key } = await used(t);
  const place = await folder(t);
  const file = join(place, 'a.db');
  assert.equal((await backup(directory, file)).code, 0);
  const fits = join(place, 'fits');
  await mkdir(fits);
  await copyFile(key, join(fits, 'master.key'));
  const good = await restore(file, fits);
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stdout, /the master key [0-9a-f]{8} is the one that it needs/);
  const other = await restore(file, join(place, 'other'), { RINGPOST_MASTER_KEY: OTHER_KEY });
  assert.equal(other.code, 0, other.stderr);
  assert.match(other.stdout, /WARNING: the present master key is [0-9a-f]{8}, and the data needs/);
});

test('nothing is written over', async (t) => {
  const { directory } = await used(t);
  const place = await folder(t);
  const file = join(place, 'a.db');
  assert.equal((await backup(directory, file)).code, 0);
  const twice = await backup(directory, file);
  assert.equal(twice.code, 1);
  assert.match(twice.stderr, /a\.db is there already; name another file/);
  const before = await readdir(directory);
  const onto = await restore(file, directory);
  assert.equal(onto.code, 1);
  assert.match(onto.stderr, /is not empty \(ringpost\.db.*\); nothing was changed/);
  assert.deepEqual(await readdir(directory), before);
});

test('a damaged, cut or foreign file is refused, and restores nothing', async (t) => {
  const { directory } = await used(t);
  const place = await folder(t);
  const file = join(place, 'a.db');
  assert.equal((await backup(directory, file)).code, 0);
  const { size } = await stat(file);
  const flipped = join(place, 'flipped.db');
  await copyFile(file, flipped);
  const handle = await open(flipped, 'r+');
  await handle.write(Buffer.from([0x5a, 0xa5]), 0, 2, Math.floor(size / 2));
  await handle.close();
  const cut = join(place, 'cut.db');
  await copyFile(file, cut);
  const shorter = await open(cut, 'r+');
  await shorter.truncate(size - 8_192);
  await shorter.close();
  const foreign = join(place, 'foreign.db');
  await writeFile(foreign, 'x'.repeat(9_000));
  for (const [bad, sentence] of [
    [flipped, /its checksum differs\. Use another backup/],
    [cut, /is not a whole backup/],
    [foreign, /is not a whole backup/],
    [join(place, 'none.db'), /none\.db/],
  ] as const) {
    const target = join(place, 'target');
    for (const ended of [await verify(bad), await restore(bad, target)]) {
      assert.equal(ended.code, 1, bad);
      assert.match(ended.stderr, sentence);
      assert.doesNotMatch(ended.stderr, /\n\s+at /);
    }
    const left = await readdir(target).catch(() => []);
    assert.ok(!left.some((name) => name.startsWith('ringpost.db')), left.join());
  }
});

/** A whole backup that says it was taken at `takenAt`, under the name `ringpost-<name>.db`. */
async function dated(whole: string, place: string, name: string, takenAt: string): Promise<void> {
  const file = join(place, `ringpost-${name}.db`);
  const bytes = await readFile(whole);
  const block = bytes.subarray(-4_096);
  const text = block.toString('utf8').replace(/"takenAt": "[^"]+"/, `"takenAt": "${takenAt}"`);
  block.fill(0).write(text.replace(/\0+$/, ''));
  await writeFile(file, bytes);
}

test('--keep removes the oldest of its own by their time, and nothing else', async (t) => {
  const { directory } = await used(t);
  const made = await folder(t);
  const whole = join(made, 'whole.db');
  assert.equal((await backup(directory, whole)).code, 0);
  const place = join(made, 'made-by-it');
  await mkdir(place);
  // By its name the oldest, by its content the newest of the old ones.
  await dated(whole, place, '20260101T000000Z', '2026-01-04T00:00:00.000Z');
  await dated(whole, place, '20260102T000000Z', '2026-01-02T00:00:00.000Z');
  await dated(whole, place, '20260103T000000Z', '2026-01-03T00:00:00.000Z');
  await writeFile(join(place, 'ringpost-20260104T000000Z.db'), 'not made by it');
  await writeFile(join(place, 'ringpost-mine.db'), 'mine');
  await writeFile(join(place, 'notes.txt'), 'mine');
  const kept = await backup(directory, place, '--keep', '2');
  assert.equal(kept.code, 0, kept.stderr);
  const left = (await readdir(place)).sort();
  assert.equal(left.length, 5, left.join());
  assert.ok(left.includes('notes.txt') && left.includes('ringpost-mine.db'));
  assert.ok(left.includes('ringpost-20260104T000000Z.db'), 'it is not a backup');
  assert.ok(left.includes('ringpost-20260101T000000Z.db'), 'the newest of the old ones');
  assert.match(kept.stdout, /removed .*ringpost-20260102T000000Z\.db/);
  assert.match(kept.stdout, /20260104T000000Z\.db stays: it is not a whole backup/);
  const wrong = await backup(directory, join(place, 'x.db'), '--keep', 'two');
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /--keep must be a whole number/);
});

test('--keep 1 keeps the one just made beside one that a clock ahead has dated', async (t) => {
  const { directory } = await used(t);
  const made = await folder(t);
  const whole = join(made, 'whole.db');
  assert.equal((await backup(directory, whole)).code, 0);
  const place = join(made, 'made-by-it');
  await mkdir(place);
  await dated(whole, place, '20990101T000000Z', '2099-01-01T00:00:00.000Z');
  const { code, stdout, stderr } = await backup(directory, place, '--keep', '1');
  assert.equal(code, 0, stderr);
  const file = /^ringpost backup: (\S+\.db): /.exec(stdout)?.[1] ?? '';
  assert.ok((await stat(file)).isFile(), 'it was not removed by its own command');
  assert.match(stdout, /20990101T000000Z\.db stays and does not count: .* look at the clock/);
  assert.equal((await readdir(place)).length, 2);
});

test('a damaged database gives no backup, and what is there stays', async (t) => {
  const { directory } = await used(t);
  const place = await folder(t);
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  const root = database
    .prepare("select rootpage page from sqlite_schema where name = 'meta'")
    .get()?.page;
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  const handle = await open(join(directory, 'ringpost.db'), 'r+');
  await handle.write(Buffer.alloc(64, 0xff), 0, 64, (Number(root) - 1) * 4_096 + 8);
  await handle.close();
  const { code, stderr } = await backup(directory, place, '--keep', '1');
  assert.equal(code, 1);
  assert.match(stderr, /damaged|malformed/);
  assert.deepEqual(await readdir(place), []);
});
