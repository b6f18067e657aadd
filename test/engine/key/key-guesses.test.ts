/** Wrong API keys are counted by network, in bounded memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createKeyGuesses,
  GUESSING_NETWORKS_MAX,
  KEY_GUESS_RULE,
} from '../../../src/engine/key/key-guesses.ts';

const { free, firstWaitMs, mostWaitMs } = KEY_GUESS_RULE;

function guessing() {
  let nowMs = 0;
  const guesses = createKeyGuesses({ monoMs: () => nowMs });
  const wrong = (network: string, times: number) =>
    Array.from({ length: times }, () => guesses.wrong(network)).at(-1);
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { wrong, advance };
}

test('some wrong keys are free, then the wait doubles up to a minute', () => {
  const { wrong, advance } = guessing();
  assert.equal(wrong('a', free), 0);
  assert.equal(wrong('a', 1), firstWaitMs);
  // A refused guess makes the wait no longer.
  assert.equal(wrong('a', 1_000), firstWaitMs);
  advance(firstWaitMs);
  assert.equal(wrong('a', 1), 0);
  assert.equal(wrong('a', 1), 2 * firstWaitMs);
  for (let round = 0; round < 20; round += 1) {
    advance(mostWaitMs);
    wrong('a', 1);
  }
  assert.equal(wrong('a', 1), mostWaitMs);
});

test('another network is free, and an hour without a wrong key forgets all', () => {
  const { wrong, advance } = guessing();
  wrong('a', free + 1);
  assert.equal(wrong('b', free), 0);
  advance(3_600_000);
  assert.equal(wrong('a', free), 0);
});

test('the memory is bounded: the network that was quiet for longest is forgotten', () => {
  const { wrong } = guessing();
  wrong('a', free);
  wrong('b', free);
  for (let index = 2; index < GUESSING_NETWORKS_MAX; index += 1) wrong(`n${index}`, 1);
  assert.equal(wrong('a', 1), firstWaitMs);
  wrong('one more', 1);
  // A network refused meanwhile was not quiet: it keeps its wait. The other one is forgotten with
  // all its guesses.
  assert.equal(wrong('a', 1), firstWaitMs);
  assert.equal(wrong('b', free), 0);
});
