/** A retry must come when the schedule says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schedule } from '../../../sim/check/schedule.ts';
import { CALLING, saysOf } from './given.ts';
import { oneDelivery } from './situation.ts';

test('retries on their schedule pass', () => {
  const { given, row } = oneDelivery();
  given.attempt(row, 503);
  given.after(5_000).attempt(row, 503);
  given.after(16_000).attempt(row);
  assert.deepEqual(saysOf(schedule, given), []);
});

test('a retry that comes too early is caught, unless by hand', () => {
  for (const byHand of [false, true]) {
    const { given, row } = oneDelivery();
    given.attempt(row, 503);
    given.after(4_000);
    if (byHand) given.reopen(row);
    given.attempt(row);
    assert.equal(saysOf(schedule, given).length > 0, !byHand);
  }
});

test('a retry that ignores Retry-After is caught', () => {
  const { given, row } = oneDelivery();
  const send = given.send(row);
  given.process(send, 429);
  given.answer(send, 429, '12');
  given.settle(row, 'retryable', 'retrying');
  given.after(11_000).attempt(row);
  assert.match(saysOf(schedule, given).join(), /12000 ms at the earliest/);
});

test('Retry-After counts only up to the longest step', () => {
  const { given, row } = oneDelivery();
  const send = given.send(row);
  given.answer(send, 503, '900');
  given.settle(row, 'retryable', 'retrying', { dueAtMs: given.wallMs() + 15_000 });
  given.after(15_000).attempt(row);
  assert.deepEqual(saysOf(schedule, given), []);
});

test('a retry that a recovery wakes may come early', () => {
  const { given, row } = oneDelivery();
  for (let call = 2; call <= 6; call += 1) {
    const [other] = given.report(`call-${call}`, 'CALLING', [CALLING]);
    if (other !== undefined) given.attempt(other, 503);
  }
  given.attempt(row, 503);
  const [good] = given.report('call-9', 'CALLING', [CALLING]);
  if (good !== undefined) given.attempt(good);
  given.after(100).attempt(row);
  assert.deepEqual(saysOf(schedule, given), []);
});

test('a success that the disk does not keep ends an outage once more later', () => {
  const { given, row, endpoint } = oneDelivery();
  for (let call = 2; call <= 5; call += 1) {
    const [other] = given.report(`call-${call}`, 'CALLING', [CALLING]);
    if (other !== undefined) given.attempt(other, 503);
  }
  const [unnoted] = given.report('call-8', 'CALLING', [CALLING]);
  const [good] = given.report('call-9', 'CALLING', [CALLING]);
  assert.ok(unnoted && good);
  // The settings changed between its sending and its outcome.
  given.enable(endpoint, true);
  given.attempt(unnoted);
  given.attempt(row, 503);
  given.attempt(good);
  given.after(100).attempt(row);
  assert.deepEqual(saysOf(schedule, given), []);
});

test('a due retry that was forgotten is caught, unless the process was down', () => {
  for (const isDown of [false, true]) {
    const { given, row } = oneDelivery();
    given.attempt(row, 503);
    if (isDown) given.note({ what: 'crashed', life: 1 });
    given.after(30_000);
    if (isDown) given.note({ what: 'started', life: 2 });
    given.life = isDown ? 2 : 1;
    given.attempt(row);
    assert.equal(saysOf(schedule, given).length > 0, !isDown);
  }
});

test('a clock that was set back makes no retry early', () => {
  for (const waitMs of [4_999, 5_000]) {
    const { given, row } = oneDelivery();
    given.attempt(row, 503);
    given.jump(-60_000);
    given.after(waitMs).attempt(row);
    assert.equal(saysOf(schedule, given).length, waitMs < 5_000 ? 1 : 0, `${waitMs}`);
  }
});

test('a clock that was set forward makes a retry early by that much and no more', () => {
  for (const waitMs of [2_999, 3_000]) {
    const { given, row } = oneDelivery();
    given.attempt(row, 503);
    given.jump(2_000);
    given.after(waitMs).attempt(row);
    assert.equal(saysOf(schedule, given).length, waitMs < 3_000 ? 1 : 0, `${waitMs}`);
  }
});

test('a clock that was set back makes a retry late by its delay and no more', () => {
  // 31 s until the jump is noticed, the longest step with its spread, the attempt, and some
  // patience.
  for (const waitMs of [31_000 + 18_000 + 10 + 1_000, 120_000]) {
    const { given, row } = oneDelivery();
    given.attempt(row, 503);
    given.jump(-86_400_000);
    given.after(waitMs).attempt(row);
    assert.equal(saysOf(schedule, given).length, waitMs === 120_000 ? 1 : 0, `${waitMs}`);
  }
});

test('a disabled endpoint, or a process that was down, may notice the clock later', () => {
  for (const isDown of [false, true]) {
    const { given, row, endpoint } = oneDelivery();
    given.attempt(row, 503);
    if (isDown) given.note({ what: 'crashed', life: 1 });
    else given.enable(endpoint, false);
    given.jump(-86_400_000);
    given.after(120_000);
    if (isDown) given.note({ what: 'started', life: 2 });
    else given.enable(endpoint, true);
    given.life = isDown ? 2 : 1;
    given.after(15_000).attempt(row);
    assert.deepEqual(saysOf(schedule, given), []);
  }
});
