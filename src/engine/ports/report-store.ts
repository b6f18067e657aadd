/**
 * Steps 2 to 6 of the path as the engine asks a store for them: one transaction per report (or
 * per batch of them) from report to lane. The store loads, lets the pure planner decide, writes,
 * and answers after the commit is durable. A rejected promise means: nothing of it is stored.
 */
import type { Call } from '../../core/call/call.ts';
import type { Report } from '../../core/call/report.ts';
import type { ServiceErrorCode } from '../../core/error/service-error.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { ReportAnswer } from '../../core/intake/plan.ts';
import type { Head } from './dispatch-store.ts';

/** A validated report and where it came from. `receivedAtMs`: our wall clock. */
export interface ReportItem {
  readonly projectKey: ProjectKey;
  readonly callId: string;
  readonly report: Report;
  readonly source: ReportSource;
  readonly receivedAtMs: number;
  /**
   * By when it is judged how long ago its report id was used, where that is not `receivedAtMs`:
   * the wall clock has jumped forward lately. Not stored.
   */
  readonly judgedAtMs?: number;
}

/** `api`, `stale` (our own sweep) or `ingest:<source id>`. */
export type ReportSource = 'api' | 'stale' | `ingest:${string}`;

/** The answer to the reporter and the deliveries that may be sent at once; or why not. */
export type ReportReceipt =
  | {
      readonly kind: 'accepted';
      readonly answer: ReportAnswer;
      /** Deliveries made, and those of them that head their lane. */
      readonly made: readonly EndpointKey[];
      readonly heads: readonly Head[];
    }
  | {
      readonly kind: 'refused';
      readonly code: ServiceErrorCode;
      readonly detail: string;
      readonly field: string;
    };

export interface ReportStore {
  /**
   * One transaction for all items, in order; one receipt per item. At most `REPORTS_MAX`. An item
   * of source `stale` is looked at again in the transaction: when the call is not stale at
   * `receivedAtMs`, nothing is written and the answer says `applied: false`.
   */
  accept(items: readonly ReportItem[]): Promise<readonly ReportReceipt[]>;
  /** Calls of every project whose last report is too old (S1.14), oldest first. */
  staleCalls(asked: {
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<readonly StaleCall[]>;
}

/** `call`: what `staleReport` needs to say how it ended. */
export interface StaleCall {
  readonly projectKey: ProjectKey;
  readonly call: Call;
}
