/**
 * What people and their tools read: calls, deliveries, audit, figures. Every query names its
 * project, is a bounded page and never waits for the writer. Lists go from the newest to the
 * oldest and continue before a key.
 */
import type { IgnoredReason } from '../../core/call/call.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';
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
  readonly reports: number;
}

/** The facts of a call in a list besides its own row. */
export interface CallFigures {
  /** Codes that were reported, each once. */
  readonly errors: readonly ErrorCode[];
  /** The service ended it itself, since no report came. */
  readonly stale: boolean;
  readonly deliveries: number;
  readonly delivered: number;
  /** Rejected, exhausted or blocked. */
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
}

export interface TimelineFiring {
  readonly key: FiringKey;
  readonly reportNumber: number;
  readonly trigger: Trigger;
  readonly firedAtMs: number;
  /** JSON texts as rendered. */
  readonly data: string;
  readonly errors: string | null;
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
  /** The head it waits behind, when it is `waiting`. */
  readonly behind: { readonly key: DeliveryKey; readonly createdAtMs: number } | null;
}

/** Enough to name another delivery. */
export interface DeliveryLink {
  readonly key: DeliveryKey;
  readonly createdAtMs: number;
}

export interface DeliveryDetail extends DeliverySummary {
  readonly endpointKind: EndpointKind;
  /** The delivery that it repeats, and the newest ones that repeat it. */
  readonly replayOf: DeliveryLink | null;
  readonly replays: readonly DeliveryLink[];
  readonly contentKey: string;
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly attemptList: readonly AttemptRecord[];
}

/** A report that moved the call. */
export interface TimelineMove {
  readonly reportNumber: number;
  /** Null: the first status of the call. */
  readonly from: string | null;
  readonly to: string;
  readonly atMs: number;
}

export interface CallTimeline {
  readonly call: CallSummary;
  readonly reports: readonly TimelineReport[];
  /** Read for themselves: they are whole where the reports are cut. */
  readonly moves: readonly TimelineMove[];
  readonly firings: readonly TimelineFiring[];
  readonly deliveries: readonly (DeliverySummary & {
    readonly attemptList: readonly AttemptRecord[];
  })[];
  /** True when one of the lists was cut at its bound. */
  readonly truncated: boolean;
  /** Every trigger that the call ever fired, also by firings beyond the bound. */
  readonly firedTriggers: readonly Trigger[];
}

/** An empty list says nothing. `held` follows from the endpoint; attempts: not of delivered. */
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

/** Ids are whole ones. */
export interface CallFilter {
  readonly direction: Direction | null;
  readonly statuses?: readonly string[];
  readonly notStatuses?: readonly string[];
  /** False: only those without; absent: both. */
  readonly withErrors?: boolean;
  readonly stale?: boolean;
  readonly clientId?: string;
  readonly callSid?: string;
  readonly notClientIds?: readonly string[];
  readonly notCallSids?: readonly string[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** A call that a search found, by which of its ids, and whether the whole id was given. */
export interface FoundCall {
  readonly call: CallSummary;
  readonly by: 'callId' | 'callSid' | 'clientId';
  readonly exact: boolean;
}

/** How often each trigger fired; `sinceMs` is later than asked where many did. */
export interface TriggerCounts {
  readonly counts: ReadonlyMap<Trigger, number>;
  readonly sinceMs: number;
  /** That only a platform knows, `calls` standing in each: the most calls first. */
  readonly unknownStatuses: readonly { status: string; calls: number; lastAtMs: number }[];
}

/** Figures of one time step; `latency` counts created→delivered times by `LATENCY_BOUNDS_MS`. */
export interface StatsStep {
  readonly fromMs: number;
  readonly made: number;
  readonly delivered: number;
  /** Of those delivered, at their first attempt. */
  readonly firstTry: number;
  readonly failed: number;
  readonly attempts: number;
  readonly latency: readonly number[];
}

/** Figures of one endpoint: in all, and step by step without the latencies. */
export interface EndpointStats {
  readonly endpoint: EndpointKey;
  readonly total: Omit<StatsStep, 'fromMs'>;
  readonly steps: readonly Pick<StatsStep, 'fromMs' | 'made' | 'delivered' | 'failed'>[];
  readonly backlog: number;
  /** Of the backlog, those that failed at least once: `FAILING_COUNTED_MAX` at most. */
  readonly failing: number;
  readonly oldestOpenAtMs: number | null;
}

/** So many open failures of one endpoint are counted; a look at the overview stays cheap. */
export const FAILING_COUNTED_MAX = 10_000;

/** Calls that began in a step, by the status they have now; null: no report carried one. */
export interface CallStatsStep {
  readonly fromMs: number;
  readonly byStatus: ReadonlyMap<CallStatus | null, number>;
}

export interface CallStats {
  readonly steps: readonly CallStatsStep[];
  /** Later than asked where there are too many: earlier ones are not counted. */
  readonly countedFromMs: number;
}

export interface Stats {
  readonly steps: readonly StatsStep[];
  /** Open deliveries now, those of them that have failed, and the creation time of the oldest. */
  readonly backlog: number;
  readonly failing: number;
  readonly oldestOpenAtMs: number | null;
}

export interface QueryStore extends AuditTrail {
  /** Of a page of endpoints at once, in the order asked; healthy when nothing was learned yet. */
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
  /** By `callId` whole, by `callSid` and `clientId` whole or by their beginning. */
  searchCalls(asked: {
    readonly projectKey: ProjectKey;
    readonly text: string;
    readonly limit: number;
  }): Promise<readonly FoundCall[]>;
  triggerCounts(asked: {
    readonly projectKey: ProjectKey;
    readonly sinceMs: number;
  }): Promise<TriggerCounts>;
  /** The call that a firing (`webhook-id`) was about. */
  callOfFiring(asked: {
    readonly projectKey: ProjectKey;
    readonly firing: FiringKey;
    readonly firedAtMs: number;
  }): Promise<CallSummary | null>;
  /** `endpoint`: only its deliveries, so that each listed firing has the one it made there. */
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
    /** Which deliveries are held follows from it. */
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
  /** Of the endpoints that are there or have figures. Bounds as of `stats`. */
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
/** Calls that are counted for one answer, the newest: some 50 ms. */
export const CALLS_COUNTED_MAX = 50_000;
