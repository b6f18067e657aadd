/**
 * The commands of README, quick start and guides, run against the real service. Only addresses and
 * keys are filled in; hosts that stand for the reader's own become a receiver on this machine.
 * `deploy.test.ts` tests the samples of units and crontab.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SCOPES } from '../../src/core/key/scope.ts';
import { type Receiver, startReceiver } from '../journey/receiver.ts';
import { askUntil } from '../support/ask-until.ts';
import { freePort } from '../support/free-port.ts';
import { API_KEY, callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { blocksOf, run, runBlock, type Surroundings } from './shell-block.ts';

const GUIDES = [
  'report-calls',
  'endpoints',
  'slack-and-teams',
  'email',
  'api-keys',
  'signing-keys',
  'ingest-from-twilio',
  'customers',
];
const ROOT = new URL('../../', import.meta.url).pathname;
/** `npx node` would start npm first; the node of the tests is the same. */
const NODE = `"${process.execPath}"`;

const INSTANCE_KEY = `rpi_${'of-a-platform'.padEnd(43, '0')}`;
const RETENTION_DAYS = 6;

interface Setup extends Surroundings {
  readonly service: ServiceProcess;
  readonly receiver: Receiver;
}

/**
 * A service takes more than a second of processor time: all examples use one, in its first project
 * or, if they count what exists, in a project of their own.
 */
let shared: Setup | null = null;
before(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
  const environment = { RINGPOST_INSTANCE_KEY: INSTANCE_KEY };
  const service = await startService({ directory: join(directory, 'data'), environment });
  const receiver = await startReceiver();
  const project = Object((await callApi(service, 'GET', '/v1/project')).body);
  const variables = { URL: service.url, KEY: API_KEY, PROJECT: String(project.id) };
  shared = { directory, variables, service, receiver };
});
after(async () => {
  if (shared === null) return;
  await shared.service.kill();
  await shared.receiver.close();
  await rm(shared.directory, { recursive: true, force: true });
});

function onShared(): Setup {
  assert.ok(shared !== null, 'it was started');
  return shared;
}

/** A new project of the shared service, without the calls and endpoints of other examples. */
async function inProject(name: string) {
  const { service, directory } = onShared();
  const make = async (path: string, body: object, headers = {}) => {
    const authorization = `Bearer ${INSTANCE_KEY}`;
    const made = await callApi(service, 'POST', path, body, { authorization, ...headers });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return Object(made.body);
  };
  const { id } = await make('/v1/instance/projects', { name });
  const key = { name, scopes: SCOPES };
  const { token } = await make('/v1/api-keys', key, { 'ringpost-project': id });
  return {
    run: (...blocks: readonly (string | undefined)[]) =>
      runBlock(blocks.join('\n'), { directory, variables: { URL: service.url, KEY: token } }),
    get: async (path: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return Object((await callApi(service, 'GET', path, undefined, headers)).body);
    },
  };
}

/** Fills the reader's own values into a block. */
function given(block: string, { service, receiver }: Setup): string {
  return block
    .replace(/\bKEY=rp_\.\.\..*/, `KEY=${API_KEY}`)
    .replaceAll('http://127.0.0.1:8080', service.url)
    .replaceAll(/https:\/\/(?:hooks|desk)\.example\.com/g, receiver.url)
    .replaceAll('npx node', NODE);
}

