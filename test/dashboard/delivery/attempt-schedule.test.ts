/** The schedule of a delivery: made, next and planned attempts, and the wait of Retry-After. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptRecord } from '../../../dashboard/src/api/record.ts';
import { attemptSchedule } from '../../../dashboard/src/page/delivery/one/attempt-schedule.ts';
import { BACK_OFF_SPREAD } from '../../../src/core/delivery/state.ts';

const START_MS = Date.UTC(2026, 10, 20, 12);
const SCHEDULE = [5_000, 15_000, 45_000];
const at = (ms: number): string => new Date(START_MS + ms).toISOString();

const attempt = (
  number: number,
  startMs: number,
  more: Partial<AttemptRecord> = {},
): AttemptRecord => ({
  ...({
    number,
    startedAt: at(startMs),
    durationMs: 100,
    outcome: 'retryable',
    status: 503,
  } as const),
  ...({ error: null, excerpt: null, manual: false } as const),
  ...more,
});

const shown = (rows: ReturnType<typeof attemptSchedule>) =>
  rows.map(({ number, kind, atMs }) => [number, kind, atMs === null ? null : atMs - START_MS]);

test('a due first attempt is next; retries are planned at their earliest', () => {
  const due = { state: 'due', dueAt: at(0), manual: false, attemptList: [] } as const;
  assert.deepEqual(shown(attemptSchedule(due, SCHEDULE)), [
    [1, 'next', 0],
    [2, 'planned', 5_000],
    [3, 'planned', 20_000],
    [4, 'planned', 65_000],
  ]);
});

test('a delivery that waits behind another has no times, but all of its attempts', () => {
  const waiting = { state: 'waiting', dueAt: null, manual: false, attemptList: [] } as const;
  assert.deepEqual(shown(attemptSchedule(waiting, SCHEDULE)), [
    [1, 'next', null],
    [2, 'planned', null],
    [3, 'planned', null],
    [4, 'planned', null],
  ]);
});

test('after failures the next attempt is at its time, the rest after it', () => {
  const attemptList = [attempt(1, 0), attempt(2, 5_500)];
  const retrying = { state: 'retrying', dueAt: at(21_000), manual: false, attemptList } as const;
  const rows = attemptSchedule(retrying, SCHEDULE);
  assert.deepEqual(shown(rows), [
    [1, 'failed', 0],
    [2, 'failed', 5_500],
    [3, 'next', 21_000],
    [4, 'planned', 66_000],
  ]);
  assert.deepEqual(
    rows.map(({ waitMs }) => waitMs),
    [null, ...SCHEDULE],
  );
});

test('a wait that the spread explains is not taken for Retry-After; a longer one is', () => {
  const spread = 5_000 * (1 + BACK_OFF_SPREAD);
  const waits = (gapMs: number, status: number) =>
    attemptSchedule(
      {
        ...({ state: 'retrying', dueAt: at(100 + gapMs), manual: false } as const),
        attemptList: [attempt(1, 0, { status })],
      },
      SCHEDULE,
    ).map(({ askedMs }) => askedMs);
  assert.deepEqual(waits(spread, 503), [null, null, null, null]);
  assert.deepEqual(waits(30_000, 429), [null, 30_000, null, null]);
  assert.deepEqual(waits(30_000, 500), [null, null, null, null], 'a 500 asks for nothing');
});

test('a delivered delivery needs no more attempts; one given up gets no more', () => {
  const delivered = { state: 'delivered', dueAt: null, manual: false } as const;
  const made = [attempt(1, 0, { outcome: 'delivered', status: 200 })];
  assert.deepEqual(
    attemptSchedule({ ...delivered, attemptList: made }, SCHEDULE).map(({ kind }) => kind),
    ['done', 'skipped', 'skipped', 'skipped'],
  );
  const rejected = { ...delivered, state: 'rejected', attemptList: [attempt(1, 0)] } as const;
  assert.deepEqual(
    attemptSchedule(rejected, SCHEDULE).map(({ kind }) => kind),
    ['failed', 'dropped', 'dropped', 'dropped'],
  );
});

test('a manual attempt uses up none of the schedule', () => {
  const attemptList = [attempt(1, 0), attempt(2, 1_000, { manual: true })];
  const retrying = { state: 'retrying', dueAt: at(6_000), manual: false, attemptList } as const;
  const rows = attemptSchedule(retrying, SCHEDULE);
  assert.equal(rows.length, SCHEDULE.length + 2);
  assert.deepEqual(rows[1]?.waitMs, null);
  assert.deepEqual(rows[2]?.waitMs, 5_000);
  const asked = attemptSchedule({ ...retrying, manual: true }, SCHEDULE);
  assert.deepEqual([asked[2]?.kind, asked[2]?.manual], ['next', true]);
  assert.equal(asked.length, SCHEDULE.length + 3);
});
