/** The command line that the proofs share, pure and as each of their commands answers it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readNumbers } from '../../sim/command-line.ts';

const OPTIONS = { kills: { or: 50, min: 1, max: 1_000 }, seed: { or: 1, min: 0, max: 9 } } as const;

test('numbers are those that were told, or their defaults', () => {
  assert.deepEqual(read('--kills 7'), { kind: 'run', numbers: { kills: 7, seed: 1 } });
  assert.deepEqual(read('--seed=0'), { kind: 'run', numbers: { kills: 50, seed: 0 } });
  assert.deepEqual(read('--help --kills x'), { kind: 'help' });
});

test('what is no number in its bounds is refused with a sentence, never taken for 0', () => {
  const words = ['x', '0', '1001', '1.5', '1e2', '0x10', '', '-3', '99999999999'];
  for (const text of words) {
    const { kind, why } = { why: '', ...read(`--kills=${text}`) };
    assert.equal(kind, 'wrong', text);
    assert.equal(why, '--kills takes a whole number from 1 to 1000.', text);
  }
});

test('an unknown option, a missing value and a stray word are named', () => {
  for (const [words, why] of [
    ['--kils 3', /--kils/],
    ['--kills', /--kills/],
    ['stray', /stray/],
  ] as const) {
    const asked = { why: '', ...read(words) };
    assert.equal(asked.kind, 'wrong', words);
    assert.match(asked.why, why);
  }
});

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

function read(words: string) {
  return readNumbers(words.split(' '), OPTIONS);
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
