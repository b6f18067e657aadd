/** A retry schedule as text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  parseSchedule,
  scheduleText,
} from '../../../dashboard/src/page/endpoint/form/endpoint-draft.ts';
import { RETRY_SCHEDULE_MS } from '../../../src/core/endpoint/endpoint-defaults.ts';

test('a schedule is read as people write it', () => {
  assert.deepEqual(
    parseSchedule('5s, 15 s,2m 15s , 1h, 90'),
    [5_000, 15_000, 135_000, 3_600_000, 90_000],
  );
  assert.deepEqual(parseSchedule('6min45s, 1.5'), [405_000, 1_500]);
  assert.deepEqual(parseSchedule('  '), []);
});

test('a schedule with a value that is no time is refused as a whole', () => {
  for (const text of ['soon', '5s,,15s', '5s, ', '-5s', '5d']) {
    assert.equal(parseSchedule(text), null, text);
  }
});

test('the shown text of a schedule reads back as the same schedule', () => {
  for (const schedule of [RETRY_SCHEDULE_MS, [], [1_000, 21_600_000, 1_500]]) {
    assert.deepEqual(parseSchedule(scheduleText(schedule)), [...schedule]);
  }
  assert.equal(scheduleText([135_000, 3_600_000]), '2m 15s, 1h');
});
