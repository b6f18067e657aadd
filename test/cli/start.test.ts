/**
 * The process as an operator starts it: wrong settings, a busy port, a directory in use or not
 * writable each end it with a sentence that says what to do; SIGTERM ends it cleanly.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../src/config/settings.ts';
import {
  API_KEY,
  callApi,
  type ServiceOptions,
  type ServiceProcess,
  startService,
} from '../support/service-process.ts';
import { MAIN, run } from './command.ts';

const LOADED = new URL('./loaded.ts', import.meta.url).href;
const SHIM = fileURLToPath(new URL('../../src/cli/ringpost.js', import.meta.url));

let directory: string;
/** Ended at the end of the file, also when a test failed in the middle. */
const started: ServiceProcess[] = [];

async function start(options: ServiceOptions): Promise<ServiceProcess> {
  const service = await startService(options);
  started.push(service);
  return service;
}

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ringpost-start-'));
});
after(async () => {
  for (const service of started) await service.kill();
  await rm(directory, { recursive: true, force: true });
});

test('it starts, answers with the key of the environment, and ends on SIGTERM', async () => {
  const service = await start({ directory: join(directory, 'a') });
  const { status } = await callApi(service, 'GET', '/v1/project');
  assert.equal(status, 200);
  const ready = await fetch(`${service.url}/readyz`);
  assert.equal(ready.status, 200);
  assert.equal(await service.stop(), 0);
  assert.match(service.output(), /^ringpost stopped$/m);
  assert.ok(!service.output().includes(API_KEY));
});

test('metrics have a port of their own by a setting, which serves nothing else', async () => {
  const apart = await freePort();
  const environment = { RINGPOST_METRICS_PORT: String(apart) };
  const service = await start({ directory: join(directory, 'metrics'), environment });
  const statusAt = async (url: string) => (await fetch(url)).status;
  assert.equal(await statusAt(`${service.url}/metrics`), 404);
  assert.equal(await statusAt(`${service.url}/healthz`), 200);
  const own = `http://127.0.0.1:${apart}`;
  assert.match(await (await fetch(`${own}/metrics`)).text(), /^ringpost_attempts_in_flight /m);
  for (const path of ['/', '/healthz', '/v1/calls']) assert.equal(await statusAt(own + path), 404);
  const taken = run(MAIN, ['start', '--port', '0', '--metrics-port', String(apart)], {
    RINGPOST_DATA_DIR: join(directory, 'taken'),
  });
  assert.match((await taken).stderr, /RINGPOST_METRICS_PORT/);
  await service.stop();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

test('a start loads no code of TypeBox, and its threads what is compiled already', async () => {
  const environment = { NODE_OPTIONS: `--import=${LOADED}` };
  const service = await start({ directory: join(directory, 'loaded'), environment });
  assert.equal(await service.stop(), 0);
  assert.match(service.output(), /^[1-9]\d{2,3} modules, 0 of TypeBox$/m);
  const threads = service.output().match(/^thread compiled at \/.*\/compiled\/.*$/gm) ?? [];
  assert.ok(threads.length >= 2, service.output());
  assert.doesNotMatch(service.output(), /compiled at undefined/);
});

test('the first start without RINGPOST_API_KEY makes a key and shows it once', async () => {
  const options = { directory: join(directory, 'b'), environment: { RINGPOST_API_KEY: '' } };
  const first = await start(options);
  const key = /shown only now: (rp_\S+)/.exec(first.output())?.[1];
  assert.ok(key !== undefined);
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await fetch(`${first.url}/v1/project`, { headers })).status, 200);
  await first.stop();
  const second = await startService(options);
  assert.doesNotMatch(second.output(), /rp_/);
  assert.equal((await fetch(`${second.url}/v1/project`, { headers })).status, 200);
  await second.stop();
});

test('the master key is a file that only its owner can read', async () => {
  const { mode } = await stat(join(directory, 'b', 'master.key'));
  assert.equal(mode & 0o777, 0o600);
});

