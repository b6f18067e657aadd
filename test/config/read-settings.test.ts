/**
 * Settings are read from one table, all problems are reported together, secrets are never shown.
 */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeSettings, readSettings } from '../../src/config/read-settings.ts';
import {
  environmentName,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
} from '../../src/config/settings.ts';

const KEY = `rp_${'k'.repeat(43)}`;
const DATABASE = 'postgres://ringpost:hunter2@db.example:5432/ringpost';
const KEY_PEM = generateKeyPairSync('rsa', { modulusLength: 1024 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
/** The settings without which a secret is a fault. */
const NEEDED = {
  RINGPOST_MAIL_FROM: 'calls@example.com',
  RINGPOST_LLM_BASE_URL: 'https://model.example/v1',
  RINGPOST_LLM_MODEL: 'x',
};
const NEEDED_BY: Partial<Record<SettingName, Readonly<Record<string, string>>>> = {
  dkimKey: { RINGPOST_DKIM_RECORD: 'calls._domainkey.example.com' },
  oidcClientSecret: {
    RINGPOST_OIDC_ISSUER: 'https://login.example.com',
    RINGPOST_OIDC_CLIENT_ID: 'x',
  },
  otlpHeaders: { RINGPOST_OTLP_URL: 'http://127.0.0.1:4318' },
};

test('without flags and environment every setting has its default', () => {
  const result = readSettings({}, { PATH: '/bin' });
  assert.equal(result.kind, 'ok');
  if (result.kind !== 'ok') return;
  assert.equal(result.settings.port, 8080);
  assert.equal(result.settings.host, '127.0.0.1');
  assert.equal(result.settings.publicUrl, null);
  assert.deepEqual(result.settings.allowTargets, []);
});

test('a flag wins over the environment', () => {
  const result = readSettings({ port: '1' }, { RINGPOST_PORT: '2' });
  assert.ok(result.kind === 'ok' && result.settings.port === 1);
});

test('all problems are reported together, each with the setting to correct', () => {
  const result = readSettings(
    { port: '70000' },
    {
      RINGPOST_API_KEY: 'short',
      RINGPOST_ALLOW_TARGETS: '10.0.0.0/8, nonsense',
      RINGPOST_LOG_LEVEL: 'loud',
      RINGPOST_PUBLIC_URL: 'ftp://example.com',
      RINGPOST_DATA_DIR: 'a\nb',
    },
  );
  assert.equal(result.kind, 'invalid');
  if (result.kind !== 'invalid') return;
  assert.equal(result.problems.length, 6);
  const all = result.problems.join('\n');
  for (const name of [
    '--port',
    'API_KEY',
    'ALLOW_TARGETS',
    'LOG_LEVEL',
    'PUBLIC_URL',
    'DATA_DIR',
  ]) {
    assert.match(all, new RegExp(name));
  }
  assert.doesNotMatch(all, /short/, 'the text of a secret is not repeated');
});

test('an unknown RINGPOST_ name gives a warning and stops nothing', () => {
  const result = readSettings({}, { RINGPOST_PROT: '1' });
  assert.ok(result.kind === 'ok');
  assert.equal(result.settings.port, 8080);
  assert.match(result.warnings.join(), /^RINGPOST_PROT is no setting.* did you mean RINGPOST_PORT/);
});

test('the address of a Kubernetes Service is no port, and another wrong port stops a start', () => {
  const RINGPOST_PORT = 'tcp://10.96.0.7:8080';
  const result = readSettings({}, { RINGPOST_PORT });
  assert.ok(result.kind === 'ok');
  assert.equal(result.settings.port, 8080);
  assert.deepEqual(result.origins.port, { from: 'default', name: null });
  assert.equal(result.warnings.length, 1);
  assert.equal(readSettings({ port: RINGPOST_PORT }, {}).kind, 'invalid');
  assert.equal(readSettings({}, { RINGPOST_PORT: 'tcp://10.96.0.7' }).kind, 'invalid');
  assert.equal(readSettings({}, { RINGPOST_HOST: '' }).kind, 'ok');
});

test('every secret is also read from the file that its _FILE names', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'settings-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'secret');
  const texts: Partial<Record<SettingName, string>> = {
    databaseUrl: DATABASE,
    apiKey: KEY,
    instanceKey: `rpi_${'a'.repeat(43)}`,
    smtpUrl: 'smtps://u:hunter2@mail.example',
    dkimKey: KEY_PEM,
    otlpHeaders: 'authorization=hunter2',
  };
  const secrets = SETTING_NAMES.filter((name) => 'secret' in SETTINGS[name]);
  assert.ok(secrets.length >= 9, secrets.join());
  for (const name of secrets) {
    const own = environmentName(name);
    const needed = { ...NEEDED, ...NEEDED_BY[name] };
    writeFileSync(path, `${texts[name] ?? 'hunter2'}\r\n`);
    const given = readSettings({}, { ...needed, [own]: texts[name] ?? 'hunter2' });
    const read = readSettings({}, { ...needed, [`${own}_FILE`]: path });
    assert.ok(given.kind === 'ok' && read.kind === 'ok', `${own}: ${JSON.stringify(read)}`);
    assert.deepEqual(read.settings[name], given.settings[name], own);
    assert.deepEqual(read.origins[name], { from: 'environment', name: `${own}_FILE` });
    assert.deepEqual(read.warnings, []);

    const both = readSettings({}, { ...needed, [own]: 'hunter2', [`${own}_FILE`]: path });
    assert.ok(both.kind === 'invalid');
    assert.deepEqual(both.problems, [`${own} and ${own}_FILE are both set: leave one out`]);
    const absent = readSettings({}, { ...needed, [`${own}_FILE`]: join(directory, 'absent') });
    assert.ok(absent.kind === 'invalid');
    assert.match(absent.problems.join(), new RegExp(`^the file of ${own}_FILE cannot be read`));
    writeFileSync(path, '\n');
    const empty = readSettings({}, { ...needed, [`${own}_FILE`]: path });
    assert.ok(empty.kind === 'invalid');
    assert.match(empty.problems.join(), new RegExp(`^the file of ${own}_FILE is empty: `));
  }
  writeFileSync(path, 'hunter2');
  const wrong = readSettings({}, { RINGPOST_API_KEY_FILE: path });
  assert.ok(wrong.kind === 'invalid');
  assert.match(wrong.problems.join(), /^the file of RINGPOST_API_KEY_FILE must be /);
  assert.doesNotMatch(wrong.problems.join(), /hunter2/);
});

test('flags win over the environment, which wins over the settings file and the defaults', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'settings-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const config = join(directory, 'settings.json');
  const key = join(directory, 'key');
  writeFileSync(key, KEY);
  writeFileSync(
    config,
    JSON.stringify({
      RINGPOST_PORT: 1,
      RINGPOST_HOST: 'file.example',
      RINGPOST_LOG_LEVEL: 'warn',
      RINGPOST_ALLOW_TARGETS: ['10.0.0.0/8', '::1'],
      RINGPOST_API_KEY_FILE: key,
    }),
  );
  const environment = { RINGPOST_HOST: 'environment.example', RINGPOST_PORT: '2' };
  const read = readSettings({ config, port: '3' }, environment);
  assert.ok(read.kind === 'ok');
  const { port, host, logLevel, allowTargets, apiKey, drainMs } = read.settings;
  assert.deepEqual(
    [port, host, logLevel, allowTargets, apiKey, drainMs],
    [3, 'environment.example', 'warn', ['10.0.0.0/8', '::1/128'], KEY, 35_000],
  );
  const { origins } = read;
  assert.deepEqual(origins.port, { from: 'flag', name: '--port' });
  assert.deepEqual(origins.host, { from: 'environment', name: 'RINGPOST_HOST' });
  assert.deepEqual(origins.logLevel, { from: 'file', name: 'RINGPOST_LOG_LEVEL' });
  assert.deepEqual(origins.apiKey, { from: 'file', name: 'RINGPOST_API_KEY_FILE' });
  assert.deepEqual(origins.drainMs, { from: 'default', name: null });
  assert.equal(read.config, config);
  // The environment can name the file too, and its secret wins over that of the file.
  const other = `rp_${'o'.repeat(43)}`;
  const named = readSettings({}, { RINGPOST_CONFIG: config, RINGPOST_API_KEY: other });
  assert.ok(named.kind === 'ok');
  assert.deepEqual([named.settings.port, named.settings.apiKey], [1, other]);
  assert.deepEqual(named.warnings, []);

  writeFileSync(config, '{"RINGPOST_PORT": 70000, "RINGPOST_LOG_LEVEL": "loud"}');
  const wrong = readSettings({ config }, {});
  assert.ok(wrong.kind === 'invalid');
  assert.match(
    wrong.problems[0] ?? '',
    /^RINGPOST_PORT in .*settings\.json must be a whole number/,
  );
  assert.match(wrong.problems[1] ?? '', /^RINGPOST_LOG_LEVEL in .*settings\.json must be one of/);
});

