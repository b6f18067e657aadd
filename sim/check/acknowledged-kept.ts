/**
 * Checker: an acknowledgement is true. A report answered 202 was on disk before the answer went
 * out, and the answer named what it fired (S2.4).
 */
import type { Checker, History, Violation } from '../history.ts';
import { ledgerOf } from './ledger.ts';
import type { OwedAnswer } from './oracle.ts';

const name = 'acknowledged-kept';

export const acknowledgedKept: Checker = {
  name,
  promise: 'A report answered 202 is on disk before the answer, with all that it fired.',
  check,
};

function check(history: History): readonly Violation[] {
  const committed = new Map<string, OwedAnswer>();
  for (const answer of ledgerOf(history).oracle.answers) {
    const { callId, report } = answer.item;
    const key = `${callId} ${report.reportId}`;
    if (!committed.has(key)) committed.set(key, answer);
  }
  const found: Violation[] = [];
  for (const [at, told] of history.happenings.entries()) {
    if (told.what !== 'acknowledged') continue;
    const { callId, reportId, status } = told;
    const fault = (says: string) => {
      const subject = { checker: name, ms: told.ms, endpoint: null, callId };
      found.push({ ...subject, says: `report ${reportId} (${status}) of call ${callId} ${says}` });
    };
    const owed = committed.get(`${callId} ${reportId}`);
    if (owed === undefined) fault('was acknowledged and is not on disk');
    else if (owed.committed.at > at) fault('was acknowledged before it was on disk');
    else if (owed.applied !== told.applied) fault(`was answered applied: ${told.applied}`);
    else if (owed.triggers.join() !== told.triggers.join()) {
      fault(`was answered [${told.triggers}], but fires [${owed.triggers}]`);
    }
  }
  return found;
}
