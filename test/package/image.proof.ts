/**
 * The image by its own steps, on this machine without an engine: it starts as process 1 of a user
 * without rights on a read-only root, writes to /data alone, delivers, and ends on SIGTERM. If no
 * process may have mounts of its own, the test only says so.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startReceiver } from '../journey/receiver.ts';
import { freePort } from '../support/free-port.ts';
import { API_KEY, callApi } from '../support/service-process.ts';
import { type Container, canRunNatively, healthCheck, makeImage } from './native-image.ts';
import { COMMIT } from './packed.ts';

test('the steps of the image make a container that runs without rights', async (t) => {
  if (!canRunNatively()) {
    t.diagnostic('this user may not have mounts of its own: the image is not executed');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-image-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const image = makeImage(folder);
  const volume = join(folder, 'volume');
  const receiver = await startReceiver();
  t.after(() => receiver.close());

  const asked = image.run(volume, {}, ['--version']);
  await asked.ready.catch(() => {});
  assert.match(asked.output(), new RegExp(`\\(${COMMIT}\\)`));

  const environment = {
    RINGPOST_PORT: String(await freePort()),
    RINGPOST_API_KEY: API_KEY,
    RINGPOST_ALLOW_TARGETS: '127.0.0.0/8',
    RINGPOST_LOG_LEVEL: 'error',
  };
  const container = image.run(volume, environment);
  t.after(() => container.kill());
  const url = `http://127.0.0.1:${new URL(await container.ready).port}`;
  runsWithoutRights(container, volume);
  container.inside(healthCheck());

  const made = await callApi({ url }, 'POST', '/v1/endpoints', {
    name: 'CRM',
    kind: 'custom',
    target: `${receiver.url}/calls`,
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
  });
  assert.equal(made.status, 201);
  const event = { direction: 'OUTBOUND', status: 'CALLING' };
  assert.equal((await callApi({ url }, 'POST', '/v1/calls/a/reports', event)).status, 202);
  await receiver.until((received) => received.length === 1);
  assert.equal(await container.stop(), 0);
  assert.match(container.output(), /ringpost stopped\n$/);

  const again = image.run(volume, environment);
  t.after(() => again.kill());
  await again.ready;
  assert.equal((await callApi({ url }, 'GET', '/v1/calls/a')).status, 200, 'the volume is kept');
  assert.equal(await again.stop(), 0);
});

function runsWithoutRights(container: Container, volume: string): void {
  const status = readFileSync(`/proc/${container.pid()}/status`, 'utf8');
  assert.match(status, /^NSpid:.*\t1$/m);
  // Node itself, with its memory limits: signals reach it without a shell between.
  const command = readFileSync(`/proc/${container.pid()}/cmdline`, 'utf8').split('\0');
  const words = command.filter((word) => word !== '' && !word.startsWith('--'));
  assert.deepEqual(words.slice(0, 3), [
    '/usr/local/bin/node',
    '/opt/ringpost/dist/src/main.js',
    'start',
  ]);
  assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m);
  assert.match(status, /^CapEff:\t0+$/m);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  assert.equal(statSync(join(volume, 'ringpost.db')).uid, 1_000);
  // Not even root could write there; its user is refused before.
  for (const path of ['/opt/ringpost/dist/src/main.js', '/x', '/usr/local/bin/x'])
    assert.throws(() => container.inside(['sh', '-c', `: >> ${path}`], 0), /Read-only file system/);
  container.inside(['sh', '-c', ': >> /data/x && rm /data/x']);
}
