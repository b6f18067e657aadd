/** Each command of the proofs answers `--help`, and refuses wrong options. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const COMMANDS: Readonly<Record<string, string>> = {
  'test/crash/main.ts': '--kills',
  'test/fuzz/main.ts': '--requests',
  'test/hostile/main.ts': '--rounds',
  'test/power-loss/main.ts': '--states',
  'sim/mutation/main.ts': '--seeds',
};

for (const [path, option] of Object.entries(COMMANDS)) {
  test(`${path} answers --help with 0, nonsense with 2, a sentence and its usage`, async () => {
    const [help, value, name] = await Promise.all([
      run(path, '--help'),
      run(path, option, 'x'),
      run(path, '--nonsense'),
    ]);
    assert.equal(help.code, 0, help.err);
    assert.ok(help.out.includes(option), help.out);
    assert.match(help.out, /exit code: 0 no violation, 1 violation, 2 arguments/);
    for (const [{ code, out, err }, named] of [
      [value, option],
      [name, '--nonsense'],
    ] as const) {
      assert.equal(code, 2, err);
      assert.equal(out, '');
      assert.ok(err.split('\n')[0]?.includes(named), err);
      assert.ok(err.includes(help.out.trim()), err);
    }
  });
}

interface Ended {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly err: string;
}

function run(path: string, ...words: string[]): Promise<Ended> {
  const main = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { timeout: 60_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code, out, err });
    });
  });
}
