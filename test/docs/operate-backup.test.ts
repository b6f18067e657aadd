/**
 * The commands of the guide that back up and restore, run as they stand on a running service. The
 * samples of units and crontab are those of `deploy.test.ts`.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callApi, startService } from '../support/service-process.ts';
import { blocksOf, runBlock } from './shell-block.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

test('the guide backs up a running service and restores it into a new directory', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'ringpost-guide-'));
  const data = join(place, 'data');
  const service = await startService({ directory: data });
  t.after(async () => {
    await service.kill();
    await rm(place, { recursive: true });
  });
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  await callApi(service, 'POST', '/v1/calls/kept-1/reports', report);
  const variables = {
    HOME: place,
    RINGPOST_DATA_DIR: data,
    BACKUPS: join(place, 'backups'),
    RESTORED: join(place, 'restored'),
  };
  const blocks = blocksOf('docs/guides/operate.md');
  const backs = blocks.filter((block) => /ringpost (?:backup|restore)/.test(block));
  assert.equal(backs.length, 2);
  let said = '';
  for (const block of backs) said += await runBlock(block, { directory: PROJECT, variables });
  assert.match(said, /is restored from .*now give it the master key [0-9a-f]{8}/s);
  assert.ok((await readdir(variables.RESTORED)).includes('ringpost.db'));
});