test('address ranges are read in both families and single addresses become ranges', () => {
  const result = readSettings({}, { RINGPOST_ALLOW_TARGETS: '10.1.0.0/16,::1, 127.0.0.1' });
  assert.ok(result.kind === 'ok');
  assert.deepEqual(result.settings.allowTargets, ['10.1.0.0/16', '::1/128', '127.0.0.1/32']);
  for (const wrong of ['10.0.0.0/33', '1.2.3/8', 'fd00::/129', '10.0.0.0/8/8', 'host']) {
    assert.equal(readSettings({}, { RINGPOST_ALLOW_TARGETS: wrong }).kind, 'invalid', wrong);
  }
});

test('a public address loses its trailing slash and may contain no query or user', () => {
  const good = readSettings({}, { RINGPOST_PUBLIC_URL: 'https://calls.example.com/ringpost/' });
  assert.ok(good.kind === 'ok' && good.settings.publicUrl === 'https://calls.example.com/ringpost');
  for (const wrong of ['https://u@h.example', 'https://h.example/?a=1', 'nonsense']) {
    assert.equal(readSettings({}, { RINGPOST_PUBLIC_URL: wrong }).kind, 'invalid', wrong);
  }
});

test('the address of the database names hosts and a database', () => {
  const good = [
    DATABASE,
    'postgresql://u:p%40ss@h1:5432,h2:5433/calls',
    'postgres://u:p@[::1]:5432/calls?sslmode=require',
    'postgres://h/calls',
    'postgres:///calls?host=/var/run/postgresql',
  ];
  for (const url of good) {
    const result = readSettings({}, { RINGPOST_DATABASE_URL: url });
    assert.ok(result.kind === 'ok' && result.settings.databaseUrl === url, url);
  }
});

