/** The guide to several processes: the commands that an operator copies do what it says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startReceiver } from '../journey/receiver.ts';
import { startPostgres } from '../support/postgres.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { blocksOf, run } from './shell-block.ts';

const MAIN = new URL('../../src/main.js', import.meta.url).pathname;
const GUIDE = 'docs/guides/scale-out.md';
const SETTINGS = {
  kind: 'custom',
  target: 'https://hooks.example.com/calls',
  triggers: ['OUTBOUND_CALL_ERROR', 'CALL_LOG_CREATED'],
  enabled: false,
  contentKey: 'text',
  signatureFormat: 'both',
  timeoutMs: 5_000,
  retryScheduleMs: [1_000, 2_000],
  retryOther4xx: true,
  pacing: { ratePerS: 2, burst: 3, concurrency: 4 },
};

test('the processes start as the guide says, and a worker sends what an API accepts', async (t) => {
  const server = await startPostgres();
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
  const receiver = await startReceiver();
  const services: ServiceProcess[] = [];
  t.after(async () => {
    for (const service of services) await service.kill();
    await receiver.close();
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
  const environment = {
    RINGPOST_DATABASE_URL: await server.newDatabase(),
    RINGPOST_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const [block = ''] = blocksOf(GUIDE, 'console');
  for (const name of Object.keys(environment)) assert.ok(block.includes(`export ${name}=`), name);
  const [migrating, ...starts] = [...block.matchAll(/^\$ npx ringpost (.+)$/gm)].map(
    ([, it]) => it,
  );
  assert.equal(migrating, 'migrate');
  const migrated = await run(process.execPath, [MAIN, 'migrate'], {
    directory,
    variables: environment,
  });
  assert.match(migrated, /ringpost migrate: from 0 to \d/);
  for (const start of starts) {
    const flags =
      start
        ?.split(' ')
        .slice(1)
        .join(' ')
        .replace(/ --(?:port|host) \S+/, '') ?? '';
    services.push(
      await startService({
        directory: join(directory, flags.replaceAll(/\W/g, '')),
        environment,
        flags: flags.split(' '),
      }),
    );
  }
  const [api, worker] = services;
  assert.ok(api !== undefined && worker !== undefined && services.length === 2);
  const endpoint = { ...SETTINGS, target: receiver.url, enabled: true };
  const auth = { method: 'rsa-sha256' };
  const triggers = ['OUTBOUND_CALL_CALLING'];
  const body = { ...endpoint, name: 'CRM', auth, triggers };
  assert.equal((await callApi(api, 'POST', '/v1/endpoints', body)).status, 201);
  const report = { direction: 'OUTBOUND', status: 'CALLING' };
  assert.equal((await callApi(api, 'POST', '/v1/calls/one/reports', report)).status, 202);
  await receiver.until((received) => received.length === 1);
  assert.equal((await callApi(worker, 'GET', '/readyz')).status, 200);
  assert.equal((await callApi(worker, 'GET', '/v1/calls/one')).status, 404);
  const metrics = await (await fetch(`${worker.url}/metrics`)).text();
  assert.match(metrics, /^ringpost_owned_shards 64$/m);
  const text = readFileSync(new URL(`../../${GUIDE}`, import.meta.url), 'utf8');
  for (const [name] of text.matchAll(/\bringpost_[a-z_]+(?=[)[{}` ])/g)) {
    assert.ok(metrics.includes(`# TYPE ${name.replace(/_bucket$/, '')} `), name);
  }
});