test('README: the first delivery arrives in the local inbox, verified', async () => {
  const bundle = onShared();
  const [starting = '', curls = ''] = blocksOf('README.md');
  assert.equal(starting.trim(), 'npm ci && npm start');
  const output = await runBlock(given(curls.replace('sleep 1', arrived(1)), bundle), bundle);
  const said = /is answered `202 ([^`]+)`/.exec(
    await readFile(join(ROOT, 'README.md'), 'utf8'),
  )?.[1];
  assert.ok(said !== undefined && output.includes(said.replaceAll('\n', '')), output);
  assert.match(output, /"trigger":"OUTBOUND_CALL_CALLING"/);
  assert.match(output, /"verdict":"valid"/);
});

/** Replaces a pause: waits until this many items are in the inbox. */
function arrived(count: number): string {
  return `while [ "$(api inbox | grep -o '"verdict"' | wc -l)" -lt ${count} ]; do sleep 0.05; done`;
}

test('quick start: three webhooks arrive in order, and the last one verifies', async (t) => {
  const blocks = blocksOf('docs/start/quick-start.md');
  const [starting = '', receive = '', , register = '', report = '', verify = ''] = blocks;
  // Like the start of the shared service, except for its directory.
  assert.match(
    starting,
    /npm start -- --data-dir \.\/quick-start --allow-targets 127\.0\.0\.0\/8\n/,
  );
  const bundle = onShared();
  const port = String(await freePort());
  const local = (block: string): string => given(block, bundle).replaceAll('9000', port);
  const receiver = spawn('bash', ['-c', local(receive).replace(NODE, `exec ${NODE}`)], {
    cwd: bundle.directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => receiver.kill());
  let printed = '';
  receiver.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const says = async (text: string): Promise<void> => {
    while (!printed.includes(text)) await once(receiver.stdout, 'data');
  };
  await says('the receiver listens');
  await runBlock(local(register), bundle);
  await runBlock(local(report), bundle);
  await says('CALL_LOG_CREATED {');
  assert.deepEqual(printed.match(/^[A-Z_]+(?= \{)/gm), [
    'OUTBOUND_CALL_CALLING',
    'OUTBOUND_CALL_COMPLETED',
    'CALL_LOG_CREATED',
  ]);
  assert.match(await runBlock(local(verify), bundle), /Verified OK/);
  await verifyByTheGuide({ ...bundle, directory: join(bundle.directory, 'received') });
});

/** The guide's own commands on what the receiver of the quick start saved. */
async function verifyByTheGuide(bundle: Setup): Promise<void> {
  const guide = 'docs/guides/receive-webhooks.md';
  const [byHand = ''] = blocksOf(guide);
  assert.match(await runBlock(byHand, bundle), /Verified OK/);
  const [python = ''] = blocksOf(guide, 'python');
  // Not every machine has the package that the snippet names; openssl has judged already.
  const able = await run('python3', ['-c', 'import cryptography'], bundle).catch(() => null);
  if (able === null) return;
  await run('python3', ['-c', python], bundle);
  const broken = python.replace('.encode() + body', '.encode() + body + b" "');
  await assert.rejects(run('python3', ['-c', broken], bundle), /InvalidSignature/);
}

test('the commands of the guides are accepted', async () => {
  const bundle = onShared();
  for (const guide of GUIDES) {
    const blocks = blocksOf(`docs/guides/${guide}.md`);
    assert.ok(blocks.length > 0, guide);
    await runBlock(given(blocks.join('\n'), bundle), bundle);
  }
});

test('docs/README.md: the variables of the guides', async () => {
  const bundle = onShared();
  const [variables = ''] = blocksOf('docs/README.md');
  const output = await runBlock(`${given(variables, bundle)}\necho "is $PROJECT"`, bundle);
  assert.match(output, /^is prj_[0-9A-Z]+$/m);
});

test('local inbox: three kinds arrive, one fails, and the inbox is emptied', async () => {
  const { run, get } = await inProject('Local inbox');
  const [address, endpoints, mail, look, one, fail, clear, ...rest] = blocksOf(
    'docs/guides/local-inbox.md',
  );
  assert.deepEqual(rest, []);
  assert.match(await run(address, 'echo $CRM'), /^http:\/\/127\.0\.0\.1:\d+\/prj_\w+\/http\/crm$/m);
  const made = await run(address, endpoints, mail);
  assert.match(made, /"warnings":\["No mail server is set: mail goes to the local inbox\."\]/);
  const seen = await run(look, one);
  assert.deepEqual([...new Set(seen.match(/"channel":"\w+"/g))].sort(), [
    '"channel":"email"',
    '"channel":"http"',
    '"channel":"slack"',
  ]);
  assert.match(seen, /"verdict":"valid"/);
  assert.match(seen, /"json":\{"text":"\[Ringpost\] OUTBOUND_CALL_COMPLETED/);

  await run(fail, look?.replaceAll('inbox-1', 'inbox-2').replace('sleep 2', ''));
  const statuses = async () => {
    const found = await get('/v1/inbox?channel=http&callId=inbox-2');
    const data: { answer: { status: number } }[] = found.data;
    return data.map(({ answer }) => answer.status).reverse();
  };
  const four = await askUntil('four items', statuses, (all) => all.length >= 4);
  assert.deepEqual(four, [503, 503, 200, 200]);

  assert.match(await run(clear), /"removed":[1-9]/);
  assert.deepEqual(await statuses(), []);
});

test('after-call work: an analysis, an evaluation and a result posted by hand', async () => {
  const { run: runIn, get } = await inProject('After-call work');
  const [agents, report, list, one, figures, own, byHand, runs, again, cards, trial, ...rest] =
    blocksOf('docs/guides/after-call-work.md');
  assert.deepEqual(rest, []);
  const run = (...blocks: readonly (string | undefined)[]) => runIn('CALL=acw-1', ...blocks);
  const results = async () => {
    const found = await get('/v1/calls/acw-1/acw-results');
    const data: { agentKind: string; isError: boolean }[] = found.data;
    return data.map(({ agentKind, isError }) => `${agentKind} ${isError}`).sort();
  };

  await run(agents, report);
  const two = await askUntil('two results', results, (all) => all.length >= 2);
  assert.deepEqual(two, ['ANALYZER false', 'EVALUATOR false']);
  assert.match(await run(list?.replace('sleep 2', '')), /"agentKind":"ANALYZER"/);
  assert.match(await run(one), /"result":\{"schemaVersion":"1"/);
  assert.match(await run(figures), /"engine":"METRICS","callLogWaitMs":120000/);

  // No process listens there, and the address needs no name look-up.
  const nearby = own?.replace('https://agent.example.com/run', 'http://127.0.0.1:9/');
  assert.match(await run(nearby, byHand), /"acwResultId":"acwr_\w+".*"isError":false/);
  assert.deepEqual((await results()).at(-1), 'SELF_PROVIDED false');
  assert.match(await run(runs), /"agentKind":"SELF_PROVIDED"/);
  assert.match(await run(again), /"state":"QUEUED"/);
  await askUntil('the fourth result', results, (all) => all.length >= 4);
  assert.match(await run(cards), /"isDefault":true/);
  assert.match(await run(trial), /"result":"PASS"/);
});

test('S12.39: the guide makes a project for a customer, and ends the customer', async () => {
  const { service, directory } = onShared();
  // A new name: a customer with the guide's name has been made and ended before.
  const blocks = blocksOf('docs/guides/customers.md').map((block) =>
    block.replaceAll('Acme Ltd', 'Bell Ltd'),
  );
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
  assert.deepEqual([ended.name, ended.externalId], ['Bell Ltd, ended', null]);
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

test('operate: the running service is backed up, for its owner alone, and restored', async () => {
  const bundle = onShared();
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  await callApi(bundle.service, 'POST', '/v1/calls/kept-1/reports', report);
  const variables = {
    RINGPOST_DATA_DIR: join(bundle.directory, 'data'),
    BACKUPS: join(bundle.directory, 'backups'),
    RESTORED: join(bundle.directory, 'restored'),
  };
  const blocks = blocksOf('docs/guides/operate.md');
  const backs = blocks.filter((block) => /ringpost (?:backup|restore)/.test(block));
  assert.equal(backs.length, 2);
  let said = '';
  for (const block of backs) {
    said += await runBlock(block, { directory: bundle.directory, variables });
  }
  assert.match(said, /is restored from .*now give it the master key [0-9a-f]{8}/s);
  assert.ok((await readdir(variables.RESTORED)).includes('ringpost.db'));
  const [backup = '', ...others] = await readdir(variables.BACKUPS);
  assert.deepEqual(others, []);
  const { mode, size } = await stat(join(variables.BACKUPS, backup));
  assert.equal(mode & 0o077, 0);
  assert.ok(size > 0);
});
