/** `ringpost config` as an operator runs it: each value, its origin, and never a secret. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTING_NAMES } from '../../src/config/settings.ts';
import { MAIN, run } from './command.ts';

const KEY = `rp_${'k'.repeat(43)}`;

test('every setting is shown with its origin, as lines and JSON, without a secret', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'settings-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const config = join(directory, 'settings.json');
  const key = join(directory, 'key');
  writeFileSync(key, `${KEY}\n`);
  writeFileSync(config, JSON.stringify({ RINGPOST_DRAIN_MS: 1_000, RINGPOST_API_KEY_FILE: key }));
  const environment = { RINGPOST_HOST: '::1', RINGPOST_PROT: '1', RINGPOST_SERVICE_HOST: 'x' };
  const words = ['config', '--config', config, '--port', '8090'];

  const lines = await run(MAIN, words, environment);
  assert.equal(lines.code, 0, lines.stderr);
  assert.equal(lines.stdout.trim().split('\n').length, SETTING_NAMES.length);
  for (const line of [
    'RINGPOST_PORT = 8090  [flag --port]',
    'RINGPOST_HOST = ::1  [environment]',
    `RINGPOST_DRAIN_MS = 1000  [file ${config}]`,
    `RINGPOST_API_KEY = (set, not shown)  [file ${config} RINGPOST_API_KEY_FILE]`,
    'RINGPOST_LOG_LEVEL = info  [default]',
  ]) {
    assert.ok(lines.stdout.includes(`${line}\n`), `${line}\n${lines.stdout}`);
  }
  assert.match(lines.stderr, /^ringpost: RINGPOST_PROT is no setting .*RINGPOST_PORT\.\n$/);

  const json = await run(MAIN, [...words, '--json'], environment);
  const told = JSON.parse(json.stdout);
  assert.equal(told.config, config);
  assert.deepEqual(told.settings.RINGPOST_PORT, { value: 8090, from: 'flag', name: '--port' });
  const ofKey = { secret: true, isSet: true, from: 'file', name: 'RINGPOST_API_KEY_FILE' };
  assert.deepEqual(told.settings.RINGPOST_API_KEY, ofKey);
  assert.equal(told.settings.RINGPOST_MASTER_KEY.isSet, false);
  assert.equal(told.warnings.length, 1);
  for (const { stdout, stderr } of [lines, json]) assert.ok(!`${stdout}${stderr}`.includes(KEY));

  const wrong = await run(MAIN, ['config', '--config', join(directory, 'absent.json')]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /absent\.json of --config cannot be read \(ENOENT\)/);
});
