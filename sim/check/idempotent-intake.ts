/**
 * Checker: a repeated report changes nothing. However often the platform sends a report with the
 * same report id, it is applied once, fires once, and is answered the same (S2.9, S2.10).
 */
import type { Checker, History, Violation } from '../history.ts';
import { ledgerOf, violation } from './ledger.ts';

const name = 'idempotent-intake';

export const idempotentIntake: Checker = {
  name,
  promise: 'A report that is sent again is applied once and answered as the first time.',
  check,
};

function check(history: History): readonly Violation[] {
  const found: Violation[] = [];
  const first = new Map<string, string>();
  const applied = new Set<string>();
  for (const change of ledgerOf(history).changes) {
    if (change.name !== 'accept') continue;
    for (const [index, { callId, report }] of change.argument.entries()) {
      const receipt = change.value[index];
      if (report.reportId === null || receipt?.kind !== 'accepted') continue;
      const key = `${callId} ${report.reportId}`;
      const fault = (says: string) =>
        found.push({
          ...violation(
            name,
            `report ${report.reportId} of call ${callId} ${says}`,
            change.ms,
            null,
          ),
          callId,
        });
      const answer = JSON.stringify(receipt.answer);
      const earlier = first.get(key);
      first.set(key, earlier ?? answer);
      if (earlier !== undefined && earlier !== answer) {
        fault(`was answered ${answer}, before ${earlier}`);
      }
      if (receipt.made.length === 0) continue;
      if (applied.has(key)) fault('made deliveries twice');
      applied.add(key);
    }
  }
  return found;
}
