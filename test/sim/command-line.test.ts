/** The command line that the proofs share; `command-line.proof.ts` asks each of their commands. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNumbers } from '../../sim/command-line.ts';

const OPTIONS = { kills: { or: 50, min: 1, max: 1_000 }, seed: { or: 1, min: 0, max: 9 } } as const;

test('numbers are as given, or their defaults', () => {
  assert.deepEqual(read('--kills 7'), { kind: 'run', numbers: { kills: 7, seed: 1 } });
  assert.deepEqual(read('--seed=0'), { kind: 'run', numbers: { kills: 50, seed: 0 } });
  assert.deepEqual(read('--help --kills x'), { kind: 'help' });
});

test('a text that is no number within its bounds is refused, never taken for 0', () => {
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

function read(words: string) {
  return readNumbers(words.split(' '), OPTIONS);
}
