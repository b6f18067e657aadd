/**
 * Spans of the way of a report, for OpenTelemetry: `report` (accepted, or refused), in it `plan`
 * and `commit`, and later, perhaps in another process, an `attempt` for each. They are linked by
 * `traceparent`, the text by which W3C Trace Context names a span, and by the call's id. A part
 * without a tracer pays nothing. A tracer never throws and never waits.
 */

/** `00-<trace id>-<span id>-01`, always of a sampled span. */
export type Traceparent = string;

export interface Tracer {
  /** Of a clock that all threads of this machine share; it never goes back. */
  nowMs(): number;
  /**
   * The span of a report. `caller`: the header `traceparent` of its request; the span is in the
   * caller's trace if it is valid. Null: the report is not sampled.
   */
  begin(caller: string | undefined): Traceparent | null;
  /**
   * A span in the trace of `parent`, below it. `name`: the same name gives the same span, also in
   * another process, which may end what this one began.
   */
  below(parent: Traceparent, name?: string): Traceparent;
  ended(span: EndedSpan): void;
}

/** A fault is a word of a fixed vocabulary; null if all went well. */
interface Ended {
  readonly span: Traceparent;
  readonly startMs: number;
  readonly endMs: number;
  readonly callId: string;
  readonly fault: string | null;
}

export type EndedSpan =
  | (Ended & {
      readonly name: 'report';
      readonly caller: string | undefined;
      /** `api`, `stale` or `ingest:<source id>`. */
      readonly source: string;
      /** What was reported; null if only errors of the call were. */
      readonly status: string | null;
      readonly applied: boolean;
      /** Why it did not move the call. */
      readonly reason: string | null;
      /** How many deliveries it made. */
      readonly made: number;
    })
  | (Ended & { readonly name: 'plan' | 'commit'; readonly parent: Traceparent })
  | (Ended & {
      readonly name: 'attempt';
      readonly parent: Traceparent;
      readonly endpointId: string;
      readonly kind: string;
      readonly deliveryId: string;
      readonly trigger: string;
      readonly attempt: number;
      /** As in `attempt.ended`; `unknown` if the right to send ended before an answer came. */
      readonly outcome: string;
      readonly status: number | null;
    });
