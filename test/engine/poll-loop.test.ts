/** The loop of periodic work: rounds, rests, wakes, back-off and stop. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PollLoop } from '../../src/engine/poll-loop.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import { ManualClock } from './manual-clock.ts';
import { START_MS, unavailable } from './setup.ts';

const REST_MS = 1_000;

function setup() {
  const clock = new ManualClock(START_MS);
  const events: EngineEvent[] = [];
  /** When each round began, in ms since the start. */
  const rounds: number[] = [];
  const state = { takesMs: 0, refuses: false, restMs: REST_MS as number | null };
  const loop = new PollLoop({
    clock,
    emit: (event) => events.push(event),
    operation: 'own',
    round: async () => {
      rounds.push(clock.monoMs() - startMs);
      if (state.takesMs > 0) await new Promise<void>((done) => clock.after(state.takesMs, done));
      if (state.refuses) throw unavailable();
      return state.restMs;
    },
    retryMs: (failures) => 10 * failures,
  });
  const startMs = clock.monoMs();
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await null;
  };
  const advance = (ms: number) => clock.advance(ms, turns);
  return { clock, loop, rounds, state, events, advance };
}

test('a round follows the rest that the one before requested', async () => {
  const { loop, rounds, state, advance } = setup();
  loop.startAfter(500);
  await advance(1_500);
  state.restMs = 100;
  await advance(1_100);
  assert.deepEqual(rounds, [500, 1_500, 2_500, 2_600]);
  await loop.stop();
});

test('a wake ends the rest, and without a rest the loop waits for a wake', async () => {
  const { clock, loop, rounds, state, advance } = setup();
  loop.startAfter(500);
  await advance(100);
  state.restMs = null;
  loop.wake();
  await advance(10_000);
  assert.deepEqual(rounds, [100]);
  assert.equal(loop.isResting, false);
  assert.equal(clock.timers, 0);
  loop.wake();
  await loop.idle();
  assert.deepEqual(rounds, [100, 10_100]);
});

test('rounds never overlap: one wake or many during a round make one more round', async () => {
  const { loop, rounds, state, advance } = setup();
  state.takesMs = 300;
  loop.wake();
  await advance(100);
  loop.wake();
  loop.wake();
  loop.startAfter(1);
  await advance(1_000);
  assert.deepEqual(rounds, [0, 300]);
  await advance(500);
  assert.deepEqual(rounds, [0, 300, 1_600]);
  loop.stop();
});

test('a round that fails is reported and repeated, later each time, woken or not', async () => {
  const { loop, rounds, state, events, advance } = setup();
  state.refuses = true;
  state.takesMs = 5;
  loop.wake();
  loop.wake();
  await advance(50);
  assert.deepEqual(rounds, [0, 15, 40]);
  assert.equal(loop.failingSinceMonoMs !== null, true);
  assert.ok(loop.isResting);
  assert.deepEqual(events[0], {
    name: 'store.failed',
    operation: 'own',
    error: unavailable().message,
  });
  state.refuses = false;
  await advance(50);
  assert.equal(loop.failingSinceMonoMs, null);
  assert.equal(events.length, 3);
  await advance(REST_MS);
  assert.deepEqual(rounds, [0, 15, 40, 75, 1_080]);
  loop.stop();
});

test('a wake during the back-off does not wait for its end', async () => {
  const { loop, rounds, state, advance } = setup();
  state.refuses = true;
  loop.wake();
  await advance(4);
  loop.wake();
  await advance(0);
  assert.deepEqual(rounds, [0, 4]);
  loop.stop();
});

test('a start does the first round; if that fails it rejects and the loop stops', async () => {
  const first = setup();
  await first.loop.start();
  await first.advance(REST_MS);
  assert.deepEqual(first.rounds, [0, REST_MS]);
  first.loop.stop();

  const { clock, loop, rounds, state, advance } = setup();
  state.refuses = true;
  await assert.rejects(loop.start(), { code: 'STORAGE_UNAVAILABLE' });
  loop.wake();
  await advance(REST_MS);
  assert.deepEqual([rounds, loop.isStopped, clock.timers], [[0], true, 0]);
});

test('a wake during the start makes one more round, which the start does not await', async () => {
  const { loop, rounds, state, advance } = setup();
  state.takesMs = 10;
  const started = loop.start();
  loop.wake();
  await advance(10);
  await started;
  assert.deepEqual(rounds, [0, 10]);
  await advance(10);
  loop.stop();
});

test('a stop begins no round and resolves when the one under way has ended', async () => {
  const { clock, loop, rounds, state, advance } = setup();
  state.takesMs = 100;
  loop.wake();
  loop.wake();
  let isOver = false;
  const stopped = loop.stop().then(() => {
    isOver = true;
  });
  await advance(99);
  assert.equal(isOver, false);
  await advance(1);
  await stopped;
  loop.wake();
  loop.startAfter(1);
  await advance(REST_MS);
  assert.deepEqual([rounds, clock.timers], [[0], 0]);
});
