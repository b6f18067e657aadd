/**
 * The commands of README, quick start and guides, run against the real service. Only addresses
 * and keys are put in; hosts that stand for the reader's own become a receiver of this machine. The
 * samples of units and crontab are those of `deploy.test.ts`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Receiver, startReceiver } from '../journey/receiver.ts';
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
/** `npx node` would ask npm first; the node of the tests is the same one. */
const NODE = `"${process.execPath}"`;

interface Setup extends Surroundings {
  readonly service: ServiceProcess;
  readonly receiver: Receiver;
}

/** A service costs more than a second of processor time: all examples run on one. */
let shared: Setup | null = null;
before(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
  const service = await startService({ directory: join(directory, 'data') });
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

/** Puts what is the reader's own into a block. */
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

/** Instead of a pause: until so many items are in the inbox. */
function arrived(count: number): string {
  return `while [ "$(api inbox | grep -o '"verdict"' | wc -l)" -lt ${count} ]; do sleep 0.05; done`;
}

test('quick start: three webhooks arrive in order, and the last one verifies', async (t) => {
  const blocks = blocksOf('docs/start/quick-start.md');
  const [starting = '', receive = '', , register = '', report = '', verify = ''] = blocks;
  // As the shared service was started, but for its place.
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
  // The package that the snippet names is not on every machine; openssl has judged already.
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