test('a wrong address of the database is reported with its form, without the password', () => {
  const wrong = [
    'mysql://u:hunter2@h/calls',
    'hunter2',
    'postgres://u:hunter2@h',
    'postgres://u:hunter2@h/',
    'postgres://u:hunter2@/calls',
    'postgres://u:hunter2@h1:5432,/calls',
    'postgres://u:hunter2@h:port/calls',
    'postgres://u:hunter2@x@h/calls',
    'postgres://u:hunter2%@h/calls',
    'postgres://u:hunter2@h/calls/more',
  ];
  for (const url of wrong) {
    const result = readSettings({}, { RINGPOST_DATABASE_URL: url });
    assert.ok(result.kind === 'invalid', url);
    assert.match(
      result.problems.join(),
      /^RINGPOST_DATABASE_URL must be postgres:\/\/user:password@/,
    );
    assert.doesNotMatch(result.problems.join(), /hunter2/);
  }
});

test('the roles are api, worker or both; one alone needs a shared database', () => {
  const both = readSettings({}, {});
  assert.ok(both.kind === 'ok');
  assert.deepEqual(both.settings.roles, ['api', 'worker']);
  const shared = { RINGPOST_DATABASE_URL: DATABASE };
  for (const [text, roles] of [
    ['api', ['api']],
    [' worker ', ['worker']],
    ['worker,api,api', ['api', 'worker']],
  ] as const) {
    const result = readSettings({ roles: text }, shared);
    assert.ok(result.kind === 'ok');
    assert.deepEqual(result.settings.roles, roles);
  }
  for (const text of [',', 'api,', 'sender', 'API']) {
    const result = readSettings({ roles: text }, shared);
    assert.ok(result.kind === 'invalid', text);
    assert.match(result.problems.join(), /^--roles must be api or worker, or several/);
  }
  for (const RINGPOST_ROLES of ['api', 'worker']) {
    const result = readSettings({}, { RINGPOST_ROLES });
    assert.ok(result.kind === 'invalid');
    assert.match(result.problems.join(), /needs RINGPOST_DATABASE_URL.* or leave the roles out/);
  }
});

