/** More ways to start the process, and what doctor says of each. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { API_KEY } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { startedServices } from './started.ts';

const { start, below } = startedServices();

test('metrics have a port of their own by a setting, which serves nothing else', async () => {
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

test('a second process on the same data directory says so and ends', async () => {
  const service = await start({ directory: below('e') });
  const { code, stderr } = await run(MAIN, ['start', '--port', '0', '--data-dir', below('e')]);
  assert.equal(code, 1);
  assert.match(stderr, /running on the data directory .* --data-dir/);
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  await service.stop();
});

test('where it listens is said once', async () => {
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

test('a data directory that cannot be written is said with what to do', async (t) => {
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
