/** A callback that was answered must be on disk, its hint before its report. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callbacksKept } from '../../../sim/check/callbacks-kept.ts';
import { CALLING, Given, saysOf } from './given.ts';

const callId = 'call-1';
const reportId = 'report-1';
const hint = 'MACHINE';

function keep(given: Given): void {
  given.commit('keepHints', { projectKey: 1, hints: [{ callId, hint }] }, undefined);
}

function accept(given: Given): void {
  given.accept(callId, reportId, 'CALLING', [CALLING], 0);
}

test('a hint and a report that are on disk before the answer pass', () => {
  const given = new Given();
  keep(given);
  accept(given);
  given.note({ what: 'taken', callId, reportId, hint });
  assert.deepEqual(saysOf(callbacksKept, given), []);
});

test('an answer without the hint or the report on disk before is caught', () => {
  const early = new Given();
  early.note({ what: 'taken', callId, reportId, hint: null });
  accept(early);
  assert.match(saysOf(callbacksKept, early).join(), /report-1 was answered and is not on disk/);
  const without = new Given();
  accept(without);
  without.note({ what: 'taken', callId, reportId, hint });
  assert.match(saysOf(callbacksKept, without).join(), /MACHINE was answered and is not on disk/);
});

const EARLY = {
  callId,
  report: { status: 'COMPLETED', direction: null, errors: [], reportId },
  source: 'ingest:src_1',
  receivedAtMs: 0,
};

test('S2.28: a report kept before its call begins is applied when it begins', () => {
  const given = new Given();
  given.commit('keepReports', { items: [EARLY] }, ['kept']);
  given.note({ what: 'taken', callId, reportId, hint: null });
  assert.deepEqual(saysOf(callbacksKept, given), []);
  const begin = (kept: readonly object[]) => {
    const answer = { callId, applied: true, callStatus: 'CALLING', triggers: [] };
    const report = { status: 'CALLING', direction: 'OUTBOUND', errors: [], reportId: 'first' };
    const item = { callId, report, source: 'ingest:src_1', receivedAtMs: given.wallMs() };
    given.commit('accept', [item], [{ kind: 'accepted', answer, made: [], heads: [], kept }]);
  };
  begin([{ item: EARLY, receipt: { kind: 'accepted' } }]);
  assert.deepEqual(saysOf(callbacksKept, given), []);
});

test('S2.28: a kept report that is not applied when its call begins is caught', () => {
  const given = new Given();
  given.commit('keepReports', { items: [EARLY] }, ['kept']);
  given.note({ what: 'taken', callId, reportId, hint: null });
  given.accept(callId, 'first', 'CALLING', [CALLING], 0);
  assert.match(saysOf(callbacksKept, given).join(), /answered before its call began, and lost/);
  const dropped = new Given();
  dropped.commit('keepReports', { items: [EARLY] }, ['full']);
  dropped.note({ what: 'taken', callId, reportId, hint: null });
  assert.match(saysOf(callbacksKept, dropped).join(), /answered and is not on disk/);
});

test('a report that is stored before the hint of its own callback is caught', () => {
  const given = new Given();
  accept(given);
  keep(given);
  given.note({ what: 'taken', callId, reportId, hint });
  assert.match(saysOf(callbacksKept, given).join(), /before its own hint/);
});

test('a repeat that is taken for another report is caught', () => {
  const given = new Given();
  accept(given);
  const report = { status: 'CALLING', direction: 'OUTBOUND', errors: [], reportId };
  const item = { callId, report, source: 'ingest:src_1', receivedAtMs: given.wallMs() };
  const refused = { kind: 'refused', code: 'REPORT_ID_REUSED', detail: '', field: '' };
  given.commit('accept', [item], [refused]);
  assert.match(saysOf(callbacksKept, given).join(), /taken for another report/);
});
