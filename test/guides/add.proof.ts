/**
 * The guides that add a provider, a trigger and a channel, followed to the letter in a copy of the
 * tree: it compiles with its dashboard, their suites pass, and one service with all three delivers
 * over real sockets. No migration and no file of the dashboard is changed.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Receiver, startReceiver } from '../journey/receiver.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { blocksOf, GUIDES, put } from './guide.ts';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  '.ci',
  'src',
  'sql',
  'dashboard',
  'receiver',
  'examples',
  'test',
  'docs',
  'sim',
  'bench',
];
const FILES = ['package.json', 'tsconfig.json'];
const SECRET = 'acme-secret-of-a-source';

describe('a provider, a trigger and a channel, each by its guide', () => {
  let copy = '';
  let untouched = '';
  let receiver: Receiver | null = null;
  let service: ServiceProcess | null = null;

  before(async () => {
    copy = mkdtempSync(join(tmpdir(), 'ringpost-add-'));
    const filter = (path: string) =>
      !/\/(?:node_modules|dist)(?:\/|$)/.test(path.slice(ROOT.length));
    for (const name of COPIED)
      cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter });
    for (const name of FILES) cpSync(join(ROOT, name), join(copy, name));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    untouched = hashOf(copy);
    for (const guide of GUIDES) {
      for (const block of blocksOf(guide))
        put(copy, block, (text) => run(copy, 'bash', ['-eu', '-c', text]));
    }
    receiver = await startReceiver();
    service = await startService({
      directory: join(copy, 'data'),
      main: join(copy, 'src/main.js'),
    });
  });
  after(async () => {
    await service?.kill();
    await receiver?.close();
    rmSync(copy, { recursive: true });
  });

  test('no migration and no file of the dashboard was changed', () => {
    assert.equal(hashOf(copy), untouched);
  });

  test('service and dashboard compile', () => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    for (const project of ['.', 'dashboard']) {
      run(copy, process.execPath, [tsc, '--noEmit', '-p', project]);
    }
  });

  test('the suites of channels and adapters pass, and the words of the pages are complete', () => {
    const files = [
      'test/channel/conformance/ntfy.test.ts',
      'test/ingest/acme/adapter.test.ts',
      'test/ingest/adapters.test.ts',
      'test/core/endpoint/kind-words.test.ts',
      'test/core/trigger/meaning.test.ts',
      'test/dashboard/word/fires.test.ts',
    ];
    const said = run(copy, process.execPath, ['--test', '--test-reporter=tap', ...files]);
    assert.match(said, /^# fail 0$/m);
    assert.match(said, /ntfy/);
    assert.match(said, /acme/);
  });

  test('a callback of the provider, the new status and the new kind go the whole way', async () => {
    assert.ok(service !== null && receiver !== null, 'they were started');
    const [at, inbox] = [service, receiver];
    const post = async (path: string, given: object) => {
      const { status, body } = await callApi(at, 'POST', path, given);
      assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`);
      return body;
    };
    const triggers = ['OUTBOUND_CALL_BUSY', 'OUTBOUND_CALL_TRANSFERRED'];
    const auth = { method: 'bearer', token: 'token-of-a-test' };
    const custom = { kind: 'custom', name: 'custom', target: `${inbox.url}/custom`, auth };
    await post('/v1/endpoints', { ...custom, triggers });
    const topic = { kind: 'ntfy', name: 'topic', target: `${inbox.url}/topic` };
    await post('/v1/endpoints', { ...topic, triggers });
    const source = await post('/v1/sources', { name: 'Acme', adapter: 'acme', secret: SECRET });
    const url = String((source as { url?: string }).url);

    const told = { id: 'e-1', call: 'acme-1', state: 'busy' };
    const body = JSON.stringify(told);
    const answer = await fetch(new URL(new URL(url).pathname, at.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acme-signature': signature(body) },
      body,
    });
    assert.equal(answer.status, 204, await answer.text());
    const forged = await fetch(new URL(new URL(url).pathname, at.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acme-signature': signature('{}') },
      body,
    });
    assert.equal(forged.status, 403);
    await post('/v1/calls/c-2/reports', { status: 'TRANSFERRED', direction: 'OUTBOUND' });

    await inbox.until((received) => received.length >= 4);
    const got = (path: string) => inbox.received.filter((each) => each.path === path);
    const events = got('/custom').map(({ headers }) => String(headers['webhook-event']));
    assert.deepEqual(events.toSorted(), triggers);
    for (const { headers } of got('/topic'))
      assert.match(headers['content-type'] ?? '', /^text\/plain/);
    const texts = got('/topic').map(({ body: text }) => text);
    assert.ok(
      texts.some((text) => text.includes('acme-1')),
      texts.join('\n'),
    );
    assert.ok(
      texts.some((text) => text.includes('TRANSFERRED')),
      texts.join('\n'),
    );
  });
});

/** As Acme signs. */
function signature(body: string): string {
  const time = Math.floor(Date.now() / 1_000);
  return `t=${time},v1=${createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')}`;
}

/** The files of migrations and pages. */
function hashOf(root: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(['sql/**/*.sql', 'dashboard/**/*.{ts,tsx,css,json,html}'], {
    cwd: root,
  }).sort()) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function run(cwd: string, file: string, parameters: readonly string[]): string {
  const { PATH, HOME } = process.env;
  try {
    return execFileSync(file, [...parameters], {
      cwd,
      env: { PATH, HOME },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    // Without the cause, which repeats all of it.
    throw new Error(`${parameters.join(' ')}:\n${stdout}\n${stderr}`);
  }
}
