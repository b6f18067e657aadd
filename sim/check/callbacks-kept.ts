/**
 * Checker: what a provider was told is true. A callback that was answered is on disk before the
 * answer, its hint before its report, and a repeat of it is a repeat, whatever was said in between
 * (S2.4, S2.21).
 */
import type { Checker, History, Violation } from '../history.ts';
import { ledgerOf } from './ledger.ts';

const name = 'callbacks-kept';

export const callbacksKept: Checker = {
  name,
  promise: 'A callback that was answered is on disk, its hint before its report.',
  check,
};

function check(history: History): readonly Violation[] {
  const hints = new Map<string, number>();
  const reports = new Map<string, number>();
  const found: Violation[] = [];
  const fault = (callId: string, ms: number, says: string) =>
    found.push({ checker: name, ms, endpoint: null, callId, says });
  for (const change of ledgerOf(history).changes) {
    if (change.name === 'keepHints') {
      for (const { callId, hint } of change.argument.hints) {
        if (!hints.has(`${callId} ${hint}`)) hints.set(`${callId} ${hint}`, change.at);
      }
    }
    if (change.name !== 'accept') continue;
    for (const [index, { callId, report }] of change.argument.entries()) {
      const receipt = change.value[index];
      const key = `${callId} ${report.reportId}`;
      if (!reports.has(key)) reports.set(key, change.at);
      if (receipt?.kind === 'refused' && receipt.code === 'REPORT_ID_REUSED') {
        fault(callId, change.ms, `the repeat of ${report.reportId} is taken for another report`);
      }
    }
  }
  for (const [at, told] of history.happenings.entries()) {
    if (told.what !== 'taken') continue;
    const { callId, reportId, hint, ms } = told;
    const hintAt = hint === null ? 0 : (hints.get(`${callId} ${hint}`) ?? Number.NaN);
    const reportAt = reportId === null ? at : (reports.get(`${callId} ${reportId}`) ?? Number.NaN);
    if (!(hintAt <= at)) fault(callId, ms, `${hint} was answered and is not on disk`);
    if (!(reportAt <= at)) fault(callId, ms, `${reportId} was answered and is not on disk`);
    if (hintAt > reportAt) fault(callId, ms, `${reportId} was stored before its own hint ${hint}`);
  }
  return found;
}
