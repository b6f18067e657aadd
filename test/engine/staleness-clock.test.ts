/** The time by which calls are judged stale if the wall clock is set. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GRACE_MS, JUMP_MS_MIN, StalenessClock } from '../../src/engine/staleness-clock.ts';
import { ManualClock } from './manual-clock.ts';
import { START_MS } from './setup.ts';

const HOUR_MS = 3_600_000;
const nothing = async () => {};

function setup() {
  const clock = new ManualClock(START_MS);
  return { clock, staleness: new StalenessClock(clock) };
}

test('without a jump it is the wall clock', async () => {
  const { clock, staleness } = setup();
  await clock.advance(HOUR_MS, nothing);
  clock.jump(JUMP_MS_MIN);
  assert.equal(staleness.nowMs(), clock.wallMs());
  clock.jump(JUMP_MS_MIN);
  assert.equal(staleness.nowMs(), clock.wallMs());
});

test('a jump forward is left out for as long as a call in progress may be silent', async () => {
  const { clock, staleness } = setup();
  clock.jump(HOUR_MS);
  assert.equal(staleness.nowMs(), START_MS);
  await clock.advance(GRACE_MS - 1, nothing);
  assert.equal(staleness.nowMs(), START_MS + GRACE_MS - 1);
  await clock.advance(1, nothing);
  assert.equal(staleness.nowMs(), clock.wallMs());
});

test('a jump back cancels an earlier jump forward, and never more', async () => {
  const { clock, staleness } = setup();
  clock.jump(2 * HOUR_MS);
  staleness.nowMs();
  clock.jump(-HOUR_MS);
  assert.equal(staleness.nowMs(), START_MS);
  clock.jump(-5 * HOUR_MS);
  assert.equal(staleness.nowMs(), clock.wallMs());
});
