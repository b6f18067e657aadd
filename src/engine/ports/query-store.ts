/**
 * What people and their tools read: calls, deliveries, audit, figures. Every query names its
 * project, is a bounded page and never waits for the writer. Lists go from the newest to the
 * oldest and continue before a key.
 */

import type { IgnoredReason } from '../../core/call/call.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { StoredState } from '../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey, FiringKey, ProjectKey } from '../../core/id.ts';
import type { ReportedError } from '../../core/payload/call-error.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { AttemptRecord } from './dispatch-store.ts';
import type { AuditEntry } from './manage-store.ts';
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

export interface DeliveryDetail extends DeliverySummary {
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

/** `held` and the states of `StoredState`; `held` is decided from the endpoint's condition. */
export interface DeliveryFilter {
  readonly callId: string | null;
  readonly endpoint: EndpointKey | null;
  readonly trigger: Trigger | null;
  readonly states: readonly (StoredState | 'held')[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface CallFilter {
  readonly direction: Direction | null;
  readonly status: CallStatus | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Figures of one time step; `latency` counts created→delivered times by `LATENCY_BOUNDS_MS`. */
export interface StatsStep {
  readonly fromMs: number;
  readonly made: number;
  readonly delivered: number;
  readonly failed: number;
  readonly attempts: number;
  readonly latency: readonly number[];
}

export interface Stats {
  readonly steps: readonly StatsStep[];
  /** Open deliveries now, and the creation time of the oldest. */
  readonly backlog: number;
  readonly oldestOpenAtMs: number | null;
}

/** Upper bounds of the latency buckets; one more bucket counts what is above the last. */
export const LATENCY_BOUNDS_MS = [
  1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000, 60_000, 600_000,
] as const;

export interface StoredAudit extends AuditEntry {
  readonly key: number;
}

export interface QueryStore {
  /** Of a page of endpoints at once, in the order asked; healthy when nothing was learned yet. */
  healthOf(
    projectKey: ProjectKey,
    endpoints: readonly EndpointKey[],
  ): Promise<readonly EndpointHealth[]>;
  calls(
    projectKey: ProjectKey,
    filter: CallFilter,
    beforeKey: CallKey | null,
    limit: number,
  ): Promise<readonly CallSummary[]>;
  call(projectKey: ProjectKey, callId: string): Promise<CallSummary | null>;
  /** `endpoint`: only its deliveries, so that each listed firing has the one it made there. */
  timeline(
    projectKey: ProjectKey,
    callId: string,
    endpoint?: EndpointKey,
  ): Promise<CallTimeline | null>;
  deliveries(
    projectKey: ProjectKey,
    filter: DeliveryFilter,
    beforeKey: DeliveryKey | null,
    limit: number,
  ): Promise<readonly DeliverySummary[]>;
  delivery(projectKey: ProjectKey, key: DeliveryKey): Promise<DeliveryDetail | null>;
  audit(
    projectKey: ProjectKey,
    beforeKey: number | null,
    limit: number,
  ): Promise<readonly StoredAudit[]>;
  /** `stepMs` is a multiple of a minute; at most `STATS_STEPS_MAX` steps. */
  stats(
    projectKey: ProjectKey,
    endpoint: EndpointKey | null,
    fromMs: number,
    toMs: number,
    stepMs: number,
  ): Promise<Stats>;
}

export const STATS_STEPS_MAX = 1_500;
