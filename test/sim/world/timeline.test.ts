/** Virtual time: order, lives that end, jumps of the wall clock, bounds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machineOf } from '../../../sim/world/machine.ts';
import { type Life, START_WALL_MS, Timeline } from '../../../sim/world/timeline.ts';

const never = (): boolean => false;

test('events run by time, and at the same time in the order of scheduling', async () => {
  const timeline = new Timeline();
  const seen: string[] = [];
  timeline.at(20, () => seen.push('late'));
  timeline.at(10, () => seen.push('first'));
  timeline.at(10, () => seen.push('second'));
  assert.equal(await timeline.run(15, 100, never), 'end');
  assert.deepEqual(seen, ['first', 'second']);
  assert.equal(timeline.monoMs(), 15);
  await timeline.run(30, 100, never);
  assert.deepEqual(seen, ['first', 'second', 'late']);
});

test('all that follows by promises alone comes before the next event', async () => {
  const timeline = new Timeline();
  const seen: string[] = [];
  const follow = async (): Promise<void> => {
    for (let step = 0; step < 50; step += 1) await null;
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    seen.push('followed');
  };
  timeline.at(10, () => void follow());
  timeline.at(10, () => seen.push('next'));
  await timeline.run(10, 100, never);
  assert.deepEqual(seen, ['followed', 'next']);
});

test('many things in any order come out sorted', async () => {
  const timeline = new Timeline();
  const seen: number[] = [];
  const wanted: number[] = [];
  for (let n = 0; n < 3_000; n += 1) {
    const atMs = (n * 7_919) % 1_009;
    const timer = timeline.at(atMs, () => seen.push(atMs));
    if (n % 2 === 0) timer.cancel();
    else wanted.push(atMs);
  }
  await timeline.run(2_000, 10_000, never);
  assert.deepEqual(
    seen,
    wanted.sort((one, other) => one - other),
  );
  assert.equal(timeline.events, 1_500);
});

test('a cancelled timer never runs, and cancelling it late does nothing', async () => {
  const timeline = new Timeline();
  const seen: string[] = [];
  const cancelled = timeline.after(5, () => seen.push('cancelled'));
  const run = timeline.after(5, () => seen.push('run'));
  cancelled.cancel();
  await timeline.run(10, 100, never);
  run.cancel();
  assert.deepEqual(seen, ['run']);
});

test('the timers of a life end with it, those of no life do not', async () => {
  const timeline = new Timeline();
  const life: Life = { number: 1, dead: false };
  const clock = timeline.clockOf(life);
  const seen: string[] = [];
  clock.after(5, () => seen.push('alive'));
  clock.after(20, () => seen.push('dead'));
  timeline.after(20, () => seen.push('of no life'));
  await timeline.run(10, 100, never);
  life.dead = true;
  clock.after(1, () => seen.push('dead too'));
  await timeline.run(30, 100, never);
  assert.deepEqual(seen, ['alive', 'of no life']);
});

test('a jump moves the wall clock and no timer', async () => {
  const timeline = new Timeline();
  const clock = timeline.clockOf({ number: 1, dead: false });
  const seen: number[] = [];
  clock.after(100, () => seen.push(clock.monoMs(), clock.wallMs()));
  timeline.jump(-3_600_000);
  await timeline.run(200, 100, never);
  assert.deepEqual(seen, [100, START_WALL_MS + 100 - 3_600_000]);
});

test('a timer is rounded up to the next millisecond, so it never runs early', async () => {
  const timeline = new Timeline();
  const seen: number[] = [];
  timeline.after(0.2, () => seen.push(timeline.monoMs()));
  await timeline.run(10, 100, never);
  assert.deepEqual(seen, [1]);
});

test('an endless loop of events is stopped by the bound', async () => {
  const timeline = new Timeline();
  const again = (): void => {
    timeline.after(0, again);
  };
  again();
  assert.equal(await timeline.run(10, 50, never), 'bound');
  assert.equal(timeline.events, 50);
});

test('the run ends as soon as `isOver` says so', async () => {
  const timeline = new Timeline();
  timeline.at(10, () => {});
  timeline.at(20, () => {});
  assert.equal(await timeline.run(100, 100, () => timeline.monoMs() >= 10), 'over');
  assert.equal(timeline.monoMs(), 10);
});

test('an error that a task throws is kept, and the run goes on', async () => {
  const timeline = new Timeline();
  const seen: string[] = [];
  timeline.at(1, () => {
    throw new Error('broken');
  });
  timeline.at(2, () => seen.push('on'));
  await timeline.run(10, 100, never);
  assert.deepEqual(seen, ['on']);
  assert.match(String(timeline.thrown[0]), /broken/);
});

test('a machine has clocks of its own, and its timers follow them', async () => {
  const timeline = new Timeline();
  const life: Life = { number: 1, dead: false, machine: machineOf(1_500, -100) };
  const clock = timeline.clockOf(life);
  const seen: number[] = [];
  clock.after(1_000_000, () => seen.push(timeline.monoMs(), clock.monoMs()));
  await timeline.run(2_000_000, 100, never);
  // It runs 100 parts of a million slow: its timer comes later by that much, never early.
  assert.deepEqual(seen, [1_000_101, 1_000_000]);
  assert.equal(clock.wallMs(), START_WALL_MS + 2_000_000 + 1_500);
});

test('a suspended life does nothing, and then runs all that was due, in order', async () => {
  const timeline = new Timeline();
  const life: Life = { number: 1, dead: false, machine: machineOf(0, 0) };
  const seen: string[] = [];
  const note = (what: string) => () => seen.push(`${what} ${timeline.monoMs()}`);
  timeline.clockOf(life).after(30, note('timer'));
  timeline.tell(life, 20, note('word'));
  timeline.away(life, 25, note('away'));
  timeline.freeze(life);
  timeline.clockOf(life).after(100, note('later'));
  await timeline.run(50, 100, never);
  assert.deepEqual(seen, ['away 25']);
  timeline.thaw(life, false);
  await timeline.run(200, 100, never);
  assert.deepEqual(seen, ['away 25', 'word 50', 'timer 50', 'later 100']);
});

test('after a machine slept, its timers go on where they were', async () => {
  const timeline = new Timeline();
  const life: Life = { number: 1, dead: false, machine: machineOf(0, 0) };
  const clock = timeline.clockOf(life);
  const seen: string[] = [];
  const note = (what: string) => () => seen.push(`${what} ${timeline.monoMs()}`);
  clock.after(30, note('short'));
  clock.after(500, note('long'));
  timeline.tell(life, 20, note('word'));
  await timeline.run(10, 100, never);
  timeline.freeze(life);
  await timeline.run(110, 100, never);
  timeline.thaw(life, true);
  assert.deepEqual([clock.monoMs(), clock.wallMs()], [10, START_WALL_MS + 110]);
  await timeline.run(1_000, 100, never);
  assert.deepEqual(seen, ['word 110', 'short 130', 'long 600']);
});
