/**
 * Checker: an answer to a provider is true. A callback that was answered was on disk before the
 * answer, its hint before its report, and a repeat of it counts as a repeat, whatever the call did
 * in between (S2.4, S2.21). A report that came before the one that begins its call is in the call's
 * timeline once that report came (S2.28): no answered end is lost.
 */
import type { ReportItem } from '../../src/engine/ports/report-store.ts';
import type { Checker, History, Violation } from '../history.ts';
import type { Moment } from './change.ts';
import { ledgerOf } from './ledger.ts';

const name = 'callbacks-kept';

export const callbacksKept: Checker = {
  name,
  promise:
    'A callback that was answered is on disk, its hint before its report, and what came before ' +
    'its call began is applied when it begins.',
  check,
};

function check(history: History): readonly Violation[] {
  const hints = new Map<string, number>();
  const reports = new Map<string, number>();
  /** Reports in the timeline of their call, and calls that have one. */
  const applied = new Set<string>();
  const begun = new Set<string>();
  const found: Violation[] = [];
  const fault = (callId: string, ms: number, says: string) =>
    found.push({ checker: name, ms, endpoint: null, callId, says });
  const store = (item: ReportItem, { at }: Moment) => {
    if (!reports.has(keyOf(item))) reports.set(keyOf(item), at);
  };
  for (const change of ledgerOf(history).changes) {
    if (change.name === 'keepHints') {
      for (const { callId, hint } of change.argument.hints) {
        if (!hints.has(`${callId} ${hint}`)) hints.set(`${callId} ${hint}`, change.at);
      }
    }
    if (change.name === 'keepReports') {
      for (const [index, item] of change.argument.items.entries()) {
        if (change.value[index] === 'kept') store(item, change);
      }
    }
    if (change.name !== 'accept') continue;
    for (const [index, item] of change.argument.entries()) {
      const receipt = change.value[index];
      const { callId, report } = item;
      if (receipt?.kind === 'refused' && receipt.code === 'REPORT_ID_REUSED') {
        fault(callId, change.ms, `the repeat of ${report.reportId} is taken for another report`);
      }
      if (receipt?.kind !== 'accepted') continue;
      store(item, change);
      for (const each of [{ item, receipt }, ...(receipt.kept ?? [])]) {
        if (each.receipt.kind === 'accepted') applied.add(keyOf(each.item));
      }
      begun.add(callId);
    }
  }
  for (const [at, told] of history.happenings.entries()) {
    if (told.what !== 'taken') continue;
    const { callId, reportId, hint, ms } = told;
    const hintAt = hint === null ? 0 : (hints.get(`${callId} ${hint}`) ?? Number.NaN);
    const reportAt = reportId === null ? at : (reports.get(`${callId} ${reportId}`) ?? Number.NaN);
    if (!(hintAt <= at)) fault(callId, ms, `${hint} was answered and is not on disk`);
    if (!(reportAt <= at)) fault(callId, ms, `${reportId} was answered and is not on disk`);
    if (begun.has(callId) && reportId !== null && !applied.has(`${callId} ${reportId}`)) {
      fault(callId, ms, `${reportId} was answered before its call began, and lost`);
    }
    if (hintAt > reportAt) fault(callId, ms, `${reportId} was stored before its own hint ${hint}`);
  }
  return found;
}

function keyOf({ callId, report }: ReportItem): string {
  return `${callId} ${report.reportId}`;
}
