/**
 * Step 2: a report is accepted in one transaction, or refused. The answer goes out after the
 * commit; deliveries run afterwards, on their own. Must never wait for a delivery, and never offer
 * one that is not durable (S2.4, S3.13).
 */
import type { Dispatcher } from './dispatch/dispatcher.ts';
import type { Emit } from './ports/emit.ts';
import type { ReportItem, ReportReceipt, ReportStore } from './ports/report-store.ts';
import type { StalenessClock } from './staleness-clock.ts';

export interface Intake {
  /**
   * One receipt per item, in order; at most `REPORTS_MAX` items. Rejects with a `ServiceError`
   * if nothing of it was stored, or if that is not known: its commit's answer was lost.
   */
  accept(items: readonly ReportItem[]): Promise<readonly ReportReceipt[]>;
}

export interface IntakeParts {
  readonly store: Pick<ReportStore, 'accept'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  /** Looked at with every report: what is heard after a jump is not taken for older than it is. */
  readonly staleness: StalenessClock;
  readonly emit: Emit;
}

export function createIntake({ store, dispatcher, staleness, emit }: IntakeParts): Intake {
  return {
    async accept(items) {
      const nowMs = staleness.nowMs();
      const receipts = await store.accept(items.map((item) => judged(item, nowMs)));
      for (const [index, receipt] of receipts.entries()) {
        if (receipt.kind === 'refused') continue;
        if (receipt.heads.length > 0) dispatcher.offer(receipt.heads);
        const item = items[index];
        if (item !== undefined) tell(item, receipt, emit);
      }
      return receipts;
    },
  };
}

/** A clock that jumped forward makes no platform's second try a new report. */
function judged(item: ReportItem, nowMs: number): ReportItem {
  return item.receivedAtMs <= nowMs ? item : { ...item, judgedAtMs: nowMs };
}

function tell(
  { projectKey: project, callId }: ReportItem,
  receipt: ReportReceipt & { readonly kind: 'accepted' },
  emit: Emit,
): void {
  const { applied, reason } = receipt.answer;
  const made = receipt.made.length;
  emit({ name: 'report.accepted', project, callId, applied, reason: reason ?? null, made });
  for (const endpoint of receipt.made) emit({ name: 'delivery.made', endpoint, count: 1 });
}
