/**
 * A backup of a large file while reports are accepted and delivered without a pause: it ends, its
 * copy has every report that was acknowledged before it began, and the restored service repeats
 * only what it delivered after that moment (D5), with the same id and bytes, in the order of each
 * call.
 */
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type Received, startReceiver } from '../journey/receiver.ts';
import { startReportLoad } from '../journey/report-load.ts';
import { callApi, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { used } from './used-directory.ts';

const BALLAST_BYTES = 768 * 1024 * 1024;
/** The outcome of an attempt is on disk this soon after its request arrived. */
const SETTLED_MS = 3_000;
const BEFORE = 1_000;
const AFTER = 400;
const LIMIT = { timeout: 300_000 };

test('a large file is backed up under load, with all that was acknowledged', LIMIT, async (t) => {
  const { directory, file: key } = await used(t);
  const place = await mkdtemp(join(tmpdir(), 'ringpost-backup-'));
  t.after(() => rm(place, { recursive: true }));
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
  const made = await run(MAIN, ['backup', file, '--data-dir', directory]);
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
  const restored = await run(MAIN, ['restore', file, again]);
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
