/**
 * What operators and their tools read: calls, deliveries, audit, figures. Every query names its
 * project, is a bounded page and never waits for the writer. Lists go from the newest to the oldest
 * and continue before a key.
 */

import type { CallFacts } from '../../core/call/facts.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';
import type { IgnoredReason } from '../../core/call/transition.ts';
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { ResultClass } from '../../core/delivery/result-class.ts';
import type { StoredState } from '../../core/delivery/state.ts';
import type { EndpointKind } from '../../core/endpoint/endpoint.ts';
import type { CallKey, DeliveryKey, EndpointKey, FiringKey, ProjectKey } from '../../core/id.ts';
import type { ErrorCode, ReportedError } from '../../core/payload/call-error.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { AttemptRecord } from './dispatch-store.ts';
import type { ReportSource } from './report-store.ts';

export interface CallSummary {
  readonly key: CallKey;
  readonly callId: string;
  readonly direction: Direction;
  readonly status: CallStatus | null;
  readonly callSid: string;
  readonly clientId: string;
  readonly firstReportAtMs: number;
  readonly lastReportAtMs: number;
  readonly endedAtMs: number | null;
  readonly facts: CallFacts | null;
  readonly reports: number;
}

/** Facts of a call in a list, besides its own row. */
export interface CallFigures {
  /** The reported error codes, each once. */
  readonly errors: readonly ErrorCode[];
  /** Whether the service ended the call itself because no report came. */
  readonly stale: boolean;
  readonly deliveries: number;
  readonly delivered: number;
  /** Deliveries that were rejected, exhausted or blocked. */
  readonly failed: number;
  readonly open: number;
  readonly runs: number;
}

export interface ListedCall extends CallSummary {
  readonly figures: CallFigures;
}

export interface TimelineReport {
  readonly number: number;
  readonly receivedAtMs: number;
  readonly occurredAtMs: number | null;
  readonly source: ReportSource;
  readonly reportId: string | null;
  readonly status: CallStatus | null;
  readonly errors: readonly ReportedError[];
  readonly applied: boolean;
  readonly reason: IgnoredReason | null;
  readonly facts: CallFacts | null;
}

export interface TimelineFiring {
  readonly key: FiringKey;
  readonly reportNumber: number;
  readonly trigger: Trigger;
  readonly firedAtMs: number;
  /** JSON texts as they were rendered. */
  readonly data: string;
  readonly errors: string | null;
  readonly facts: string | null;
}

export interface DeliverySummary {
  readonly key: DeliveryKey;
  readonly createdAtMs: number;
  readonly projectKey: ProjectKey;
  readonly endpoint: EndpointKey;
  readonly endpointId: string;
  readonly endpointEnabled: boolean;
  readonly endpointHoldUntilMs: number | null;
  readonly callKey: CallKey;
  readonly callId: string;
  readonly firing: FiringKey;
  readonly firedAtMs: number;
  readonly trigger: Trigger;
  readonly sequence: number;
  readonly state: StoredState;
  readonly dueAtMs: number | null;
  readonly attempts: number;
  readonly failures: number;
  readonly manual: boolean;
  readonly lastAttemptAtMs: number | null;
  readonly closedAtMs: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** For a `waiting` delivery: the head behind which it waits. */
  readonly behind: { readonly key: DeliveryKey; readonly createdAtMs: number } | null;
}

/** The fields that name another delivery. */
export interface DeliveryLink {
  readonly key: DeliveryKey;
  readonly createdAtMs: number;
}

export interface DeliveryDetail extends DeliverySummary {
  readonly endpointKind: EndpointKind;
  /** The delivery that this one repeats, and the newest deliveries that repeat this one. */
  readonly replayOf: DeliveryLink | null;
  readonly replays: readonly DeliveryLink[];
  readonly bodyForm: string;
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly facts: string | null;
  readonly attemptList: readonly AttemptRecord[];
}

/** A report that moved the call. */
export interface TimelineMove {
  readonly reportNumber: number;
  /** Null: this is the first status of the call. */
  readonly from: string | null;
  readonly to: string;
  readonly atMs: number;
}

export interface CallTimeline {
  readonly call: CallSummary;
  readonly reports: readonly TimelineReport[];
  /** All moves, read separately, even if the list of reports is cut. */
  readonly moves: readonly TimelineMove[];
  readonly firings: readonly TimelineFiring[];
  readonly deliveries: readonly (DeliverySummary & {
    readonly attemptList: readonly AttemptRecord[];
  })[];
  /** True if a list was cut at its bound. */
  readonly truncated: boolean;
  /** Every trigger that the call ever fired, including firings beyond the bound. */
  readonly firedTriggers: readonly Trigger[];
}

/**
 * An empty list does not restrict. `held` is derived from the endpoint; a filter by attempts
 * excludes delivered ones.
 */
