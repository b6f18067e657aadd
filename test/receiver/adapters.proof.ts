/**
 * The adapters of the receiver packages in real frameworks: FastAPI, Flask and Django, PSR-15, and
 * the sources for servlets and Spring compiled by Maven. If a part is not available, a test of
 * another name says so.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';
import { runCommand } from './run-command.ts';

const STEP_MS_MAX = 300_000;
const FRAMEWORKS = ['cryptography', 'fastapi', 'httpx', 'flask', 'django'];

const directory = mkdtempSync(join(tmpdir(), 'ringpost-adapters-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const here = { cwd: directory, environment: { PYTHONDONTWRITEBYTECODE: '1' } };
const inFolder = (path: string) => join(ROOT, 'receiver', path);

const python = join(directory, 'venv/bin/python3');
const venv = await run('python3', '-m', 'venv', join(directory, 'venv'));
const installed =
  venv.exitCode === 0
    ? await run(python, '-m', 'pip', 'install', '-q', '--only-binary', ':all:', ...FRAMEWORKS)
    : venv;
// Installed before the first test, because the folder is removed after the last one.
const psr = await run('php', inFolder('php/tests/psr.php'));
cpSync(inFolder('java'), join(directory, 'java'), { recursive: true });
const maven = await run('mvn', '-q', '-B', '-f', join(directory, 'java/pom.xml'), 'compile');

if (installed.exitCode === 0) {
  test('Python: FastAPI, Flask and Django answer and handle as the package says', async () => {
    const { exitCode, output } = await run(python, inFolder('python/tests/adapters.py'));
    assert.equal(exitCode, 0, output);
    assert.deepEqual(output.match(/^\w+ ok$/gm), ['fastapi ok', 'flask ok', 'django ok'], output);
  });
} else {
  test('Python: the adapters were not run: the frameworks are not available here', (t) => {
    t.diagnostic(installed.output);
  });
}

if (psr.exitCode === null || psr.output.includes('not installed')) {
  test('PHP: the handler of PSR-15 was not run: PHP or its packages are not here', (t) => {
    t.diagnostic(psr.output);
  });
} else {
  test('PHP: the handler of PSR-15 answers and handles as the package says', () => {
    assert.equal(psr.exitCode, 0, psr.output);
    assert.match(psr.output, /^psr ok$/m);
  });
}

if (maven.exitCode === null || /could not be resolved|Could not transfer/i.test(maven.output)) {
  test('Java: the adapters were not compiled: Maven or its packages are missing here', (t) => {
    t.diagnostic(maven.output);
  });
} else {
  test('Java: Maven compiles the adapters for servlets and Spring', () => {
    assert.equal(maven.exitCode, 0, maven.output);
  });
}

function run(...command: readonly string[]) {
  return runCommand(command, here, STEP_MS_MAX);
}