test('a busy port is said with what to do', async () => {
  const service = await start({ directory: join(directory, 'c') });
  const port = new URL(service.url).port;
  const { code, stderr } = await run(MAIN, [
    ...['start', '--port', port, '--data-dir', join(directory, 'd')],
  ]);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`port ${port} on 127.0.0.1 is in use; choose another`));
  // npm keeps a flag for itself without the dashes.
  const advice = /npm start -- --port (\d+)` or `RINGPOST_PORT=\1 npm start/.exec(stderr);
  // What runs on the default port has its inbox on the next one.
  const taken = [SETTINGS.port.fallback, SETTINGS.port.fallback + 1];
  assert.ok(advice !== null && !taken.includes(Number(advice[1])), stderr);
  await service.stop();
});

test('a second process on the same data directory says so and ends', async () => {
  const service = await start({ directory: join(directory, 'e') });
  const { code, stderr } = await run(MAIN, [
    ...['start', '--port', '0', '--data-dir', join(directory, 'e')],
  ]);
  assert.equal(code, 1);
  assert.match(stderr, /running on the data directory .* --data-dir/);
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  await service.stop();
});

test('where it listens is said once', async () => {
  const environment = { RINGPOST_LOG_LEVEL: 'info' };
  const service = await start({ directory: join(directory, 'once'), environment });
  await service.stop();
  assert.equal(service.output().split(service.url).length - 1, 1, service.output());
});

test('doctor says that another process holds the directory, and does not disturb it', async () => {
  const data = join(directory, 'held');
  const service = await start({ directory: data });
  const held = await run(MAIN, ['doctor', '--port', '0', '--data-dir', data]);
  assert.equal(held.code, 1);
  assert.match(held.stdout, /WRONG {2}data directory .* is in use: another Ringpost is running/);
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  await service.stop();
  const free = await run(MAIN, ['doctor', '--port', '0', '--data-dir', data]);
  assert.equal(free.code, 0, free.stdout);
});

test('a data directory that cannot be written is said with what to do', async (t) => {
  const locked = join(directory, 'locked');
  await mkdir(locked);
  // Root may write everywhere, so the path leads through a file instead.
  const path = process.getuid?.() === 0 ? join(MAIN, 'data') : join(locked, 'data');
  await chmod(locked, 0o500);
  t.after(() => chmod(locked, 0o700));
  const { code, stderr } = await run(MAIN, ['start', '--port', '0', '--data-dir', path]);
  assert.equal(code, 1);
  assert.match(stderr, /data directory/i);
  assert.doesNotMatch(stderr, /\n\s+at /, 'no stack');
});

test('wrong settings end with code 2 and all problems at once', async () => {
  const { code, stderr } = await run(MAIN, ['start', '--port', '99999'], {
    RINGPOST_API_KEY: 'short',
    RINGPOST_TYPO: '1',
  });
  assert.equal(code, 2);
  assert.match(stderr, /--port must be/);
  assert.match(stderr, /RINGPOST_API_KEY must be/);
  assert.match(stderr, /RINGPOST_TYPO is no setting/);
});

test('an unknown command or flag shows the help and ends with code 2', async () => {
  assert.equal((await run(MAIN, ['sart'])).code, 2);
  assert.equal((await run(MAIN, ['start', '--prot', '1'])).code, 2);
  assert.equal((await run(MAIN, ['--help'])).code, 0);
});

test('doctor shows settings without secrets and checks the directory and the port', async () => {
  const good = await run(MAIN, ['doctor', '--port', '0', '--data-dir', join(directory, 'new')], {
    RINGPOST_API_KEY: API_KEY,
  });
  assert.equal(good.code, 0, good.stdout);
  assert.match(good.stdout, /RINGPOST_API_KEY = \(set, not shown\)/);
  assert.ok(!good.stdout.includes(API_KEY));
  const bad = await run(MAIN, ['doctor', '--port', '0', '--data-dir', join(MAIN, 'data')]);
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /WRONG {2}data directory/);
});

test('the ringpost command runs the same program', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const { code, stdout } = await run(SHIM, ['--version']);
  assert.equal(code, 0);
  assert.equal(stdout.trim(), version);
});
