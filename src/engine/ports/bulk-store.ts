/**
 * Bulk jobs as rows: what to do to which deliveries, or to the calls of which client, how far it
 * is, and what became of the first deliveries. A job goes on in steps; a step changes deliveries
 * or deletes calls and notes its progress in one commit, so a job survives a restart and nothing
 * is done twice.
 */
import type { ResultClass } from '../../core/delivery/result-class.ts';
import type { ShownState } from '../../core/delivery/state.ts';
import type { BulkKey, CallKey, DeliveryKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { AuditEntry } from './manage-store.ts';

export const DELIVERY_ACTIONS = ['retry', 'recover', 'cancel', 'replay'] as const;
/** The actions of a job on deliveries. */
export type DeliveryAction = (typeof DELIVERY_ACTIONS)[number];
/** `delete-calls` is of calls, and has a `ClientFilter`. */
export const BULK_ACTIONS = [...DELIVERY_ACTIONS, 'delete-calls'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const BULK_STATES = ['queued', 'running', 'done', 'aborted'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const BULK_RESULTS = ['done', 'skipped', 'failed'] as const;
export type BulkResult = (typeof BULK_RESULTS)[number];

/** Why one was not done. */
export const BULK_REASONS = ['NOT_FOUND', 'STATE', 'ENDPOINT_DELETED', 'AGENT'] as const;
export type BulkReason = (typeof BULK_REASONS)[number];

/** Ids of one request. */
export const BULK_IDS_MAX = 1_000;
/** Jobs of one project that have not ended. */
export const BULK_JOBS_MAX = 5;
/** Items of one job whose results are kept one by one. */
export const BULK_ITEMS_MAX = 1_000;
/** Matches that are counted before a job; more is `at least`. */
export const BULK_COUNTED_MAX = 10_000;

/** Empty lists: all. `from` and `to`: creation time, `to` exclusive. */
export interface BulkFilter {
  readonly endpoints: readonly EndpointKey[];
  readonly callKey: CallKey | null;
  readonly triggers: readonly Trigger[];
  /** Shown states; `sending` alone matches nothing: only the dispatcher knows it. Never empty. */
  readonly states: readonly ShownState[];
  readonly classes: readonly ResultClass[];
  readonly notEndpoints?: readonly EndpointKey[];
  readonly attemptsMin?: number;
  /** One class of issues: finer than `classes`. */
  readonly issueClass: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The calls that have exactly this `clientId`; the store hides it when the job has ended. */
export interface ClientFilter {
  readonly clientId: string;
}

export interface NewBulkJob {
  readonly action: BulkAction;
  /** Null: `ids`. */
  readonly filter: BulkFilter | ClientFilter | null;
  /** The request of the job, as it is shown again. */
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
  /** How many ids were given; null: a filter. */
  readonly ids: number | null;
  readonly state: BulkState;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
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
  /** For which a delivery was made, once for each. */
  readonly made: readonly EndpointKey[];
  /** Calls that are gone now. */
  readonly deleted: { readonly projectId: string; readonly callIds: readonly string[] } | null;
}

export interface BulkStore {
  /** Of a client: its calls, and the endpoints that have open deliveries of them. */
  countBulk(asked: {
    readonly projectKey: ProjectKey;
    readonly filter: BulkFilter | ClientFilter;
    readonly nowMs: number;
  }): Promise<BulkCount>;
  /** Throws LIMIT_REACHED while `BULK_JOBS_MAX` have not ended. */
  createBulk(wanted: {
    readonly projectKey: ProjectKey;
    readonly job: NewBulkJob;
    readonly audit: AuditEntry;
  }): Promise<BulkJob>;
  bulkJob(asked: {
    readonly projectKey: ProjectKey;
    readonly key: BulkKey;
  }): Promise<BulkJob | null>;
  /** The newest first. */
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
  /** Null when it is not there; one that has ended stays as it is. */
  abortBulk(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: BulkKey;
    readonly audit: AuditEntry;
  }): Promise<BulkJob | null>;
  /** Jobs that have not ended, the oldest first. */
  openBulk(): Promise<readonly BulkKey[]>;
  /** Does about `limit` more of it; the last step ends it, with its audit entry. Null: ended. */
  stepBulk(wanted: {
    readonly key: BulkKey;
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<BulkStep | null>;
}
