/** Stale detection: how long is too long, and how a stale call ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isStale,
  STALE_CLASSES,
  staleAfterMs,
  staleClassOf,
  staleReport,
} from '../../../src/core/call/stale.ts';
import { TERMINAL_STATUSES } from '../../../src/core/call/status.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { callOf, errorOf, NOW_MS } from '../given.ts';

const { stale } = PROJECT_DEFAULTS;

test('the class of a call follows from its last status', () => {
  for (const status of ['ACCEPTING', 'CALLING', 'CLOSING']) {
    assert.equal(staleClassOf(callOf('INBOUND', { status })), status);
  }
  assert.equal(staleClassOf(callOf('INBOUND', { status: 'QUEUED' })), 'INTERNAL');
});

test('an inbound call without a status counts as never accepted', () => {
  assert.equal(staleClassOf(callOf('INBOUND')), 'ACCEPTING');
  assert.equal(staleClassOf(callOf('OUTBOUND')), 'INTERNAL');
});

test('an ended call never goes stale', () => {
  for (const status of TERMINAL_STATUSES) {
    const call = callOf('INBOUND', { status, lastReportAtMs: 0 });
    assert.equal(staleClassOf(call), null);
    assert.equal(isStale(call, stale, NOW_MS), false);
  }
});

test('the defaults are 120 s, 4 h 5 min, 10 min and 120 s', () => {
  assert.deepEqual(
    STALE_CLASSES.map((staleClass) => staleAfterMs(staleClass, stale)),
    [120_000, (4 * 60 + 5) * 60_000, 600_000, 120_000],
  );
});

test('a call is stale from exactly its limit on', () => {
  const call = callOf('INBOUND', { status: 'CLOSING', lastReportAtMs: NOW_MS });
  assert.equal(isStale(call, stale, NOW_MS + 599_999), false);
  assert.equal(isStale(call, stale, NOW_MS + 600_000), true);
});

test('outbound calls are swept only if the project says so', () => {
  const call = callOf('OUTBOUND', { status: 'CALLING', lastReportAtMs: 0 });
  assert.equal(isStale(call, stale, NOW_MS), false);
  assert.equal(isStale(call, { ...stale, outbound: true }, NOW_MS), true);
});

test('a call that was in progress was interrupted, any other never connected', () => {
  const codeOf = (wasInProgress: boolean) => staleReport(callOf('INBOUND', { wasInProgress }));
  assert.deepEqual(codeOf(true).errors, [errorOf('CALL_INTERRUPTED')]);
  assert.deepEqual(codeOf(false).errors, [errorOf('CALL_CONNECTION_FAILED')]);
  assert.equal(codeOf(true).status, 'ERROR');
  assert.equal(codeOf(true).direction, 'INBOUND');
});
