/**
 * The files in the guide to deploying: the unit takes rights away as far as it says, the proxies
 * and the service accept their samples, and each way to back up runs the same command. If a program
 * is not installed, its test says so. `deploy.proof.ts` follows the whole guide.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readSettings } from '../../src/config/read-settings.ts';
import { freePort } from '../support/free-port.ts';
import { isInstalled } from '../support/program.ts';
import { blocksOf } from './shell-block.ts';

const GUIDE = 'docs/guides/deploy.md';
/** In tenths, as systemd-analyze takes them. */
const EXPOSURE_MAX = 30;
const CERTIFICATE = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];

test('the unit of the service is exposed to 3.0 at most', (t) => {
  const unit = fileOf('ini', '/etc/systemd/system/ringpost.service');
  const folder = folderOf(t);
  writeFileSync(join(folder, 'ringpost.service'), unit);
  const words = ['security', '--offline=true', '--no-pager', `--threshold=${EXPOSURE_MAX}`];
  const said = ran(t, 'systemd-analyze', [...words, join(folder, 'ringpost.service')]);
  if (said !== null) t.diagnostic(said.trim().split('\n').at(-1) ?? '');
});

test('nginx accepts the sample, with a certificate', async (t) => {
  const folder = folderOf(t);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync('openssl', [...CERTIFICATE, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const sample = fileOf('nginx', '/etc/nginx/sites-enabled/ringpost')
    .replace('443', `127.0.0.1:${await freePort()}`)
    .replace(/\/\S+fullchain\.pem/, certificate)
    .replace(/\/\S+privkey\.pem/, key);
  const config = join(folder, 'nginx.conf');
  const places = `pid ${folder}/pid; error_log stderr;`;
  writeFileSync(config, `${places} events {} http { access_log off; ${sample} }`);
  ran(t, 'nginx', ['-t', '-q', '-p', folder, '-e', 'stderr', '-c', config]);
});

test('Caddy accepts the sample', (t) => {
  const folder = folderOf(t);
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, fileOf('caddy', '/etc/caddy/Caddyfile'));
  const said = ran(t, 'caddy', ['adapt', '--adapter', 'caddyfile', '--config', config]);
  if (said !== null) assert.match(said, /"max_size":6000000/);
});

test('the service accepts the settings file, and trusts the proxy alone', (t) => {
  const [text = ''] = blocksOf(GUIDE).flatMap((block) => block.match(/^\{$.*?^\}$/ms) ?? []);
  const folder = folderOf(t);
  const settings = join(folder, 'settings.json');
  writeFileSync(join(folder, 'master-key'), Buffer.alloc(32, 1).toString('base64'));
  writeFileSync(join(folder, 'api-key'), `rp_${'0'.repeat(64)}\n`);
  writeFileSync(settings, text.replaceAll('/etc/ringpost', folder), { mode: 0o600 });
  const read = readSettings({ config: settings }, {});
  assert.equal(read.kind, 'ok', JSON.stringify(read));
  if (read.kind !== 'ok') return;
  assert.deepEqual(read.settings.trustedProxies, ['127.0.0.1/32']);
  assert.equal(read.settings.publicUrl, 'https://calls.example.com');
  assert.deepEqual(read.warnings, []);
});

test('the timer and the crontab run the same backup', () => {
  const unit = fileOf('ini', '/etc/systemd/system/ringpost-backup.service');
  const [line = ''] = blocksOf(GUIDE, 'crontab');
  const command = /backup (\S+) --keep (\d+)$/m;
  const [, ...ofUnit] = command.exec(unit) ?? [];
  const [, ...ofLine] = command.exec(line.trim()) ?? [];
  assert.equal(ofUnit.length, 2);
  assert.deepEqual(ofLine, ofUnit);
  const timer = fileOf('ini', '/etc/systemd/system/ringpost-backup.timer');
  assert.match(timer, /^OnCalendar=hourly$/m);
});

/** The block that begins with the path of its file. */
function fileOf(language: string, path: string): string {
  const found = blocksOf(GUIDE, language).find((block) => block.startsWith(`# ${path}\n`));
  return found ?? assert.fail(`no block is ${path}`);
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-deploy-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Its output; null if it is not installed. Throws if it ends with an error. */
function ran(t: TestContext, program: string, words: readonly string[]): string | null {
  if (!isInstalled(program)) {
    t.diagnostic(`${program} is not installed: it was not asked`);
    return null;
  }
  return execFileSync(program, words, { encoding: 'utf8', stdio: 'pipe' });
}
