/** The simulator's command line: what it asks for, and what is wrong with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWish, SEED_MAX } from '../../sim/arguments.ts';

const CORES = 4;

test('one seed, whole or with the steps to keep', () => {
  assert.deepEqual(wish('--seed 7'), {
    kind: 'one',
    seed: 7,
    kept: null,
    trace: false,
    twice: false,
  });
  assert.deepEqual(wish('--seed 0 --keep 3,7-9 --trace --verify-determinism'), {
    kind: 'one',
    seed: 0,
    kept: [3, 7, 8, 9],
    trace: true,
    twice: true,
  });
});

test('a range includes both ends and uses all cores', () => {
  assert.deepEqual(wish('--seeds 5..9'), {
    kind: 'many',
    from: 5,
    to: 9,
    minutes: null,
    threads: CORES,
    twice: false,
  });
});

test('minutes play seeds from 0 or from a given one, without a last seed', () => {
  const common = { kind: 'many', to: SEED_MAX, minutes: 1.5, twice: false } as const;
  assert.deepEqual(wish('--minutes 1.5 --threads 2'), { ...common, from: 0, threads: 2 });
  assert.deepEqual(wish('--minutes 1.5 --seeds 900..'), { ...common, from: 900, threads: CORES });
});

test('wrong arguments are answered with a sentence', () => {
  const cases: Readonly<Record<string, RegExp>> = {
    '': /Say which seeds/,
    '--seed': /seed/,
    '--seed x': /--seed takes a whole number/,
    '--seed -1': /seed/,
    '--seed 4294967296': /--seed takes a whole number/,
    '--seed 1 --keep 5-3': /--keep takes indices/,
    '--seed 1 --minutes 3': /leave --minutes out/,
    '--seed 1 --threads 3': /leave --threads out/,
    '--seeds 9..5': /--seeds takes two/,
    '--seeds 5': /--seeds takes two/,
    '--seeds 5..': /needs --minutes/,
    '--minutes 0': /--minutes takes a number above 0/,
    '--minutes 9999': /--minutes takes/,
    '--seeds 1..2 --keep 1': /--keep needs --seed/,
    '--seeds 1..2 --trace': /--trace needs --seed/,
    '--seeds 1..2 --threads 0': /--threads takes/,
    '--seeds 1..2 --threads 65': /--threads takes/,
    '--sead 1': /--sead/,
    '1': /1/,
  };
  for (const [words, why] of Object.entries(cases)) {
    const read = wish(words);
    assert.equal(read.kind, 'wrong', words);
    assert.match(read.kind === 'wrong' ? read.why : '', why, words);
  }
});

function wish(words: string) {
  return readWish(
    words.split(' ').filter((word) => word !== ''),
    CORES,
  );
}
