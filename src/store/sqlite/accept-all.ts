/**
 * Step 2 for all reports of a request, in order. A traced one is timed, for its span `plan`: only
 * such a report costs a look at the clock. One that begins its call is followed by what was kept
 * until then (S2.28).
 */
import type { ReportItem, ReportReceipt } from '../../engine/ports/report-store.ts';
import { machineMs } from '../../thread/machine-time.ts';
import { DELETE_KEPT } from '../operation/call/call-deletion.ts';
import { KEPT_OF, keptItems } from '../operation/call/kept-report.ts';
import { type AcceptedReceipt, acceptReport } from './accept.ts';
import type { WriteSession } from './session.ts';

export function acceptAll(
  session: WriteSession,
  items: readonly ReportItem[],
): readonly ReportReceipt[] {
  return items.map((item) => {
    return item.traceparent === undefined ? acceptOne(session, item) : timed(session, item);
  });
}

function timed(session: WriteSession, item: ReportItem): ReportReceipt {
  const fromMs = machineMs();
  const receipt = acceptOne(session, item);
  if (receipt.kind === 'refused') return receipt;
  return { ...receipt, planned: { fromMs, untilMs: machineMs() } };
}

function acceptOne(session: WriteSession, item: ReportItem): ReportReceipt {
  return acceptReport(session, item, (receipt, begun, hash) =>
    withKept(session, receipt, begun, hash),
  );
}

/** The reports that were kept until this one began the call, each as if it came now. */
function withKept(
  session: WriteSession,
  receipt: AcceptedReceipt,
  { projectKey, callId }: ReportItem,
  hash: bigint,
): AcceptedReceipt {
  const rows = session.db.all(KEPT_OF, hash, projectKey, callId);
  if (rows.length === 0) return receipt;
  session.db.run(DELETE_KEPT, hash, projectKey, callId);
  const kept = keptItems(rows).map((item) => ({ item, receipt: acceptOne(session, item) }));
  return { ...receipt, kept };
}
