/**
 * The last owner, having lost the password, gets a link from the host after the service has ended.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { complete, EMAIL, LINK, WITHOUT_KEY } from './setup-completion.ts';

test('reset-password prints a link from the store alone, without the service', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-reset-'));
  const service = await startService({ directory, environment: WITHOUT_KEY });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true });
  });
  const [, , token = ''] = LINK.exec(service.output()) ?? [];
  assert.equal((await complete(service.url, token)).status, 201);
  await service.stop();
  const { stdout } = await run(MAIN, ['reset-password', EMAIL, '--data-dir', directory]);
  assert.match(stdout, /#token=[\w-]{43}/);
});
