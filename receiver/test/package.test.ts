/**
 * The package as a user outside this repository gets it: packed, installed into an empty folder
 * without a network, and used from there by the machine's Node.js if there is one. The webhook it
 * verifies was recorded from a running service.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');
const RECORDED = join(import.meta.dirname, 'recorded-webhook.json');
const COMMAND_MS_MAX = 60_000;
const OLDEST_MAJOR = 20;

const folder = mkdtempSync(join(tmpdir(), 'ringpost-package-'));
before(() => {
  run('npm', ['pack', '--workspace', 'receiver', '--pack-destination', folder], ROOT);
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', './ringpost-receiver-0.1.0.tgz'], folder);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('the packed package holds JavaScript, maps, types, README and licence, no sources', () => {
  const installed = join(folder, 'node_modules/@ringpost/receiver');
  assert.deepEqual(readdirSync(installed).sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
  const sources = readdirSync(join(ROOT, 'receiver/src')).map((name) => name.slice(0, -3));
  const kinds = ['.d.ts', '.js', '.js.map'];
  const built = sources.flatMap((name) => kinds.map((kind) => name + kind)).sort();
  assert.deepEqual(readdirSync(join(installed, 'dist')).sort(), built);
  assert.deepEqual(readdirSync(join(folder, 'node_modules')).sort(), [
    '.package-lock.json',
    '@ringpost',
  ]);
});

test('the licence of the package is the licence of the repository', () => {
  const [own, whole] = ['receiver/LICENSE', 'LICENSE'].map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );
  assert.equal(own, whole);
});

test('an installed package verifies a recorded webhook and refuses a changed one', (t) => {
  const node = systemNode();
  t.diagnostic(`${node} ${run(node, ['--version'], folder).trim()}`);
  const code = `
    import { readFileSync } from 'node:fs';
    import { verifyWebhook } from '@ringpost/receiver';
    const recorded = JSON.parse(readFileSync(process.argv[2], 'utf8'));
    const { keys, headers, rawBody, receivedAtMs } = recorded;
    const options = { keys, headers, signatureFormat: 'both', now: () => receivedAtMs };
    const right = await verifyWebhook({ ...options, rawBody });
    const changed = await verifyWebhook({ ...options, rawBody: rawBody.replace('order', 'Order') });
    console.log(JSON.stringify([right.payload.data.callId, changed.reason]));
  `;
  writeFileSync(join(folder, 'consumer.js'), code);
  const printed = run(node, ['consumer.js', RECORDED], folder);
  assert.deepEqual(JSON.parse(printed), ['call_recorded', 'signature-mismatch']);
});

for (const resolution of ['nodenext', 'bundler']) {
  test(`its types are found and correct with module resolution ${resolution}`, () => {
    const code = `
      import { createKeySet, type ValidWebhook, verifyWebhook } from '@ringpost/receiver';
      const keys = createKeySet('https://calls.example.com/keys');
      const result = await verifyWebhook({ headers: {}, rawBody: '', keys });
      if (result.kind === 'valid') {
        const webhook: ValidWebhook = result;
        if (webhook.payload.kind === 'call-log') webhook.payload.data.direction satisfies string;
        // @ts-expect-error: only an invalid webhook has a reason.
        webhook.reason;
      }
      // @ts-expect-error: the body must be given.
      await verifyWebhook({ headers: {}, keys });
    `;
    writeFileSync(join(folder, 'consumer.ts'), code);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      types: ['node'],
      module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
      moduleResolution: resolution,
      typeRoots: [join(ROOT, 'node_modules/@types')],
    };
    const config = JSON.stringify({ compilerOptions, files: ['consumer.ts'] });
    writeFileSync(join(folder, 'tsconfig.json'), config);
    run(join(BIN, 'tsc'), ['-p', '.'], folder);
  });
}

/** A Node.js outside this repository, if there is one and it is new enough. */
function systemNode(): string {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((path) => !path.endsWith(join('node_modules', '.bin')))
    .map((path) => join(path, 'node'))
    .find((path) => existsSync(path));
  if (found === undefined) return process.execPath;
  const major = Number(/^v(\d+)/.exec(run(found, ['--version'], folder))?.[1]);
  return major >= OLDEST_MAJOR ? found : process.execPath;
}

/** Fails with the command's output. A caller's npm settings do not reach it. */
function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, {
      cwd,
      env: { PATH: `${BIN}${delimiter}${process.env.PATH}`, HOME: folder },
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: COMMAND_MS_MAX,
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    assert.fail(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}
