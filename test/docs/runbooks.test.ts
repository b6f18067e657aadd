/**
 * The runbooks: their commands are run as they stand on a service that was broken that way, and
 * every command line and path of the API that a guide names exists.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createProgram } from '../../src/cli/program.ts';
import { freePort } from '../support/free-port.ts';
import { API_KEY, callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { runBlock } from './shell-block.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(new URL('../../docs/guides/runbooks.md', import.meta.url), 'utf8');

const HEADINGS = [
  'A customer got nothing',
  'An endpoint was down for two days',
  'A key leaked',
  'The disk is full',
  'The clock is wrong',
  'The database is away',
  'The master key is lost',
  'Move house',
] as const;
const PARTS = ['**Mend**', '**Lost**', '**Over**'];

/** In a terminal, a unit or a sentence; not what a start says in the first column. */
const COMMAND_LINE =
  /(?:(?:\bnpx |bin\/|^\$ |^)ringpost(?! has)|(?:main|ringpost)\.js) +([a-z][^\n`|;]*)/gm;

type Heading = (typeof HEADINGS)[number];

test('each runbook says how to mend, what is lost and how to know that it is over', () => {
  const found = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(found, HEADINGS);
  for (const heading of HEADINGS) {
    for (const part of PARTS) assert.ok(sectionOf(heading).includes(part), `${heading}: ${part}`);
  }
});

test('a customer got nothing and an endpoint was down: found, mended, over', async (t) => {
  const { service, directory, port } = await broken(t);
  const endpoint = await endpointAt(service, port);
  for (const call of ['gone-1', 'gone-2', 'gone-3']) {
    await callApi(service, 'POST', `/v1/calls/${call}/reports`, {
      status: 'CALLING',
      direction: 'OUTBOUND',
    });
  }
  const open = `/v1/deliveries?endpointId=${endpoint}&notState=delivered`;
  const states = async (): Promise<readonly string[]> => {
    const { body } = await callApi(service, 'GET', open);
    return Object(body).data.map(({ state }: { state: string }) => state);
  };
  while ((await states()).filter((state) => state === 'exhausted').length < 3);
  const variables = { URL: service.url, KEY: API_KEY, ENDPOINT: endpoint, CALL: 'gone-1' };
  const at = { directory, variables };
  const [explain = '', , left = ''] = blocksUnder('A customer got nothing');
  assert.match(await runBlock(explain, at), /Given up after 2 attempts \(last error: refused\)/);
  assert.match(await runBlock(left, at), /"state":"exhausted"/);

  const [look = '', mend = '', over = ''] = blocksUnder('An endpoint was down for two days');
  assert.match(await runBlock(look, at), /"nextStep":"Start the receiver.*"state":"held"/s);
  const came = await receiverAt(t, port);
  const said = await runBlock(mend, at);
  assert.match(said, /"outcome":"delivered".*"health":\{"state":"healthy".*"reopened":3/s);
  // If `enable` had not ended the hold, it would keep them back for 30 s.
  while ((await states()).length > 0);
  assert.match(await runBlock(over, at), /"data":\[\]/);
  assert.equal(new Set(came).size, 4, 'a sample, and each of the three once');

  const [, replay = ''] = blocksUnder('A customer got nothing');
  assert.match(await runBlock(replay, at), /"outcome":"delivered"/);
  while ((await states()).length > 0);
  assert.equal(came.length, 6, 'another sample, and the replay');
  assert.equal(new Set(came).size, 5, 'the replay has the id of the first webhook');
});

test('a leaked key ends, and a disk and a clock are looked at', async (t) => {
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

test('a lost master key is adopted anew, and a house is moved', async (t) => {
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

test('every command of ringpost in the guides exists, with its flags', () => {
  const known = new Map(
    createProgram().commands.map((command) => [
      command.name(),
      ['--help', ...command.options.flatMap(({ long }) => long ?? [])],
    ]),
  );
  const wrong = guides().flatMap(({ name, text }) =>
    [...text.matchAll(COMMAND_LINE)].flatMap(([line, rest = '']) => {
      const [command = '', ...words] = rest.split(/\s+/);
      const flags = known.get(command);
      const unknown = words
        .map((word) => /^--[a-z-]+/.exec(word)?.[0])
        .filter((flag) => flag !== undefined && flags?.includes(flag) !== true);
      return flags === undefined || unknown.length > 0 ? [`${name}: ${line}`] : [];
    }),
  );
  assert.deepEqual(wrong, []);
});

test('every path of the API in the guides exists', async (t) => {
  const { service } = await broken(t);
  const answer = await fetch(`${service.url}/openapi.json`);
  const paths = Object.keys(Object(await answer.json()).paths).map((path) =>
    path.replaceAll(/\{\w+\}/g, '*'),
  );
  const wrong = guides().flatMap(({ name, text }) =>
    [...text.matchAll(/(?<![\w.])(?:\$URL|GET |POST |PATCH |PUT |DELETE )(\/v1\/[^\s"'`?;,)#|]+)/g)]
      .map(([, path = '']) => path.replace(/[.:]$/, ''))
      .filter((path) => !paths.some((each) => fits(path, each)))
      .map((path) => `${name}: ${path}`),
  );
  assert.deepEqual(wrong, []);
});

/** A part that is a variable or an id of an example stands for any. */
function fits(path: string, known: string): boolean {
  const parts = path.split('/');
  const wanted = known.split('/');
  return (
    parts.length === wanted.length &&
    wanted.every(
      (part, at) => part === '*' || part === parts[at] || parts[at]?.startsWith('$') === true,
    )
  );
}

function guides(): readonly { readonly name: string; readonly text: string }[] {
  const folder = new URL('../../docs/guides/', import.meta.url);
  return readdirSync(folder).map((name) => ({
    name,
    text: readFileSync(new URL(name, folder), 'utf8').replaceAll('\\\n', ' '),
  }));
}

function sectionOf(heading: Heading): string {
  return PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

function blocksUnder(heading: Heading): readonly string[] {
  return [...sectionOf(heading).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** A service on a directory of its own, and a port at which no receiver listens yet. */
async function broken(t: TestContext): Promise<{
  readonly service: ServiceProcess;
  readonly directory: string;
  readonly port: number;
}> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-runbook-'));
  const service = await startService({ directory });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  return { service, directory, port: await freePort() };
}

async function endpointAt(service: ServiceProcess, port: number): Promise<string> {
  const { body } = await callApi(service, 'POST', '/v1/endpoints', {
    name: 'CRM',
    kind: 'custom',
    target: `http://127.0.0.1:${port}/`,
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
    retryScheduleMs: [1_000],
  });
  return Object(body).id;
}

/** Takes every webhook; the ids of those that came. */
async function receiverAt(t: TestContext, port: number): Promise<readonly string[]> {
  const came: string[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      came.push(String(request.headers['webhook-id']));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return came;
}
