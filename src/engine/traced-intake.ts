/**
 * Step 2 with spans: each sampled report has a span `report` from the moment it is handed to the
 * store until it is durable or refused, and in it `plan` and `commit`. Its span is stored with its
 * firings, so that their attempts join the trace (decision 62). It stands between intake and store
 * if a collector is set, and changes nothing that is stored otherwise.
 */
import { ServiceError } from '../core/error/service-error.ts';
import type { ReportItem, ReportReceipt, ReportStore } from './ports/report-store.ts';
import type { EndedSpan, Tracer } from './ports/tracer.ts';

type AcceptStore = Pick<ReportStore, 'accept'>;

export function traced(store: AcceptStore, tracer: Tracer): AcceptStore {
  const accept: AcceptStore['accept'] = async (items) => {
    const startMs = tracer.nowMs();
    const marked = items.map((item) => {
      const span = tracer.begin(item.caller);
      return span === null ? item : { ...item, traceparent: span };
    });
    const told = (receiptOf: (index: number) => Told): void => {
      const endMs = tracer.nowMs();
      for (const [index, item] of marked.entries()) {
        const { traceparent: span } = item;
        if (span === undefined) continue;
        tell(tracer, { item, span, startMs, endMs }, receiptOf(index));
      }
    };
    let receipts: readonly ReportReceipt[];
    try {
      receipts = await store.accept(marked);
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : 'INTERNAL';
      told(() => ({ kind: 'refused', code }));
      throw error;
    }
    told((index) => receipts[index] ?? { kind: 'refused', code: 'INTERNAL' });
    return receipts;
  };
  return { accept };
}

type Told =
  | Extract<ReportReceipt, { kind: 'accepted' }>
  | { readonly kind: 'refused'; readonly code: string };

interface Marked {
  readonly item: ReportItem;
  readonly span: string;
  readonly startMs: number;
  readonly endMs: number;
}

function tell(tracer: Tracer, { item, span, startMs, endMs }: Marked, told: Told): void {
  const { callId, source, report, caller } = item;
  const isAccepted = told.kind === 'accepted';
  const whole: EndedSpan = {
    name: 'report',
    span,
    caller,
    startMs,
    endMs,
    callId,
    source,
    status: report.status,
    applied: isAccepted && told.answer.applied,
    reason: isAccepted ? (told.answer.reason ?? null) : null,
    made: isAccepted ? told.made.length : 0,
    fault: isAccepted ? null : told.code,
  };
  tracer.ended(whole);
  if (!isAccepted || told.planned === undefined) return;
  const { fromMs, untilMs } = told.planned;
  const inside = { parent: span, callId, fault: null } as const;
  const plan = { ...inside, span: tracer.below(span), startMs: fromMs, endMs: untilMs };
  tracer.ended({ ...plan, name: 'plan' });
  tracer.ended({ ...inside, span: tracer.below(span), startMs: untilMs, endMs, name: 'commit' });
}
