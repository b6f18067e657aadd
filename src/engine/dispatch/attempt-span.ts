/**
 * Step 8 with spans: an attempt of a traced report has a span below that of its report (decision
 * 62). The composition root gives it to the dispatcher if a collector is set; without one no
 * attempt knows of spans.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { formatId } from '../../core/id.ts';
import type { Head } from '../ports/dispatch-store.ts';
import type { Traceparent, Tracer } from '../ports/tracer.ts';

/**
 * Null if the report that fired the head is not traced. `lease`: a consumer has had the message for
 * so long; another process may have begun the span.
 */
export type BeginSpan = (
  head: Head,
  endpoint: Endpoint,
  lease?: { readonly token: string; readonly heldMs: number },
) => AttemptSpan | null;

export interface AttemptSpan {
  /** Names the span in the webhook. */
  readonly traceparent: Traceparent;
  end(result: {
    readonly outcome: string;
    readonly status: number | null;
    readonly error: string | null;
  }): void;
}

export function attemptSpans(tracer: Tracer): BeginSpan {
  return (head, endpoint, lease) => {
    const parent = head.traceparent;
    if (parent === null) return null;
    const span = tracer.below(parent, lease?.token);
    const startMs = tracer.nowMs() - (lease?.heldMs ?? 0);
    return {
      traceparent: span,
      end: ({ outcome, status, error }) =>
        tracer.ended({
          name: 'attempt',
          span,
          parent,
          startMs,
          endMs: tracer.nowMs(),
          callId: head.callId,
          endpointId: endpoint.id,
          kind: endpoint.kind,
          deliveryId: formatId('dlv', head.createdAtMs, head.delivery),
          trigger: head.trigger,
          attempt: head.attempts + 1,
          outcome,
          status,
          fault: outcome === 'delivered' ? null : (error ?? outcome),
        }),
    };
  };
}
