/**
 * The guides that move a service, followed: everything to PostgreSQL, a copy to staging, settings
 * into another project, and a new service beside the old one. Each block is run as it stands.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Receiver, startReceiver } from '../journey/receiver.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { blocksOf, runBlock } from './shell-block.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const TOKEN = 'a-token-of-the-receiver';
const CALLING = { direction: 'OUTBOUND', status: 'CALLING' };

describe('the guides that move a service', () => {
  let server: PostgresServer;
  let receiver: Receiver;
  let place: string;
  let passphrase = '';
  const below = (name: string) => join(place, name);

  before(async () => {
    server = await startPostgres();
    receiver = await startReceiver();
    place = await mkdtemp(join(tmpdir(), 'ringpost-move-'));
  });
  after(async () => {
    await receiver.close();
    await server.close();
    await rm(place, { recursive: true, force: true });
  });

  /** The files of the guides go to the folder of the test. */
  function follow(block: string, variables: Readonly<Record<string, string>>): Promise<string> {
    const here = block
      .replaceAll('/tmp/', `${place}/`)
      .replaceAll(' staging-data', ` ${below('x')}`);
    return runBlock(here, { directory: PROJECT, variables: { HOME: place, ...variables } });
  }

  async function startOn(
    t: TestContext,
    directory: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ServiceProcess> {
    const service = await startService({ directory: below(directory), environment });
    t.after(() => service.kill());
    return service;
  }

  async function addEndpoint(service: ServiceProcess, path: string): Promise<string> {
    const { status, body } = await callApi(service, 'POST', '/v1/endpoints', {
      name: 'CRM',
      kind: 'custom',
      target: `${receiver.url}${path}`,
      triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_CLOSING'],
      auth: { method: 'bearer', token: TOKEN },
      retryScheduleMs: [1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
    });
    assert.equal(status, 201, JSON.stringify(body));
    return (body as { id: string }).id;
  }

  async function report(service: ServiceProcess, callId: string, body: object): Promise<void> {
    const answer = await callApi(service, 'POST', `/v1/calls/${callId}/reports`, body);
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
  }

  const arrived = (path: string) => receiver.received.filter((each) => each.path === path);
  const shared = async () => ({
    RINGPOST_DATABASE_URL: await server.newDatabase(),
    RINGPOST_MASTER_KEY: MASTER_KEY,
  });

  test('everything moves to PostgreSQL, and waiting deliveries go on there', async (t) => {
    const [leave = '', arrive = ''] = blocksOf('docs/guides/move.md');
    const old = await startOn(t, 'old');
    receiver.answer('/house', (earlier) => (earlier === 0 ? 503 : 200));
    await addEndpoint(old, '/house');
    await report(old, 'waits', CALLING);
    await report(old, 'waits', { status: 'CLOSING' });
    await receiver.until(() => arrived('/house').length === 1);
    await old.stop();
    const left = await follow(leave, { RINGPOST_DATA_DIR: below('old') });
    assert.match(left, /2 deliveries still wait; the service that imports this file sends them/);
    passphrase = /^[\w+/]{32}$/m.exec(left)?.[0] ?? '';
    const there = { ...(await shared()), RINGPOST_EXPORT_PASSPHRASE: passphrase };
    const said = await follow(arrive, there);
    assert.match(said, /nothing stands in the way; nothing was written\n.*2 deliveries wait/s);
    const now = await startOn(t, 'none', there);
    await report(now, 'waits', { status: 'COMPLETED' });
    await receiver.until(() => arrived('/house').length === 3);
    const [first, again, next] = arrived('/house').map(({ headers }) => headers);
    assert.equal(first?.['webhook-id'], again?.['webhook-id']);
    assert.deepEqual([again?.['webhook-sequence'], next?.['webhook-sequence']], ['1', '2']);
    assert.equal(next?.authorization, `Bearer ${TOKEN}`);
    await now.stop();
  });

  test('a copy for staging sends nothing, made beside a running service', async (t) => {
    const [, , copy = ''] = blocksOf('docs/guides/move.md');
    const service = await startOn(t, 'production');
    await addEndpoint(service, '/production');
    await report(service, 'one', CALLING);
    await receiver.until(() => arrived('/production').length === 1);
    const variables = {
      RINGPOST_DATA_DIR: below('production'),
      RINGPOST_EXPORT_PASSPHRASE: passphrase,
    };
    assert.match(await follow(copy, variables), /every endpoint is disabled/);
    const staging = await startOn(t, 'x');
    assert.equal((await callApi(staging, 'GET', '/v1/calls/one')).status, 200);
    const { body } = await callApi(staging, 'GET', '/v1/endpoints');
    assert.deepEqual(
      (body as { data: { enabled: boolean }[] }).data.map(({ enabled }) => enabled),
      [false],
    );
    await staging.stop();

    const [, , , beside = ''] = blocksOf('docs/guides/move.md');
    const [taken = '', ...given] = beside.trim().split('\n');
    await follow(taken, variables);
    await service.stop();
    const said = await follow(given.join('\n'), variables);
    assert.match(said, /project "copy" is prj_\w+ here/);
  });

  test('a new service stands beside the old one with its ids, keys and secrets', async (t) => {
    const [leave = '', arrive = ''] = blocksOf('docs/guides/scale-out.md');
    const old = await startOn(t, 'beside');
    await addEndpoint(old, '/beside');
    await report(old, 'began-there', CALLING);
    const folder = { FOLDER: await mkdtemp(below('folder-')) };
    // The passphrase stays in the shell: both blocks are typed there, with other variables.
    const there = await shared();
    const set = Object.entries(there).map(([name, value]) => `export ${name}='${value}'\n`);
    await follow(`${leave}unset RINGPOST_DATA_DIR\n${set.join('')}${arrive}`, {
      ...folder,
      RINGPOST_DATA_DIR: below('beside'),
    });
    const now = await startOn(t, 'none', there);
    assert.deepEqual(await settingsOf(now), await settingsOf(old));
    await report(now, 'begins-here', CALLING);
    await report(old, 'began-there', { status: 'CLOSING' });
    await receiver.until(() => arrived('/beside').length === 3);
    const ids = arrived('/beside').map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 3);
    for (const { headers } of arrived('/beside')) {
      assert.equal(headers.authorization, `Bearer ${TOKEN}`);
    }
    await now.stop();
  });
});

/** What receivers and reporters know of a service. */
async function settingsOf(service: ServiceProcess): Promise<unknown> {
  const project = (await callApi(service, 'GET', '/v1/project')).body as { id: string };
  const jwks = `/v1/projects/${project.id}/.well-known/jwks.json`;
  const [keys, endpoints] = [
    await callApi(service, 'GET', jwks),
    await callApi(service, 'GET', '/v1/endpoints'),
  ].map(({ body }) => body);
  const { data } = endpoints as { data: { id: string; target: string }[] };
  return { project: project.id, keys, endpoints: data.map(({ id, target }) => [id, target]) };
}
