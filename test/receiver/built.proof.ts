/**
 * The packages are built by the tools that publish them, and contain what a registry and a user
 * need: wheels, a gem, jars with sources and documentation. Nothing is published. If a tool is not
 * available, a test of another name says so. `package.test.ts` checks the npm package.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';
import { type Ended, runCommand } from './run-command.ts';

const STEP_MS_MAX = 240_000;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const directory = mkdtempSync(join(tmpdir(), 'ringpost-built-'));
after(() => rmSync(directory, { recursive: true, force: true }));

// Built before the first test, because the folder is removed after the last one.
const venv = await run(directory, 'python3', '-m', 'venv', 'venv');
const python = join(directory, 'venv/bin/python3');
const setuptools = ['-m', 'pip', 'install', '-q', '--only-binary', ':all:', 'setuptools>=77'];
const tools = venv.exitCode === 0 ? await run(directory, python, ...setuptools) : venv;
const gem = await run(copied('ruby'), 'gem', 'build', '-q', 'ringpost_receiver.gemspec');
const maven = await run(copied('java'), 'mvn', '-q', '-B', '-P', 'release', 'package');

for (const [folder, name] of [
  ['python', 'ringpost_receiver'],
  ['client/python', 'ringpost_client'],
] as const) {
  if (tools.exitCode !== 0) {
    notBuilt(`Python, ${name}`, tools);
    continue;
  }
  test(`Python: the wheel of ${name} is built, and can be imported once installed`, async () => {
    const wheel = `${name}-${version}-py3-none-any.whl`;
    const build = ['-m', 'pip', 'wheel', '-q', '--no-deps', '--no-build-isolation', '-w', '.', '.'];
    const cwd = copied(folder);
    const built = await run(cwd, python, ...build);
    assert.equal(built.exitCode, 0, built.output);
    const list = await run(cwd, python, '-m', 'zipfile', '-l', wheel);
    assert.match(list.output, /dist-info\/licenses\/LICENSE/, list.output);
    const needed = folder === 'python' ? ['cryptography'] : [];
    const install = ['-m', 'pip', 'install', '-q', '--only-binary', ':all:', wheel, ...needed];
    const installed = await run(cwd, python, ...install);
    assert.equal(installed.exitCode, 0, installed.output);
    const imported = await run(directory, python, '-c', `import ${name}; print(${name}.__file__)`);
    assert.match(imported.output, /site-packages/, imported.output);
  });
}

if (gem.exitCode === null || /not found/.test(gem.output)) notBuilt('Ruby', gem);
else {
  test('Ruby: the gem is built, without a warning', async () => {
    assert.equal(gem.exitCode, 0, gem.output);
    assert.doesNotMatch(gem.output, /WARNING/);
    const file = `ringpost_receiver-${version}.gem`;
    const held = await run(join(directory, 'ruby'), 'gem', 'spec', file, 'files');
    for (const each of ['LICENSE', 'CHANGELOG.md', 'README.md', 'lib/ringpost_receiver.rb']) {
      assert.ok(held.output.includes(each), held.output);
    }
  });
}

if (maven.exitCode === null || /could not be resolved|Could not transfer/i.test(maven.output)) {
  notBuilt('Java', maven);
} else {
  test('Java: jars of classes, sources and documentation are built', () => {
    assert.equal(maven.exitCode, 0, maven.output);
    const jars = readdirSync(join(directory, 'java/target')).filter((name) => /\.jar$/.test(name));
    const name = `ringpost-receiver-${version}`;
    assert.deepEqual(jars.sort(), [`${name}-javadoc.jar`, `${name}-sources.jar`, `${name}.jar`]);
  });
}

function notBuilt(what: string, { output }: Ended): void {
  test(`${what}: not built: its tools are not available here`, (t) => t.diagnostic(output));
}

/** Copies the sources, since builds leave files beside them. */
function copied(folder: string): string {
  const copy = join(directory, folder);
  cpSync(join(ROOT, 'receiver', folder), copy, { recursive: true });
  return copy;
}

function run(cwd: string, ...command: readonly string[]) {
  return runCommand(command, { cwd, environment: {} }, STEP_MS_MAX);
}
