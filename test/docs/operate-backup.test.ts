/**
 * The commands of the guide that back up and restore, run as they stand on a running service, and
 * the samples of units and crontab, which name a command line that this program takes.
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

test('the units and the crontab run the command that the service user has', () => {
  const guide = 'docs/guides/deploy.md';
  const units = blocksOf(guide, 'ini').filter((block) => block.includes('backup'));
  assert.equal(units.length, 2, 'a service and its timer');
  const [line = ''] = blocksOf(guide, 'crontab');
  const command = /src\/main\.js backup (\S+) --keep (\d+)$/m;
  const [, ...ofUnit] = command.exec(units[0] ?? '') ?? [];
  const [, ...ofLine] = command.exec(line.trim()) ?? [];
  assert.equal(ofUnit.length, 2);
  assert.deepEqual(ofLine, ofUnit);
  assert.match(units[1] ?? '', /^OnCalendar=hourly$/m);
});
