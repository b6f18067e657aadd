/**
 * The process as an operator starts it, first without a key and then with one: it answers, SIGTERM
 * ends it cleanly, and for wrong settings it says what to do. `start.proof.ts` tests other ways to
 * start it, and what else ends a start.
 */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { API_KEY, callApi } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { startedServices } from './started.ts';

const LOADED = new URL('./loaded.ts', import.meta.url).href;
const SHIM = fileURLToPath(new URL('../../src/cli/ringpost.js', import.meta.url));

const { start, below } = startedServices();

test('the first start without RINGPOST_API_KEY makes a key and shows it', async () => {
  const first = await start({ directory: below('a'), keySet: false });
  const key = /shown only now: (rp_\S+)/.exec(first.output())?.[1];
  assert.ok(key !== undefined, first.output());
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await fetch(`${first.url}/v1/project`, { headers })).status, 200);
  await first.stop();
});

test('it starts, answers with the key of the environment, and ends on SIGTERM', async (t) => {
  // As `npm start` does, which names no folder for compiled code.
  const environment = { NODE_OPTIONS: `--import=${LOADED}`, NODE_COMPILE_CACHE: undefined };
  const service = await start({ directory: below('a'), environment });
  const { status } = await callApi(service, 'GET', '/v1/project');
  assert.equal(status, 200);
  const ready = await fetch(`${service.url}/readyz`);
  assert.equal(ready.status, 200);
  assert.equal(await service.stop(), 0);
  assert.match(service.output(), /^ringpost stopped$/m);
  assert.ok(!service.output().includes(API_KEY));
  await t.test('a start loads no code of TypeBox, and its threads read compiled code', () =>
    loadsNoTypeBox(service.output()),
  );
});

/** Its threads read compiled code. */
function loadsNoTypeBox(output: string): void {
  assert.match(output, /^[1-9]\d{2,3} modules, 0 of TypeBox$/m);
  const threads = output.match(/^thread compiled at \/.*\/compiled\/.*$/gm) ?? [];
  assert.ok(threads.length >= 2, output);
  assert.doesNotMatch(output, /compiled at undefined/);
}

test('the master key is a file that only its owner can read', async () => {
  const { mode } = await stat(below('a', 'master.key'));
  assert.equal(mode & 0o777, 0o600);
});

test('wrong settings end with code 2 and all problems at once', async () => {
  const { code, stderr } = await run(MAIN, ['start', '--port', '99999'], {
    RINGPOST_API_KEY: 'short',
    RINGPOST_LOG_LEVEL: 'loud',
  });
  assert.equal(code, 2);
  assert.match(stderr, /--port must be/);
  assert.match(stderr, /RINGPOST_API_KEY must be/);
  assert.match(stderr, /RINGPOST_LOG_LEVEL must be/);
});

test('the ringpost command runs the same program, and prints its version and commit', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const { code, stdout } = await run(SHIM, ['--version']);
  assert.equal(code, 0);
  // A copy without git knows no commit.
  assert.match(stdout, /^\S+(?: \([0-9a-f]{12}\))?\n$/);
  assert.equal(stdout.trim().split(' ')[0], version);
});
