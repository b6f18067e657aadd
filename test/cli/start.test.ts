/**
 * The process as an operator starts it: wrong settings, a busy port, a directory in use or not
 * writable each end it with a sentence that says what to do; SIGTERM ends it cleanly.
 */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../src/config/settings.ts';
import { API_KEY, callApi, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { startedServices } from './started.ts';

const LOADED = new URL('./loaded.ts', import.meta.url).href;
const SHIM = fileURLToPath(new URL('../../src/cli/ringpost.js', import.meta.url));

const { start, below } = startedServices();

test('it starts, answers with the key of the environment, and ends on SIGTERM', async (t) => {
  // As `npm start` does it, which names no folder for what is compiled.
  const environment = { NODE_OPTIONS: `--import=${LOADED}`, NODE_COMPILE_CACHE: undefined };
  const service = await start({ directory: below('a'), environment });
  const { status } = await callApi(service, 'GET', '/v1/project');
  assert.equal(status, 200);
  const ready = await fetch(`${service.url}/readyz`);
  assert.equal(ready.status, 200);
  await t.test('a busy port is said with what to do', () => portIsBusy(service.url));
  assert.equal(await service.stop(), 0);
  assert.match(service.output(), /^ringpost stopped$/m);
  assert.ok(!service.output().includes(API_KEY));
  await t.test('a start loads no code of TypeBox, and its threads what is compiled already', () =>
    loadsNoTypeBox(service.output()),
  );
});

async function portIsBusy(url: string): Promise<void> {
  const { port } = new URL(url);
  const { code, stderr } = await run(MAIN, ['start', '--port', port, '--data-dir', below('d')]);
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`port ${port} on 127.0.0.1 is in use; choose another`));
  // npm keeps a flag for itself without the dashes.
  const advice = /npm start -- --port (\d+)` or `RINGPOST_PORT=\1 npm start/.exec(stderr);
  // What runs on the default port has its inbox on the next one.
  const taken = [SETTINGS.port.fallback, SETTINGS.port.fallback + 1];
  assert.ok(advice !== null && !taken.includes(Number(advice[1])), stderr);
}

/** Its threads read what is compiled already. */
function loadsNoTypeBox(output: string): void {
  assert.match(output, /^[1-9]\d{2,3} modules, 0 of TypeBox$/m);
  const threads = output.match(/^thread compiled at \/.*\/compiled\/.*$/gm) ?? [];
  assert.ok(threads.length >= 2, output);
  assert.doesNotMatch(output, /compiled at undefined/);
}

test('the first start without RINGPOST_API_KEY makes a key and shows it once', async () => {
  const options = { directory: below('b'), environment: { RINGPOST_API_KEY: '' } };
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
  const { mode } = await stat(below('b', 'master.key'));
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

test('variables of others do not stop a start; a slip is one line of the log', async () => {
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

test('the ringpost command runs the same program, and says its version and commit', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const { code, stdout } = await run(SHIM, ['--version']);
  assert.equal(code, 0);
  // A copy without git knows no commit.
  assert.match(stdout, /^\S+(?: \([0-9a-f]{12}\))?\n$/);
  assert.equal(stdout.trim().split(' ')[0], version);
});

/** `node` tells on standard error when the program would replace itself. */
const TELLS_EXEC = {
  NODE_OPTIONS: '--import=data:text/javascript,process.execve=()=>console.error(%22exec%22)',
};

test('without a command, and with flags of start alone, the service is started', async () => {
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

test('other commands and flags of the program start none', async () => {
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
