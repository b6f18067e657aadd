/**
 * Steps 2 to 6 as the engine needs them of a store: one transaction per report (or batch of
 * reports), from report to lane. The store loads, lets the pure planner decide, writes, and answers
 * after the commit is durable. A rejected promise means that nothing was stored.
 */

import type { Hint, Report, ReportVariant } from '../../core/call/report.ts';
import type { Call } from '../../core/call/transition.ts';
import type { ServiceErrorCode } from '../../core/error/service-error.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { ReportAnswer } from '../../core/intake/plan.ts';
import type { Head } from './dispatch-store.ts';

/** A validated report and its origin. `receivedAtMs`: our wall clock. */
export interface ReportItem {
  readonly projectKey: ProjectKey;
  readonly callId: string;
  readonly report: Report;
  readonly source: ReportSource;
  readonly receivedAtMs: number;
  /**
   * The time by which the age of a used report id is judged, if not `receivedAtMs`, because the
   * wall clock recently jumped forward. Not stored.
   */
  readonly judgedAtMs?: number;
  /** What the report says instead, if one fits what is known of the call; not stored. */
  readonly variants?: readonly ReportVariant[];
  /** The header `traceparent` of the request that brought it, as it came; not stored. */
  readonly caller?: string | undefined;
  /** The report's span, stored with its firings; absent if it is not traced. */
  readonly traceparent?: string;
}

/** What was said of a call before it matters; at most one of each hint is kept for a call. */
export interface CallHint {
  readonly callId: string;
  readonly hint: Hint;
}

/** `api`, `stale` (the sweep of this service) or `ingest:<source id>`. */
export type ReportSource = 'api' | 'stale' | `ingest:${string}`;

/**
 * The answer to the reporter and the deliveries that may be sent at once; or the reason for
 * refusal.
 */
export type ReportReceipt =
  | {
      readonly kind: 'accepted';
      readonly answer: ReportAnswer;
      /** The endpoints of the new deliveries, and those deliveries that head their lane. */
      readonly made: readonly EndpointKey[];
      readonly heads: readonly Head[];
      /** When the store read for the report and decided; of a traced one only. */
      readonly planned?: Planned;
      /** What was kept of the call that the report began, and what became of it, in order. */
      readonly kept?: readonly KeptReceipt[];
    }
  | {
      readonly kind: 'refused';
      readonly code: ServiceErrorCode;
      readonly detail: string;
      readonly field: string;
    };

/** A report that was kept until its call began. */
export interface KeptReceipt {
  readonly item: ReportItem;
  readonly receipt: ReportReceipt;
}

/**
 * `begun`: the call exists, so that it can be accepted. `full`: `KEPT_REPORTS_MAX` of it wait.
 * `reused`: one with its id is kept, with other content. `deleted`: the call was deleted by
 * request. Only with `kept` it is stored, once for each id.
 */
export type KeptOutcome = 'kept' | 'begun' | 'full' | 'reused' | 'deleted';

/**
 * By the clock of the tracer. The embedded store has written the rows by the end of it, PostgreSQL
 * writes them with the commit.
 */
export interface Planned {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface ReportStore {
  /**
   * One transaction for all items, in order; one receipt per item. At most `REPORTS_MAX`. For an
   * item of source `stale` the transaction checks again: if the call is not stale at
   * `receivedAtMs`, nothing is written and the answer says `applied: false`.
   */
  accept(items: readonly ReportItem[]): Promise<readonly ReportReceipt[]>;
  /** At most `REPORTS_MAX`. A hint of a call that was deleted by request is not kept. */
  keepHints(wanted: {
    readonly projectKey: ProjectKey;
    readonly hints: readonly CallHint[];
    readonly receivedAtMs: number;
  }): Promise<void>;
  /**
   * Keeps reports that were refused because no direction of their call is known, until one of the
   * call is accepted: then they follow it in its transaction. At most `REPORTS_MAX`.
   */
  keepReports(wanted: { readonly items: readonly ReportItem[] }): Promise<readonly KeptOutcome[]>;
  /** Calls of every project whose last report is too old (S1.14), oldest first. */
  staleCalls(asked: {
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<readonly StaleCall[]>;
}

/** `call`: the facts from which `staleReport` derives how the call ended. */
export interface StaleCall {
  readonly projectKey: ProjectKey;
  readonly call: Call;
}
