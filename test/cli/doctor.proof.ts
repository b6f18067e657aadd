/**
 * `ringpost doctor` on the embedded store: for each check the test breaks the thing itself, and the
 * finding says what to do. `doctor.test.ts` checks a directory without faults.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { lockDirectory } from '../../src/store/sqlite/lock.ts';
import { freePort } from '../support/free-port.ts';
import { API_KEY, callApi, startService } from '../support/service-process.ts';
import { doctor } from './doctoring.ts';
import { used } from './used-directory.ts';

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');
const DAY_MS = 86_400_000;

function change(directory: string, statement: string): void {
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  database.exec(statement);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

/** A directory with an endpoint at `target`, and a delivery to it that waits. */
async function withEndpoint(t: TestContext, target: string): Promise<string> {
  const { directory } = await used(t);
  const service = await startService({ directory });
  t.after(() => service.kill());
  const endpoint = {
    name: 'CRM',
    kind: 'custom',
    target,
    triggers: ['OUTBOUND_CALL_ERROR'],
    auth: { method: 'rsa-sha256' },
  };
  const made = await callApi(service, 'POST', '/v1/endpoints', endpoint);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const report = { status: 'ERROR', direction: 'OUTBOUND' };
  await callApi(service, 'POST', '/v1/calls/one/reports', report);
  await service.stop();
  return directory;
}

test('a missing master key does not stop the other checks', async (t) => {
  const { directory, file } = await used(t);
  await rm(file);
  const { found } = await doctor(directory, { RINGPOST_API_KEY: API_KEY });
  assert.match(found('master-key'), /master\.key is gone/);
  for (const name of ['environment', 'oldest']) assert.equal(found(name), 'well', name);
  assert.match(found('targets'), /the targets were not looked at: .*master\.key is gone/);
  assert.equal(found('store'), 'not looked at');
});

test('another master key, and a newer schema', async (t) => {
  const { directory } = await used(t);
  const other = await doctor(directory, { RINGPOST_MASTER_KEY: OTHER_KEY });
  assert.match(other.found('master-key'), /not the one of this data; put the former one back/);
  change(directory, "insert into migrations values (9999, '9999-later.sql', 'x', 0, 1)");
  assert.match((await doctor(directory)).found('schema'), /Start the newer version/);
});

test('a damaged page', async (t) => {
  const { directory } = await used(t);
  const file = join(directory, 'ringpost.db');
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  const query = "select rootpage page from sqlite_schema where name = 'calls'";
  const page = Number(database.prepare(query).get()?.page);
  database.close();
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(64, 0xff), 0, 64, (page - 1) * 4_096);
  await handle.close();
  const { found } = await doctor(directory);
  assert.match(found('integrity'), /restore the newest backup that verify-backup accepts/);
});

test('files that others can read, and a part of a restore; --fix mends both', async (t) => {
  const { directory, file } = await used(t);
  await chmod(file, 0o644);
  const part = join(directory, 'ringpost.db.1.partial');
  await writeFile(part, 'x', { mode: 0o600 });
  assert.match((await doctor(directory)).found('rights'), /chmod 600|left by a killed restore/);
  const { told, found } = await doctor(directory, {}, ['--port', '0', '--fix']);
  assert.equal(found('rights'), 'well');
  assert.equal(told.checks.filter((check) => check.fixed).length, 2);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await assert.rejects(stat(part));
  assert.equal((await doctor(directory)).told.checks.filter((check) => check.fixed).length, 0);
});

test('--fix leaves the part of a running restore, and the target of a link', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-doctor-'));
  t.after(() => rm(directory, { recursive: true }));
  const lock = lockDirectory(directory);
  const part = join(directory, 'ringpost.db.1.partial');
  await writeFile(part, 'x', { mode: 0o600 });
  const flags = ['--port', '0', '--fix'];
  const during = await doctor(directory, {}, flags);
  assert.equal(during.found('rights'), 'well');
  await stat(part);
  lock.release();
  await doctor(directory, {}, flags);
  await assert.rejects(stat(part), /ENOENT/);

  const elsewhere = await mkdtemp(join(tmpdir(), 'ringpost-doctor-'));
  t.after(() => rm(elsewhere, { recursive: true }));
  const target = join(elsewhere, 'key');
  await writeFile(target, 'x');
  await chmod(target, 0o644);
  await symlink(target, join(directory, 'master.key'));
  const linked = await doctor(directory, {}, flags);
  assert.match(linked.found('rights'), /master\.key is a link to .*key; run|can read; run: chmod/);
  assert.equal((await stat(target)).mode & 0o777, 0o644, 'it is not ours to change');
  await rm(target);
  assert.match(
    (await doctor(directory, {}, flags)).found('rights'),
    /a link to a file that is gone/,
  );
});

