/**
 * A platform gives two customers a project each, with the service as its users run it: the key is
 * made on the host beside it, on the embedded store and with two processes on PostgreSQL.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Ended, MAIN, run } from '../cli/command.ts';
import { startPostgres } from '../support/postgres.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

const MASTER_KEY = Buffer.alloc(32, 3).toString('base64');
/** A key set by the environment, beside the one that the command makes. */
const SET_KEY = `rpi_${'set'.padEnd(43, '0')}`;
const REPORT = { status: 'CALLING', direction: 'OUTBOUND' };

interface Asked {
  readonly token: string;
  readonly project?: string;
  readonly body?: object;
}

async function ask(service: ServiceProcess, method: string, path: string, asked: Asked) {
  const { token, project, body } = asked;
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(project === undefined ? {} : { 'ringpost-project': project }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: text === '' ? {} : Object(JSON.parse(text)) };
}

type Command = (...words: string[]) => Promise<Ended>;

async function lifeOf(services: readonly ServiceProcess[], command: Command): Promise<void> {
  const [first, last] = [services[0] ?? assert.fail(), services.at(-1) ?? assert.fail()];
  const printed = await command('instance-key', 'create', 'billing');
  assert.match(printed.stdout, /^rpi_[\w-]{43}\n$/, printed.stderr);
  assert.match(printed.stderr, /ik_\w{19}, shown this once/);
  const token = printed.stdout.trim();

  const customers = [];
  for (const externalId of ['acme', 'bell']) {
    const limits = { endpointsMax: 1, callsMax: externalId === 'acme' ? 1 : null };
    const body = { externalId, name: `Customer ${externalId}`, limits };
    const made = await ask(first, 'POST', '/v1/instance/projects', { token, body });
    assert.equal(made.status, 201, made.text);
    const again = await ask(last, 'POST', '/v1/instance/projects', { token, body });
    assert.deepEqual([again.status, again.text], [200, made.text]);
    const project = String(made.json.id);
    const scopes = ['reports:write', 'calls:read', 'endpoints:read', 'endpoints:write'];
    const key = await ask(first, 'POST', '/v1/api-keys', {
      token,
      project,
      body: { name: 'pbx', scopes },
    });
    assert.equal(key.status, 201, key.text);
    customers.push({ project, token: String(key.json.token), call: `call-of-${externalId}` });
  }
  for (const { token: own, call } of customers) {
    const report = { token: own, body: REPORT };
    assert.equal((await ask(last, 'POST', `/v1/calls/${call}/reports`, report)).status, 202);
    const endpoint = {
      name: 'orders',
      kind: 'custom',
      target: 'https://hooks.example.com/a',
      triggers: ['OUTBOUND_CALL_COMPLETED'],
      auth: { method: 'rsa-sha256' },
    };
    const statuses = [];
    for (const service of [first, last]) {
      const asked = { token: own, body: endpoint };
      statuses.push((await ask(service, 'POST', '/v1/endpoints', asked)).status);
    }
    assert.deepEqual(statuses, [201, 409], 'the limit holds in every process');
    for (const other of customers) {
      const read = await ask(first, 'GET', `/v1/calls/${other.call}`, { token: own });
      assert.equal(read.status, other.call === call ? 200 : 404);
    }
  }

  const [acme] = customers;
  assert.ok(acme !== undefined);
  const path = `/v1/instance/projects/${acme.project}`;
  const send = async (service: ServiceProcess, call: string) => {
    const answer = await ask(service, 'POST', `/v1/calls/${call}/reports`, {
      token: acme.token,
      body: REPORT,
    });
    return answer.json.code ?? answer.status;
  };
  const patch = async (body: object) =>
    assert.equal((await ask(first, 'PATCH', path, { token, body })).status, 200);
  // Lifts the limit of one call's count, so that it is counted now.
  await patch({ limits: { callsMax: null } });
  await patch({ limits: { callsMax: 1 } });
  for (const service of [first, last]) {
    assert.equal(await send(service, 'another-call'), 'PROJECT_LIMIT_REACHED');
    assert.equal(await send(service, acme.call), 202);
  }
  await patch({ limits: { callsMax: null }, suspended: true });
  for (const service of [first, last]) {
    assert.equal(await send(service, 'another-call'), 'PROJECT_SUSPENDED');
  }
  await patch({ suspended: false });
  assert.equal(await send(last, 'another-call'), 202);

  const listed = await command('instance-key', 'list');
  const lines = listed.stdout.trim().split('\n');
  assert.equal(lines.length, 2, listed.stdout + listed.stderr);
  assert.match(listed.stdout, /\tRINGPOST_INSTANCE_KEY\t/);
  assert.doesNotMatch(listed.stdout, /rpi_/);
  const id = /ik_\w{19}/.exec(lines.find((line) => line.includes('\tbilling\t')) ?? '')?.[0] ?? '';
  assert.equal((await command('instance-key', 'revoke', id)).code, 0);
  for (const service of [first, last]) {
    const ended = await ask(service, 'GET', path, { token });
    assert.equal(ended.status, 401, 'at once in every process');
    const set = await ask(service, 'GET', path, { token: SET_KEY });
    assert.equal(set.status, 200, 'the next key goes on with the projects of the former one');
  }
  const again = await command('instance-key', 'revoke', id);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /no instance key has the id ".*", or it is revoked/);
  assert.match((await command('instance-key', 'list')).stdout, /\trevoked \d{4}-/);
  for (const wrong of [
    ['instance-key', 'create'],
    ['instance-key', 'make', 'x'],
  ]) {
    assert.equal((await command(...wrong)).code, 1);
  }
}

async function givenDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-customers-'));
  t.after(() => rm(directory, { recursive: true }));
  return directory;
}

test('S12.39: two customers of a platform, on the embedded store', async (t) => {
  const directory = await givenDirectory(t);
  const environment = { RINGPOST_INSTANCE_KEY: SET_KEY };
  const service = await startService({ directory, environment });
  t.after(() => service.stop());
  await lifeOf([service], (...words) => run(MAIN, [...words, '--data-dir', directory]));
});

test('S12.38: two customers of a platform, with two processes on PostgreSQL', async (t) => {
  const directory = await givenDirectory(t);
  const server = await startPostgres();
  t.after(() => server.close());
  const environment = {
    RINGPOST_DATABASE_URL: await server.newDatabase(),
    RINGPOST_MASTER_KEY: MASTER_KEY,
    RINGPOST_INSTANCE_KEY: SET_KEY,
  };
  const services: ServiceProcess[] = [];
  t.after(() => Promise.all(services.map((service) => service.stop())));
  for (let n = 0; n < 2; n += 1) services.push(await startService({ directory, environment }));
  await lifeOf(services, (...words) => run(MAIN, words, environment));
});
