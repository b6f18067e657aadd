/**
 * Step 2 for all reports of a request, in order. A traced one is timed, for its span `plan`: only
 * such a report costs a look at the clock.
 */
import type { ReportItem, ReportReceipt } from '../../engine/ports/report-store.ts';
import { machineMs } from '../../thread/machine-time.ts';
import { acceptReport } from './accept.ts';
import type { WriteSession } from './session.ts';

export function accept(
  session: WriteSession,
  items: readonly ReportItem[],
): readonly ReportReceipt[] {
  return items.map((item) => {
    return item.traceparent === undefined ? acceptReport(session, item) : timed(session, item);
  });
}

function timed(session: WriteSession, item: ReportItem): ReportReceipt {
  const fromMs = machineMs();
  const receipt = acceptReport(session, item);
  if (receipt.kind === 'refused') return receipt;
  return { ...receipt, planned: { fromMs, untilMs: machineMs() } };
}
