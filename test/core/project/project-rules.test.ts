/** Which settings an operator may give a project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROJECT_DEFAULTS, type ProjectSettings } from '../../../src/core/project/project.ts';
import { checkProject } from '../../../src/core/project/project-rules.ts';

function faultsOf(changes: Partial<ProjectSettings>, name = 'default'): readonly string[] {
  return checkProject(name, { ...PROJECT_DEFAULTS, ...changes }).map(({ field }) => field);
}

test('the defaults keep all rules', () => {
  assert.deepEqual(faultsOf({}), []);
});

test('names are one line and bounded', () => {
  assert.deepEqual(faultsOf({ serviceName: 'x'.repeat(100) }, 'y'.repeat(120)), []);
  assert.deepEqual(faultsOf({ serviceName: 'x'.repeat(101) }, ''), ['/name', '/serviceName']);
  assert.deepEqual(faultsOf({ serviceName: 'a\n[b]' }), ['/serviceName']);
});

test('stale times are whole, 10 s to 7 days', () => {
  const all = (ms: number) => ({
    acceptingMs: ms,
    callingMs: ms,
    closingMs: ms,
    otherInternalMs: ms,
    outbound: true,
  });
  for (const ms of [10_000, 604_800_000]) assert.deepEqual(faultsOf({ stale: all(ms) }), []);
  for (const ms of [9_999, 604_800_001, 10_000.5, Number.NaN]) {
    assert.deepEqual(faultsOf({ stale: all(ms) }), [
      '/stale/acceptingMs',
      '/stale/callingMs',
      '/stale/closingMs',
      '/stale/otherInternalMs',
    ]);
  }
});

test('retention is whole days, 1 to 3,650', () => {
  const all = (days: number) => ({
    deliveredDays: days,
    notDeliveredDays: days,
    excerptDays: days,
    acwResultDays: days,
    callLogDays: days,
    auditDays: days,
  });
  for (const days of [1, 3_650]) assert.deepEqual(faultsOf({ retention: all(days) }), []);
  for (const days of [0, 3_651, 1.5]) {
    assert.deepEqual(faultsOf({ retention: all(days) }), [
      '/retention/deliveredDays',
      '/retention/notDeliveredDays',
      '/retention/excerptDays',
      '/retention/acwResultDays',
      '/retention/callLogDays',
      '/retention/auditDays',
    ]);
  }
});
