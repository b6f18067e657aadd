/**
 * Bulk jobs as rows: the action, the deliveries or the client's calls to which it applies, the
 * progress, and the results of the first deliveries. A job runs in steps; one commit changes
 * deliveries or deletes calls and records the progress, so a job survives a restart and does
 * nothing twice.
 */
import type { ResultClass } from '../../core/delivery/result-class.ts';
import type { ShownState } from '../../core/delivery/state.ts';
import type { BulkKey, CallKey, DeliveryKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { AuditEntry } from './manage-store.ts';

export const DELIVERY_ACTIONS = ['retry', 'recover', 'cancel', 'replay'] as const;
/** The actions of a job on deliveries. */
export type DeliveryAction = (typeof DELIVERY_ACTIONS)[number];
/** `delete-calls` applies to calls, and has a `ClientFilter`. */
export const BULK_ACTIONS = [...DELIVERY_ACTIONS, 'delete-calls'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const BULK_STATES = ['queued', 'running', 'done', 'aborted'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const BULK_RESULTS = ['done', 'skipped', 'failed'] as const;
export type BulkResult = (typeof BULK_RESULTS)[number];

/** Why an item was not done. */
export const BULK_REASONS = ['NOT_FOUND', 'STATE', 'ENDPOINT_DELETED', 'AGENT'] as const;
export type BulkReason = (typeof BULK_REASONS)[number];

/** The most ids in one request. */
export const BULK_IDS_MAX = 1_000;
/** The most open jobs of one project. */
export const BULK_JOBS_MAX = 5;
/** The most items of one job whose results are kept one by one. */
export const BULK_ITEMS_MAX = 1_000;
/** The most matches that are counted before a job; beyond this the count says `at least`. */
export const BULK_COUNTED_MAX = 10_000;

/** An empty list does not restrict. `from` and `to`: creation time, `to` exclusive. */
export interface BulkFilter {
  readonly endpoints: readonly EndpointKey[];
  readonly callKey: CallKey | null;
  readonly triggers: readonly Trigger[];
  /**
   * Shown states, never empty; `sending` alone matches nothing, since only the dispatcher knows it.
   */
  readonly states: readonly ShownState[];
  readonly classes: readonly ResultClass[];
  readonly notEndpoints?: readonly EndpointKey[];
  readonly attemptsMin?: number;
  /** A single class of issues, more specific than `classes`. */
  readonly issueClass: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Set by the store: the newest delivery when the job was created, whatever the clock said. */
  readonly untilKey?: DeliveryKey;
}

/** The calls with exactly this `clientId`; the store hides it when the job has ended. */
export interface ClientFilter {
  readonly clientId: string;
}

/** Everything of a call, or of every call that names a telephone number (its digits). */
export interface SubjectFilter {
  readonly subject: 'call' | 'number';
  readonly value: string;
}

/** The kinds of rows that a deletion of calls removes. */
export const REMOVED_KINDS = [
  'calls',
  'reports',
  'firings',
  'deliveries',
  'attempts',
  'callLogs',
  'runs',
  'results',
  'sourceRequests',
] as const;
export type Removed = Readonly<Record<(typeof REMOVED_KINDS)[number], number>>;

export const NOTHING_REMOVED: Removed = {
  calls: 0,
  reports: 0,
  firings: 0,
  deliveries: 0,
  attempts: 0,
  callLogs: 0,
  runs: 0,
  results: 0,
  sourceRequests: 0,
};

export type CallsFilter = ClientFilter | SubjectFilter;

export interface NewBulkJob {
  readonly action: BulkAction;
  /** Null: the job has `ids`. */
  readonly filter: BulkFilter | CallsFilter | null;
  /** The request that made the job, to be shown with it. */
  readonly asked: unknown;
  readonly ids: readonly DeliveryKey[] | null;
  readonly matched: number;
  readonly matchedExact: boolean;
  readonly reason: string | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
}

export interface BulkJob extends Omit<NewBulkJob, 'filter' | 'ids'> {
  readonly key: BulkKey;
  readonly id: string;
  readonly projectKey: ProjectKey;
  /** How many ids were given; null: the job has a filter. */
  readonly ids: number | null;
  readonly state: BulkState;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** What a job that deletes calls has removed so far; null: another job, or an older version. */
  readonly removed: Removed | null;
}

export interface BulkItem {
  readonly number: number;
  readonly delivery: { readonly key: DeliveryKey; readonly createdAtMs: number };
  readonly result: BulkResult;
  readonly reason: BulkReason | null;
  readonly made: { readonly key: DeliveryKey; readonly createdAtMs: number } | null;
}

export interface BulkCount {
  readonly matched: number;
  readonly exact: boolean;
  readonly endpoints: number;
}

export interface BulkStep {
  readonly job: BulkJob;
  /** The endpoints whose lanes changed. */
  readonly endpoints: readonly EndpointKey[];
  /** The endpoints for which a delivery was made, each once. */
  readonly made: readonly EndpointKey[];
  /** The calls that were deleted. */
  readonly deleted: { readonly projectId: string; readonly callIds: readonly string[] } | null;
}

export interface BulkStore {
  /** For a client: its calls, and the endpoints that have open deliveries of these. */
  countBulk(asked: {
    readonly projectKey: ProjectKey;
    readonly filter: BulkFilter | CallsFilter;
    readonly nowMs: number;
  }): Promise<BulkCount>;
  /** Throws LIMIT_REACHED while `BULK_JOBS_MAX` jobs are open. */
  createBulk(wanted: {
    readonly projectKey: ProjectKey;
    readonly job: NewBulkJob;
    readonly audit: AuditEntry;
  }): Promise<BulkJob>;
  bulkJob(asked: {
    readonly projectKey: ProjectKey;
    readonly key: BulkKey;
  }): Promise<BulkJob | null>;
  /** The newest job first. */
  bulkJobs(asked: {
    readonly projectKey: ProjectKey;
    readonly beforeKey: BulkKey | null;
    readonly limit: number;
  }): Promise<readonly BulkJob[]>;
  /** In the order in which they were done, at most `BULK_ITEMS_MAX`. */
  bulkItems(asked: {
    readonly projectKey: ProjectKey;
    readonly key: BulkKey;
    readonly afterNumber: number;
    readonly limit: number;
  }): Promise<readonly BulkItem[]>;
  /** Returns null if there is no such job; a job that has ended stays unchanged. */
  abortBulk(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: BulkKey;
    readonly audit: AuditEntry;
  }): Promise<BulkJob | null>;
  /** The open jobs, the oldest first. */
  openBulk(): Promise<readonly BulkKey[]>;
  /**
   * Does about `limit` items; the last step ends the job, with its audit entry. Null: it had ended.
   */
  stepBulk(wanted: {
    readonly key: BulkKey;
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<BulkStep | null>;
}
