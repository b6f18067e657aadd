/**
 * Steps 3 to 6 in one pure function: given what is stored of a call and a report of it, what is
 * to be written and answered. A store loads the context under the call's lock, calls
 * `planReport`, and writes the plan in the same transaction. Never reads a clock or a store.
 */
import type { Call, IgnoredReason } from '../call/call.ts';
import type { Report } from '../call/report.ts';
import type { CallStatus } from '../call/status.ts';
import type { ServiceErrorCode } from '../error/catalogue.ts';
import type { EndpointKey } from '../id.ts';
import type { Trigger } from '../trigger/trigger.ts';

/** The answer to a report (decisions section 9); `reason` says why it did not move the call. */
export interface ReportAnswer {
  readonly callId: string;
  readonly applied: boolean;
  readonly reason?: IgnoredReason;
  readonly callStatus: CallStatus | null;
  readonly triggers: readonly Trigger[];
}

/** An enabled-or-not, undeleted endpoint of the call's project. */
export interface Subscription {
  readonly endpoint: EndpointKey;
  readonly triggers: ReadonlySet<Trigger>;
  readonly contentKey: string;
}

export interface IntakeContext {
  readonly callId: string;
  /** Null when this is the first report of the call. */
  readonly call: Call | null;
  /** Reports on the call's timeline so far. */
  readonly reports: number;
  /** The last sequence of each of the call's lanes, by endpoint key. */
  readonly lanes: Readonly<Record<string, number>>;
  readonly subscriptions: readonly Subscription[];
  readonly serviceName: string;
  /** The stored report with the same report id, no older than `REPORT_ID_DAYS`. */
  readonly earlier: { readonly fingerprint: string; readonly answer: ReportAnswer } | null;
  readonly receivedAtMs: number;
}

export interface PlannedDelivery {
  readonly endpoint: EndpointKey;
  readonly sequence: number;
  readonly contentKey: string;
}

export interface PlannedFiring {
  readonly trigger: Trigger;
  readonly firedAtMs: number;
  /** Rendered once: display text, `data` and `errors` as JSON text. */
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly deliveries: readonly PlannedDelivery[];
}

export type IntakePlan =
  | {
      readonly kind: 'refused';
      readonly code: ServiceErrorCode;
      readonly detail: string;
      readonly field: string;
    }
  /** The same report again: nothing is written, the first answer is given again. */
  | { readonly kind: 'repeated'; readonly answer: ReportAnswer }
  | {
      readonly kind: 'accepted';
      readonly call: Call;
      readonly answer: ReportAnswer;
      readonly firings: readonly PlannedFiring[];
      readonly lanes: Readonly<Record<string, number>>;
      /** Identifies the report's content, to tell a repeated report from a reused id. */
      readonly fingerprint: string;
    };

/** Reports kept of one call; more are refused with LIMIT_REACHED. */
export const CALL_REPORTS_MAX = 10_000;

export type PlanReport = (context: IntakeContext, report: Report) => IntakePlan;
