/**
 * The commands of the guide for platforms, run as they stand: a customer is given a project, and
 * ended. What is left then is read with a key that is made for it.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { blocksOf, runBlock } from './shell-block.ts';

const INSTANCE_KEY = `rpi_${'of-a-platform'.padEnd(43, '0')}`;
const RETENTION_DAYS = 6;

test('S12.39: the guide makes a project for a customer, and ends the customer', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-guide-'));
  const environment = { RINGPOST_INSTANCE_KEY: INSTANCE_KEY };
  const service = await startService({ directory: join(directory, 'data'), environment });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true });
  });
  const blocks = blocksOf('docs/guides/customers.md');
  const make = blocks.find((block) => block.includes('platform()')) ?? assert.fail();
  const end = blocks.find((block) => block.includes('END_KEY=')) ?? assert.fail();
  const surroundings = { directory, variables: { URL: service.url, INSTANCE_KEY } };
  const made = await runBlock(`${make}\nprintf '\\n%s' "project $CUSTOMER"`, surroundings);
  const project = /^project (prj_\w+)$/m.exec(made)?.[1] ?? assert.fail(made);
  const token = /rp_[\w-]+/.exec(made)?.[0] ?? assert.fail(made);
  const ask = async (path: string, key: string, body?: object) => {
    const answer = await fetch(`${service.url}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(key === INSTANCE_KEY ? { 'ringpost-project': project } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: Object(await answer.json()) };
  };
  const report = { status: 'COMPLETED', direction: 'OUTBOUND' };
  assert.equal((await ask('calls/last/reports', token, report)).status, 202);

  const defined = make.slice(0, make.indexOf('CUSTOMER='));
  await runBlock(`${defined}CUSTOMER=${project}\n${end}`, surroundings);
  assert.equal((await ask('calls/last/reports', token, report)).status, 401);
  const { json: ended } = await ask(`instance/projects/${project}`, INSTANCE_KEY);
  assert.deepEqual([ended.name, ended.externalId], ['Acme Ltd, ended', null]);
  assert.notEqual(ended.suspendedAt, null);
  assert.deepEqual(Object.values(ended.retention), Array(RETENTION_DAYS).fill(1));
  assert.deepEqual((await ask('endpoints', INSTANCE_KEY)).json.data, []);
  const keys = (await ask('api-keys', INSTANCE_KEY)).json.data;
  assert.equal(keys.length, 2);
  assert.ok(keys.every(({ revokedAt }: { revokedAt: string | null }) => revokedAt !== null));
  const scopes = ['deliveries:read'];
  const reader = await ask('api-keys', INSTANCE_KEY, { name: 'Reader', scopes });
  const { data } = (await ask('deliveries', reader.json.token)).json;
  assert.ok(data.length > 0);
  for (const { state } of data) assert.equal(state, 'cancelled');
});