test('shown settings never contain a secret', () => {
  const result = readSettings(
    {},
    {
      RINGPOST_API_KEY: KEY,
      RINGPOST_MASTER_KEY: 'f'.repeat(64),
      RINGPOST_DATABASE_URL: DATABASE,
    },
  );
  assert.ok(result.kind === 'ok');
  const shown = describeSettings(result.settings);
  assert.equal(shown.length, SETTING_NAMES.length);
  const text = JSON.stringify(shown);
  assert.ok(!text.includes(KEY) && !text.includes('ffff') && !text.includes('hunter2'));
  assert.match(text, /set, not shown/);
});

test('docs/reference/settings.md names every setting with its flag and variable', () => {
  const page = readFileSync(new URL('../../docs/reference/settings.md', import.meta.url), 'utf8');
  for (const name of SETTING_NAMES) {
    assert.ok(page.includes(environmentName(name)), environmentName(name));
    const definition: { readonly flag: string; readonly secret?: true } = SETTINGS[name];
    if (!definition.secret) assert.ok(page.includes(`--${definition.flag}`), definition.flag);
  }
});

test('an address with a zone is no range; the flag is named', () => {
  for (const allowTargets of ['fe80::1%eth0', 'fe80::1%eth0/128', '10.0.0.0/8,fe80::1%1']) {
    const result = readSettings({ allowTargets }, {});
    assert.equal(result.kind, 'invalid');
    if (result.kind !== 'invalid') return;
    assert.match(result.problems.join(), /^--allow-targets holds "fe80::1%/);
  }
});

test('a required inbox needs sender and API in one process', () => {
  const database = { RINGPOST_DATABASE_URL: 'postgres://ringpost@db.example/ringpost' };
  const on = { ...database, RINGPOST_INBOX: 'on' };
  assert.equal(readSettings({}, on).kind, 'ok');
  const refused = readSettings({ roles: 'worker' }, on);
  assert.ok(refused.kind === 'invalid');
  assert.match(refused.problems[0] ?? '', /RINGPOST_ROLES=worker and RINGPOST_INBOX=on/);
  assert.equal(readSettings({ roles: 'worker' }, database).kind, 'ok');
});

test('sender threads are for the embedded store only', () => {
  const database = { RINGPOST_DATABASE_URL: 'postgres://user:word@db.example/ringpost' };
  const refused = readSettings({ senderThreads: '2' }, database);
  assert.ok(refused.kind === 'invalid');
  assert.match(refused.problems[0] ?? '', /^RINGPOST_SENDER_THREADS is for the embedded store/);
  assert.equal(readSettings({ senderThreads: '0' }, database).kind, 'ok');
  const taken = readSettings({ senderThreads: '2' }, {});
  assert.ok(taken.kind === 'ok');
  assert.equal(taken.settings.senderThreads, 2);
});
