/**
 * More of a backup: what is refused, what is said of the master key, which files `--keep` removes,
 * and a large file while reports are accepted and delivered without a pause. That backup ends,
 * contains every report that was acknowledged before it began, and the restored service repeats
 * only what it delivered after that moment (D5), with the same id and bytes, in the order of each
 * call.
 */
import assert from 'node:assert/strict';
import { copyFile, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type Received, startReceiver } from '../journey/receiver.ts';
import { startReportLoad } from '../journey/report-load.ts';
import { callApi, startService } from '../support/service-process.ts';
import { backedUp, backup, folder, restore, verify } from './backing-up.ts';
import { used } from './used-directory.ts';

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');
const BALLAST_BYTES = 768 * 1024 * 1024;
/** The outcome of an attempt is on disk this soon after its request arrived. */
const SETTLED_MS = 3_000;
const BEFORE = 1_000;
const AFTER = 400;
const LIMIT = { timeout: 300_000 };

test('restore says whether the given master key fits', async (t) => {
  const { key, place, file } = await backedUp(t);
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

test('no existing file is overwritten', async (t) => {
  const { directory, file } = await backedUp(t);
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
  const { place, file } = await backedUp(t);
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

/** A whole backup that says it was taken at `takenAt`, named `ringpost-<name>.db`. */
async function dated(whole: string, place: string, name: string, takenAt: string): Promise<void> {
  const file = join(place, `ringpost-${name}.db`);
  const bytes = await readFile(whole);
  const block = bytes.subarray(-4_096);
  const text = block.toString('utf8').replace(/"takenAt": "[^"]+"/, `"takenAt": "${takenAt}"`);
  block.fill(0).write(text.replace(/\0+$/, ''));
  await writeFile(file, bytes);
}

test('--keep removes the oldest backups by their time, and no other file', async (t) => {
  const { directory, place: made, file: whole } = await backedUp(t);
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

test('--keep 1 keeps the new backup beside one that a fast clock has dated', async (t) => {
  const { directory, place: made, file: whole } = await backedUp(t);
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

test('a large file is backed up under load, with all that was acknowledged', LIMIT, async (t) => {
  const { directory, file: key } = await used(t);
  const place = await folder(t);
  grow(directory);
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const service = await startService({ directory });
  t.after(() => service.kill());
  const endpoint = {
    name: 'all',
    kind: 'custom',
    target: `${receiver.url}/hook`,
    triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'],
    auth: { method: 'rsa-sha256' },
  };
  assert.equal((await callApi(service, 'POST', '/v1/endpoints', endpoint)).status, 201);

  const load = startReportLoad(service, ['CALLING', 'COMPLETED']);
  await load.until(BEFORE);
  const beganMs = performance.now();
  const file = join(place, 'a.db');
  const acknowledged = load.taken.length;
  const made = await backup(directory, file);
  const tookMs = performance.now() - beganMs;
  assert.equal(made.code, 0, made.stderr);
  const during = load.taken.length - acknowledged;
  assert.ok(during > 0, `only ${during} reports were taken while it ran`);
  await load.until(load.taken.length + AFTER);
  const taken = await load.stop();
  await service.kill();
  const bytes = (await stat(file)).size;
  t.diagnostic(`${bytes} bytes in ${Math.round(tookMs)} ms; ${during} calls taken meanwhile`);
  assert.ok(bytes > BALLAST_BYTES);

  const again = join(place, 'again');
  const restored = await restore(file, again);
  assert.equal(restored.code, 0, restored.stderr);
  await copyFile(key, join(again, 'master.key'));
  const first = [...receiver.received];
  const second = await startService({ directory: again });
  t.after(() => second.kill());
  const before = taken.filter(({ atMs }) => atMs < beganMs);
  assert.ok(before.length >= BEFORE);
  for (const { callId } of before) {
    const { status, body } = await callApi(second, 'GET', `/v1/calls/${callId}`);
    assert.equal(status, 200, `${callId} was acknowledged before the backup began`);
    assert.equal((body as { status: string }).status, 'COMPLETED');
  }
  const wanted = new Set(before.flatMap(({ callId }) => [`${callId} 1`, `${callId} 2`]));
  await receiver.until((all) => {
    for (const each of all.slice(-50)) wanted.delete(nameOf(each));
    if (wanted.size > 0) for (const each of all) wanted.delete(nameOf(each));
    return wanted.size === 0;
  });
  judgeRepeats(first, receiver.received.slice(first.length), beganMs);
  judgeOrder(receiver.received.slice(first.length));
});

/** Pages that only a copy reads, as years of calls would be. */
function grow(directory: string): void {
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  database.exec('create table ballast (part integer primary key, bytes blob not null) strict');
  const add = database.prepare('insert into ballast (bytes) values (randomblob(1048576))');
  for (let part = 0; part < BALLAST_BYTES / 1_048_576; part += 1) add.run();
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

function nameOf({ body, headers }: Received): string {
  const { data } = JSON.parse(body) as { data: { callId: string } };
  return `${data.callId} ${headers['webhook-sequence'] ?? ''}`;
}

function judgeRepeats(first: readonly Received[], later: readonly Received[], beganMs: number) {
  const seen = new Map(first.map((each) => [String(each.headers['webhook-id']), each]));
  let repeats = 0;
  for (const each of later) {
    const earlier = seen.get(String(each.headers['webhook-id']));
    if (earlier === undefined) continue;
    repeats += 1;
    assert.equal(each.body, earlier.body, 'a repeat has the same bytes');
    assert.ok(earlier.atMs > beganMs - SETTLED_MS, 'what was settled before is not sent again');
  }
  const ids = new Set(later.map(({ headers }) => headers['webhook-id']));
  assert.equal(ids.size, later.length, 'the restored service sends each once');
  return repeats;
}

function judgeOrder(later: readonly Received[]): void {
  const last = new Map<string, number>();
  for (const each of later) {
    const [callId = '', sequence = ''] = nameOf(each).split(' ');
    assert.ok(Number(sequence) > (last.get(callId) ?? 0), `${callId} is out of order`);
    last.set(callId, Number(sequence));
  }
}
