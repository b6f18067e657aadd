/**
 * More ways to start the process, and what doctor says of each: a first start, a busy port, a
 * directory in use or not writable, a wrong command line.
 */
import assert from 'node:assert/strict';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config/settings.ts';
import { freePort } from '../support/free-port.ts';
import { API_KEY } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { startedServices } from './started.ts';

const { start, below } = startedServices();

test('the first start without RINGPOST_API_KEY makes a key and shows it once', async () => {
  const options = { directory: below('b'), environment: { RINGPOST_API_KEY: '' } };
  const first = await start(options);
  const key = /shown only now: (rp_\S+)/.exec(first.output())?.[1];
  assert.ok(key !== undefined);
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await fetch(`${first.url}/v1/project`, { headers })).status, 200);
  await first.stop();
  const second = await start(options);
  assert.doesNotMatch(second.output(), /rp_/);
  assert.equal((await fetch(`${second.url}/v1/project`, { headers })).status, 200);
  await second.stop();
});

test('metrics get a port of their own by a setting, which serves nothing else', async () => {
  const apart = await freePort();
  const environment = { RINGPOST_METRICS_PORT: String(apart) };
  const service = await start({ directory: below('metrics'), environment });
  const statusAt = async (url: string) => (await fetch(url)).status;
  assert.equal(await statusAt(`${service.url}/metrics`), 404);
  assert.equal(await statusAt(`${service.url}/healthz`), 200);
  const own = `http://127.0.0.1:${apart}`;
  assert.match(await (await fetch(`${own}/metrics`)).text(), /^ringpost_attempts_in_flight /m);
  for (const path of ['/', '/healthz', '/v1/calls']) assert.equal(await statusAt(own + path), 404);
  const taken = run(MAIN, ['start', '--port', '0', '--metrics-port', String(apart)], {
    RINGPOST_DATA_DIR: below('taken'),
  });
  assert.match((await taken).stderr, /RINGPOST_METRICS_PORT/);
  await service.stop();
});

test('a busy port is reported with what to do', async () => {
  const service = await start({ directory: below('busy') });
  const { port } = new URL(service.url);
  const { code, stderr } = await run(MAIN, ['start', '--port', port, '--data-dir', below('d')]);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`port ${port} on 127.0.0.1 is in use; choose another`));
  // Without the dashes npm takes the flag for itself.
  const advice = /npm start -- --port (\d+)` or `RINGPOST_PORT=\1 npm start/.exec(stderr);
  // A service on the default port has its inbox on the next one.
  const taken = [SETTINGS.port.fallback, SETTINGS.port.fallback + 1];
  assert.ok(advice !== null && !taken.includes(Number(advice[1])), stderr);
  await service.stop();
});

test('a second process on the same data directory says so and ends', async () => {
  const service = await start({ directory: below('e') });
  const { code, stderr } = await run(MAIN, ['start', '--port', '0', '--data-dir', below('e')]);
  assert.equal(code, 1);
  assert.match(stderr, /running on the data directory .* --data-dir/);
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  await service.stop();
});

test('the address of the service is printed once', async () => {
  const environment = { RINGPOST_LOG_LEVEL: 'info' };
  const service = await start({ directory: below('once'), environment });
  await service.stop();
  assert.equal(service.output().split(service.url).length - 1, 1, service.output());
});

test('doctor says that another process holds the directory, and does not disturb it', async () => {
  const data = below('held');
  const service = await start({ directory: data });
  const held = await run(MAIN, ['doctor', '--port', '0', '--data-dir', data]);
  assert.equal(held.code, 1);
  assert.match(held.stdout, /WRONG {2}data directory .* is in use: another Ringpost is running/);
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  await service.stop();
  const free = await run(MAIN, ['doctor', '--port', '0', '--data-dir', data]);
  assert.equal(free.code, 0, free.stdout);
});

test('a data directory that cannot be written is reported with what to do', async (t) => {
  const locked = below('locked');
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

test('doctor shows settings without secrets and checks the directory and the port', async () => {
  const good = await run(MAIN, ['doctor', '--port', '0', '--data-dir', below('new')], {
    RINGPOST_API_KEY: API_KEY,
  });
  assert.equal(good.code, 0, good.stdout);
  assert.match(good.stdout, /RINGPOST_API_KEY = \(set, not shown\)/);
  assert.ok(!good.stdout.includes(API_KEY));
  const bad = await run(MAIN, ['doctor', '--port', '0', '--data-dir', join(MAIN, 'data')]);
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /WRONG {2}data directory/);
});

test('variables of other programs do not stop a start; a misspelt one is logged once', async () => {
  const environment = {
    RINGPOST_PORT: 'tcp://10.96.0.7:8080',
    RINGPOST_SERVICE_HOST: '10.96.0.7',
    RINGPOST_SERVICE_PORT: '8080',
    RINGPOST_URL: 'http://127.0.0.1:8080',
    RINGPOST_PROJECT: 'prj_1',
    RINGPOST_DATADIR: './elsewhere',
    RINGPOST_LOG_LEVEL: 'warn',
  };
  const service = await start({ directory: below('others'), environment });
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  await service.stop();
  const lines = service.output().match(/^\{.*RINGPOST_.*$/gm) ?? [];
  assert.equal(lines.length, 2, service.output());
  const told = lines.map((line) => JSON.parse(line).msg).sort();
  assert.match(told[0], /^RINGPOST_DATADIR is no setting .* did you mean RINGPOST_DATA_DIR\.$/);
  assert.match(told[1], /^RINGPOST_PORT holds the address of a Kubernetes Service/);
});

test('an unknown command or flag shows the help and ends with code 2', async () => {
  assert.equal((await run(MAIN, ['sart'])).code, 2);
  assert.equal((await run(MAIN, ['start', '--prot', '1'])).code, 2);
  assert.equal((await run(MAIN, ['--help'])).code, 0);
});

/** `node` prints to standard error when the program would replace itself. */
const TELLS_EXEC = {
  NODE_OPTIONS: '--import=data:text/javascript,process.execve=()=>console.error(%22exec%22)',
};

test('without a command, and with flags of start alone, the service starts', async () => {
  for (const [given, environment] of [
    [[], { RINGPOST_PORT: 'none' }],
    [['--port', 'none'], {}],
    [['start', '--port', 'none'], {}],
  ] as const) {
    const { code, stderr } = await run(MAIN, given, { ...TELLS_EXEC, ...environment });
    assert.equal(code, 2, given.join(' '));
    assert.match(stderr, process.platform === 'linux' ? /^exec\n.*port/is : /port/i);
  }
});

test('other commands and flags start no service', async () => {
  for (const [given, code, said] of [
    [['--help'], 0, /Usage: ringpost/],
    [['-V'], 0, /^\d+\.\d+/],
    [['sart'], 2, /unknown command 'sart'/],
    [['doctor', '--port', 'none'], 2, /port/i],
  ] as const) {
    const ended = await run(MAIN, given, TELLS_EXEC);
    assert.equal(ended.code, code, given.join(' '));
    assert.match(ended.stdout + ended.stderr, said);
    assert.doesNotMatch(ended.stderr, /^exec/m, given.join(' '));
  }
});
