/**
 * The runbooks that need commands and several starts: their blocks are run as they stand on a
 * service that was broken as they describe.
 */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { API_KEY, callApi, startService } from '../support/service-process.ts';
import { blocksUnder, broken, endpointAt, receiverAt } from './runbook-setup.ts';
import { runBlock } from './shell-block.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

test('a leaked key ends, and a disk and a clock are examined', async (t) => {
  const { service, directory } = await broken(t);
  const made = await callApi(service, 'POST', '/v1/api-keys', {
    name: 'leaked',
    scopes: ['reports:write'],
  });
  const { id, token } = Object(made.body);
  const variables = {
    URL: service.url,
    KEY: API_KEY,
    LEAKED: id,
    HOME: join(directory, 'home'),
    RINGPOST_DATA_DIR: directory,
    RINGPOST_PORT: new URL(service.url).port,
  };
  const at = { directory: PROJECT, variables };
  for (const block of blocksUnder('A key leaked').slice(0, 2)) await runBlock(block, at);
  assert.match(await runBlock(blocksUnder('A key leaked')[2] ?? '', at), /"revokedAt":"20/);
  const authorization = `Bearer ${token}`;
  const used = await fetch(`${service.url}/v1/project`, { headers: { authorization } });
  assert.equal(used.status, 401);

  let said = '';
  for (const block of blocksUnder('The disk is full')) said += await runBlock(block, at);
  assert.match(said, /ringpost\.db\n/);
  assert.match(said, /"deliveredDays":7,"notDeliveredDays":30/);
  assert.match(said, /"status":"ok"/);
  const [clock = ''] = blocksUnder('The clock is wrong');
  assert.match(
    await runBlock(clock, at),
    /^Date: .*nothing in the store is dated in the future/ims,
  );
});

test('a lost master key is adopted anew, and a service moves', async (t) => {
  const { service, directory, port } = await broken(t);
  await receiverAt(t, port);
  const endpoint = await endpointAt(service, port);
  await service.stop();
  const moved = {
    HOME: join(directory, 'home'),
    MOVED: join(directory, 'moved'),
    NEW_DATA: join(directory, 'new'),
  };
  const at = { directory: PROJECT, variables: { RINGPOST_DATA_DIR: directory, ...moved } };
  const counts = await runBlock(blocksUnder('Move house').join('\n'), at);
  assert.match(counts, /the store is new: nothing stands in the way.*ringpost import: \d+ rows/s);

  await rename(join(directory, 'master.key'), join(directory, 'lost.key'));
  const refused = startService({ directory });
  await assert.rejects(refused, /This data was sealed with a master key, and .* is gone/);
  const [adopt = '', revoke = '', over = ''] = blocksUnder('The master key is lost');
  await runBlock(adopt, at);
  const again = await startService({ directory });
  t.after(() => again.kill());
  const variables = { URL: again.url, KEY: API_KEY, ENDPOINT: endpoint };
  await assert.rejects(runBlock(over, { directory, variables }), 'nothing can be signed yet');
  await runBlock(revoke, { directory, variables });
  await runBlock(over, { directory, variables });
});
