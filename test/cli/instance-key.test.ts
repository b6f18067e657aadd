/**
 * `ringpost instance-key` on a directory that no service owns. `instance-key.proof.ts` tests what
 * it refuses, and a key that is revoked beside a service.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';

test('S12.38: a key can be made before the first start, and has a name and an id', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-instance-key-'));
  t.after(() => rm(directory, { recursive: true }));
  const command = (...words: string[]) =>
    run(MAIN, ['instance-key', ...words, '--data-dir', directory]);
  const token = (await command('create', 'billing')).stdout.trim();
  const listed = await command('list');
  assert.match(
    listed.stdout,
    /^ik_\w{19}\tbilling\tends in .{4}\tmade [\d-]+T[\d:.]+Z\tnever used$/m,
  );

  const service = await startService({ directory });
  t.after(() => service.stop());
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${service.url}/v1/instance/projects`, { headers });
  assert.equal(answer.status, 200);
  assert.match((await command('list')).stdout, /\tused [\d-]+T/);
});
