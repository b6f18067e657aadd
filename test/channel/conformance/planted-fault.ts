/** Plants a fault in a channel and sees which tests of the conformance suite fail. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PLANTED = fileURLToPath(new URL('planted.ts', import.meta.url));
const RUN_MS_MAX = 60_000;

/** The failed tests among those that are about the fault. */
function failedTests(fault: string, about: readonly string[]): Promise<readonly string[]> {
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const patterns = about.map((name) => `--test-name-pattern=${name}`);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--test-reporter=tap', ...patterns, PLANTED],
      { env: { ...environment, PLANTED: fault }, timeout: RUN_MS_MAX },
      (_error, output) => {
        const lines = output.matchAll(/^ {4}not ok \d+ - (.*)$/gm);
        resolve(Array.from(lines, ([, name = '']) => name));
      },
    );
  });
}

/** Fails unless each test that is about the fault fails. */
export async function isFoundOut(fault: string, about: readonly string[]): Promise<void> {
  const failed = await failedTests(fault, about);
  for (const name of about) {
    assert.ok(
      failed.some((each) => each.startsWith(name)),
      `${name}: of ${JSON.stringify(failed)}`,
    );
  }
  assert.equal(failed.length, about.length);
}