test('the clock of a system that is not synchronized, and of one that does not say', async (t) => {
  const { directory } = await used(t);
  const place = await mkdtemp(join(tmpdir(), 'ringpost-doctor-'));
  t.after(() => rm(place, { recursive: true }));
  const PATH = `${place}:${process.env.PATH}`;
  for (const [script, sentence] of [
    ['echo no', /its clock is not synchronized; run: timedatectl set-ntp true/],
    ['echo yes', /^well$/],
    ['exit 1', /^well$/],
  ] as const) {
    await writeFile(join(place, 'timedatectl'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const { told, found } = await doctor(directory, { PATH });
    assert.match(found('clock'), sentence);
    const texts = told.checks.map(({ text }) => text);
    assert.equal(
      texts.some((text) => /timedatectl does not say/.test(text)),
      script === 'exit 1',
    );
  }
});

test('a clock, the oldest delivery, growth and a name that the DNS does not know', async (t) => {
  const directory = await withEndpoint(t, 'https://hooks.ringpost-test.invalid/x');
  const early = await doctor(directory);
  assert.match(early.found('targets'), /hooks\.ringpost-test\.invalid of ep_\w+ \(CRM\): the DNS/);
  assert.equal(early.found('oldest'), 'well');
  change(directory, `update calls set last_report_at = last_report_at + ${DAY_MS}`);
  assert.match((await doctor(directory)).found('clock'), /8\d+ s in the future.*let NTP set it/);
  change(
    directory,
    `update calls set last_report_at = last_report_at - ${DAY_MS},
       first_report_at = first_report_at - ${3 * DAY_MS};
     update deliveries set created_at = created_at - ${2 * DAY_MS}`,
  );
  const late = await doctor(directory);
  assert.equal(late.found('clock'), 'well');
  assert.match(late.found('oldest'), /1 deliveries wait, the oldest for 48 h at the endpoint ep_/);
  assert.equal(late.found('growth'), 'well');
});

test('a certificate that ends within 21 days', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'ringpost-doctor-'));
  t.after(() => rm(place, { recursive: true }));
  const [key, cert] = [join(place, 'key.pem'), join(place, 'cert.pem')];
  const subject = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
  ];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const words = ['req', '-x509', ...kind, '-days', '10', '-keyout', key, '-out', cert, ...subject];
  execFileSync('openssl', words, { stdio: 'ignore' });
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const directory = await withEndpoint(t, `https://127.0.0.1:${port}/x`);
  const allowed = { RINGPOST_ALLOW_TARGETS: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: cert };
  const { found } = await doctor(directory, allowed);
  assert.match(found('targets'), /127\.0\.0\.1:\d+ of ep_.*its certificate ends in 9 days; tell/);
  const blocked = await doctor(directory);
  assert.match(blocked.found('targets'), /its address is private; allow it/);
});

test('the service reaches its own inbox, which does not count as a private address', async (t) => {
  const { directory } = await used(t);
  const inbox = { RINGPOST_INBOX_PORT: String(await freePort()) };
  const service = await startService({ directory, environment: inbox });
  t.after(() => service.kill());
  const box = await callApi(service, 'GET', '/v1/inbox/boxes/http/crm');
  const endpoint = {
    name: 'CRM',
    kind: 'custom',
    target: (box.body as { target: string }).target,
    triggers: ['OUTBOUND_CALL_ERROR'],
    auth: { method: 'rsa-sha256' },
  };
  assert.equal((await callApi(service, 'POST', '/v1/endpoints', endpoint)).status, 201);
  await service.stop();
  assert.equal((await doctor(directory, inbox)).found('targets'), 'well');
  const other = { RINGPOST_INBOX_PORT: String(await freePort()) };
  assert.match((await doctor(directory, other)).found('targets'), /its address is private/);
});

test('a revoked key of the environment, and an address without TLS', async (t) => {
  const { directory } = await used(t);
  const environment = { RINGPOST_API_KEY: API_KEY, RINGPOST_PUBLIC_URL: 'http://calls.example' };
  const fresh = await doctor(directory, environment);
  assert.match(fresh.found('environment'), /RINGPOST_PUBLIC_URL is http/);
  assert.ok(
    fresh.told.checks.some(({ text }) => text === 'RINGPOST_API_KEY opens the project "default"'),
  );
  change(directory, 'update api_keys set expires_at = 1');
  const expired = await doctor(directory, { RINGPOST_API_KEY: API_KEY });
  assert.match(expired.found('environment'), /key_\w+, which has expired and opens nothing/);
  change(directory, 'update api_keys set revoked_at = 1');
  const revoked = await doctor(directory, { RINGPOST_API_KEY: API_KEY });
  assert.match(revoked.found('environment'), /key_\w+, which was revoked .* take it out of/);
});

test('--running asks the service; without it a running service is reported', async (t) => {
  const { directory } = await used(t);
  const service = await startService({ directory });
  t.after(() => service.kill());
  const { port } = new URL(service.url);
  const flags = ['--running', '--port', port];
  const well = await doctor(directory, { RINGPOST_API_KEY: API_KEY }, flags);
  for (const name of ['directory', 'running', 'clock', 'seals', 'leases']) {
    assert.equal(well.found(name), 'well', name);
  }
  const without = await doctor(directory, {}, ['--port', port]);
  assert.match(without.found('directory'), /is in use.*doctor --running/);
  assert.match(without.found('port'), /is in use/);
  const other = await doctor(directory, { RINGPOST_API_KEY: `rp_${'x'.repeat(43)}` }, flags);
  assert.match(other.found('environment'), /it answers 401 to RINGPOST_API_KEY/);
  await service.stop();
  const away = await doctor(directory, {}, flags);
  assert.match(away.found('running'), /no service answers at .*; start it/);
  assert.match(away.found('directory'), /no Ringpost runs on the data directory/);
});
