/**
 * More of `ringpost instance-key`: what it refuses, and a key of the environment that it revoked
 * while a service runs.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';

test('S12.38: a revoked key that is still set opens nothing, and the log says so', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-instance-key-'));
  t.after(() => rm(directory, { recursive: true }));
  const token = `rpi_${'set'.padEnd(43, '0')}`;
  const environment = { RINGPOST_INSTANCE_KEY: token, RINGPOST_LOG_LEVEL: 'warn' };
  const first = await startService({ directory, environment });
  const headers = { authorization: `Bearer ${token}` };
  const ask = (url: string) => fetch(`${url}/v1/instance/projects`, { headers });
  assert.equal((await ask(first.url)).status, 200);
  const command = (...words: string[]) =>
    run(MAIN, ['instance-key', ...words, '--data-dir', directory]);
  const id = /ik_\w{19}/.exec((await command('list')).stdout)?.[0] ?? '';
  assert.equal((await command('revoke', id)).code, 0);
  assert.equal((await ask(first.url)).status, 401);
  await first.stop();
  const second = await startService({ directory, environment });
  t.after(() => second.stop());
  assert.equal((await ask(second.url)).status, 401);
  assert.match(second.output(), /RINGPOST_INSTANCE_KEY is a key that was revoked/);
  const wrong = await run(MAIN, ['config', '--data-dir', directory], {
    RINGPOST_INSTANCE_KEY: 'rp_short',
  });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /rpi_ followed by 32 to 128/);
});

test('without a key the command says so, and a fault says what to do', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-instance-key-'));
  t.after(() => rm(directory, { recursive: true }));
  const command = (...words: string[]) =>
    run(MAIN, ['instance-key', ...words, '--data-dir', directory]);
  const empty = await command('list');
  assert.deepEqual([empty.code, empty.stdout], [0, '']);
  assert.match(empty.stderr, /there is none yet/);
  for (const [words, said] of [
    [['create', ''], /Name the key, as in instance-key create "billing":/],
    [['create', 'a\nb'], /Name the key/],
    [['revoke', 'ik_1'], /no instance key has the id "ik_1"/],
    [['remove', 'x'], /"remove" is not an action; use create, list or revoke/],
  ] as const) {
    const { code, stderr } = await command(...words);
    assert.equal(code, 1, stderr);
    assert.match(stderr, said);
  }
  assert.equal((await command()).code, 2);
});
