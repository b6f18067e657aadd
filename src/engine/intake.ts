/**
 * Step 2: a report is accepted in one transaction, or refused. The answer is sent after the commit;
 * deliveries are sent afterwards, independently. Must never wait for a delivery, and never offer
 * one that is not durable (S2.4, S3.13).
 */
import type { ServiceErrorCode } from '../core/error/service-error.ts';
import type { Dispatcher } from './dispatch/dispatcher.ts';
import type { Emit } from './ports/emit.ts';
import type { ReportItem, ReportReceipt, ReportStore } from './ports/report-store.ts';
import type { StalenessClock } from './staleness-clock.ts';

export interface Intake {
  /**
   * One receipt per item, in order; at most `REPORTS_MAX` items. Rejects with a `ServiceError` if
   * nothing was stored, or if that is unknown because the answer of the commit was lost.
   */
  accept(items: readonly ReportItem[]): Promise<readonly ReportReceipt[]>;
}

export interface IntakeParts {
  readonly store: Pick<ReportStore, 'accept'>;
  readonly dispatcher: Pick<Dispatcher, 'offer'>;
  /**
   * Read with every report: after a jump of the clock, a new report is not taken for an old one.
   */
  readonly staleness: StalenessClock;
  readonly emit: Emit;
}

export function createIntake(parts: IntakeParts): Intake {
  const { store, dispatcher, staleness, emit } = parts;
  function hear(item: ReportItem, receipt: ReportReceipt): void {
    if (receipt.kind === 'refused') tellRefusal(receipt.code, emit);
    else {
      if (receipt.heads.length > 0) dispatcher.offer(receipt.heads);
      tell(item, receipt, emit);
      for (const kept of receipt.kept ?? []) hear(kept.item, kept.receipt);
    }
  }
  return {
    async accept(items) {
      const nowMs = staleness.nowMs();
      const receipts = await store.accept(items.map((item) => judged(item, nowMs)));
      for (const [index, item] of items.entries()) {
        const receipt = receipts[index];
        if (receipt !== undefined) hear(item, receipt);
      }
      return receipts;
    },
  };
}

/** Even if the clock jumped forward, a platform's second try is not taken for a new report. */
function judged(item: ReportItem, nowMs: number): ReportItem {
  return item.receivedAtMs <= nowMs ? item : { ...item, judgedAtMs: nowMs };
}

function tellRefusal(code: ServiceErrorCode, emit: Emit): void {
  if (code === 'PROJECT_SUSPENDED') emit({ name: 'project.limited', limit: 'suspended', count: 1 });
  if (code === 'PROJECT_LIMIT_REACHED') emit({ name: 'project.limited', limit: 'calls', count: 1 });
}

function tell(
  { projectKey: project, callId }: ReportItem,
  receipt: ReportReceipt & { readonly kind: 'accepted' },
  emit: Emit,
): void {
  const { applied, reason } = receipt.answer;
  const made = receipt.made.length;
  emit({ name: 'report.accepted', project, callId, applied, reason: reason ?? null, made });
  if (made > 0) emit({ name: 'delivery.made', count: made });
}