export interface DeliveryFilter {
  readonly callId: string | null;
  readonly endpoint: EndpointKey | null;
  readonly trigger: Trigger | null;
  readonly endpoints?: readonly EndpointKey[];
  readonly triggers?: readonly Trigger[];
  readonly classes?: readonly ResultClass[];
  readonly notEndpoints?: readonly EndpointKey[];
  readonly notTriggers?: readonly Trigger[];
  readonly attemptsMin?: number;
  readonly states: readonly (StoredState | 'held')[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Ids are compared whole. */
export interface CallFilter {
  readonly direction: Direction | null;
  readonly statuses?: readonly string[];
  readonly notStatuses?: readonly string[];
  /** False: only calls without errors; absent: all. */
  readonly withErrors?: boolean;
  readonly stale?: boolean;
  readonly clientId?: string;
  readonly callSid?: string;
  /** A number in any writing, as `from` or `to`; a tag whole. */
  readonly number?: string;
  readonly tag?: string;
  readonly notClientIds?: readonly string[];
  readonly notCallSids?: readonly string[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** A call that a search found, by which of its ids, and whether the whole id was given. */
export interface FoundCall {
  readonly call: CallSummary;
  readonly by: 'callId' | 'callSid' | 'clientId' | 'number' | 'tag';
  readonly exact: boolean;
}

/** How often each trigger fired; `sinceMs` is later than asked if there are too many firings. */
export interface TriggerCounts {
  readonly counts: ReadonlyMap<Trigger, number>;
  readonly sinceMs: number;
  /**
   * Statuses that only a platform knows, with the number of calls in each; the most frequent first.
   */
  readonly unknownStatuses: readonly { status: string; calls: number; lastAtMs: number }[];
}

/**
 * Figures of one time step; `latency` counts the times from creation to delivery by
 * `LATENCY_BOUNDS_MS`.
 */
export interface StatsStep {
  readonly fromMs: number;
  readonly made: number;
  readonly delivered: number;
  /** Delivered at the first attempt. */
  readonly firstTry: number;
  readonly failed: number;
  readonly attempts: number;
  readonly latency: readonly number[];
}

/** The figures of one endpoint: in total, and for each step without the latencies. */
export interface EndpointStats {
  readonly endpoint: EndpointKey;
  readonly total: Omit<StatsStep, 'fromMs'>;
  readonly steps: readonly Pick<StatsStep, 'fromMs' | 'made' | 'delivered' | 'failed'>[];
  readonly backlog: number;
  /** Open deliveries that failed at least once, counted up to `FAILING_COUNTED_MAX`. */
  readonly failing: number;
  readonly oldestOpenAtMs: number | null;
}

/** The most open failures counted for one endpoint, so that the overview stays fast. */
export const FAILING_COUNTED_MAX = 10_000;

/** Calls that began in a step, by their present status; null: no report carried one. */
export interface CallStatsStep {
  readonly fromMs: number;
  readonly byStatus: ReadonlyMap<CallStatus | null, number>;
}

export interface CallStats {
  readonly steps: readonly CallStatsStep[];
  /** Later than asked if there are too many calls: earlier ones are not counted. */
  readonly countedFromMs: number;
}

export interface Stats {
  readonly steps: readonly StatsStep[];
  /** Open deliveries now, those that have failed, and the creation time of the oldest one. */
  readonly backlog: number;
  readonly failing: number;
  readonly oldestOpenAtMs: number | null;
}

export interface QueryStore extends AuditTrail {
  /** For a page of endpoints, in the order asked; healthy if no attempt was made yet. */
  healthOf(asked: {
    readonly projectKey: ProjectKey;
    readonly endpoints: readonly EndpointKey[];
  }): Promise<readonly EndpointHealth[]>;
  calls(asked: {
    readonly projectKey: ProjectKey;
    readonly filter: CallFilter;
    readonly beforeKey: CallKey | null;
    readonly limit: number;
  }): Promise<readonly ListedCall[]>;
  call(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
  }): Promise<CallSummary | null>;
  /** By a whole `callId`, and by a whole or the beginning of a `callSid` or `clientId`. */
  searchCalls(asked: {
    readonly projectKey: ProjectKey;
    readonly text: string;
    readonly limit: number;
  }): Promise<readonly FoundCall[]>;
  triggerCounts(asked: {
    readonly projectKey: ProjectKey;
    readonly sinceMs: number;
  }): Promise<TriggerCounts>;
  /** The call to which a firing (`webhook-id`) belongs. */
  callOfFiring(asked: {
    readonly projectKey: ProjectKey;
    readonly firing: FiringKey;
    readonly firedAtMs: number;
  }): Promise<CallSummary | null>;
  /** `endpoint`: lists only its deliveries, so each listed firing has the one it made there. */
  timeline(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly endpoint?: EndpointKey | undefined;
  }): Promise<CallTimeline | null>;
  deliveries(asked: {
    readonly projectKey: ProjectKey;
    readonly filter: DeliveryFilter;
    readonly beforeKey: DeliveryKey | null;
    readonly limit: number;
    /** Needed to derive which deliveries are held. */
    readonly nowMs: number;
  }): Promise<readonly DeliverySummary[]>;
  delivery(asked: {
    readonly projectKey: ProjectKey;
    readonly key: DeliveryKey;
  }): Promise<DeliveryDetail | null>;
  /** `stepMs` is a multiple of a minute; at most `STATS_STEPS_MAX` steps. */
  stats(asked: {
    readonly projectKey: ProjectKey;
    readonly endpoint: EndpointKey | null;
    readonly fromMs: number;
    readonly toMs: number;
    readonly stepMs: number;
  }): Promise<Stats>;
  /** For endpoints that exist or have figures. Bounds as for `stats`. */
  endpointStats(asked: {
    readonly projectKey: ProjectKey;
    readonly fromMs: number;
    readonly toMs: number;
    readonly stepMs: number;
  }): Promise<readonly EndpointStats[]>;
  callStats(asked: {
    readonly projectKey: ProjectKey;
    readonly fromMs: number;
    readonly toMs: number;
    readonly stepMs: number;
  }): Promise<CallStats>;
}

export const STATS_STEPS_MAX = 1_500;
/** The most calls counted for one answer, the newest ones: some 50 ms. */
export const CALLS_COUNTED_MAX = 50_000;
