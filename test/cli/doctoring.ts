/** Runs `ringpost doctor --json`, and returns what it found in each check. */
import assert from 'node:assert/strict';
import { MAIN, run } from './command.ts';

interface Told {
  readonly well: boolean;
  readonly checks: readonly { name: string; good: boolean; text: string; fixed?: true }[];
}

/** `found(name)`: the first fault of the check, or `well`, or `not looked at`. */
export async function doctor(
  directory: string,
  environment: Record<string, string> = {},
  flags: readonly string[] = ['--port', '0'],
) {
  const words = ['doctor', '--json', '--data-dir', directory, ...flags];
  const { code, stdout, stderr } = await run(MAIN, words, environment);
  assert.equal(stderr, '');
  const told: Told = JSON.parse(stdout);
  assert.equal(code, told.well ? 0 : 1);
  const found = (name: string) => {
    const checks = told.checks.filter((check) => check.name === name);
    const bad = checks.find((check) => !check.good);
    return bad === undefined ? (checks.length > 0 ? 'well' : 'not looked at') : bad.text;
  };
  return { told, found };
}
