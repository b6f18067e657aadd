/**
 * Failures in the store: rows of deliveries that fail or were given up, to be grouped into issues,
 * and the marks of members on a group. No counters are kept: each request reads a bounded number of
 * the newest rows.
 */
import type { StoredState } from '../../core/delivery/state.ts';
import type { CallKey, DeliveryKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';

/** A delivery that fails now or was given up. */
export interface FailedDelivery {
  readonly key: DeliveryKey;
  readonly createdAtMs: number;
  readonly endpoint: EndpointKey;
  readonly callKey: CallKey;
  readonly state: StoredState;
  readonly lastAttemptAtMs: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** How many deliveries of its lane wait until it is settled; 0 for one that was given up. */
  readonly behind: number;
}

/** The most waiting deliveries that are counted in one lane. */
export const BEHIND_COUNTED_MAX = 1_000;

export interface Failures {
  readonly rows: readonly FailedDelivery[];
  /** False if older rows were not read. */
  readonly complete: boolean;
}

/** `from` and `to`: creation time, `to` exclusive. */
export interface FailureFilter {
  readonly endpoint: EndpointKey | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** A member's mark on the failures of one class at one endpoint. */
export const MARK_STATUSES = ['open', 'acknowledged', 'muted'] as const;
export type MarkStatus = (typeof MARK_STATUSES)[number];

export interface IssueMark {
  readonly endpoint: EndpointKey;
  readonly issueClass: string;
  readonly status: MarkStatus;
  readonly note: string | null;
  /** `key_...` or `usr_...`. */
  readonly by: string;
  readonly atMs: number;
}

export interface IssueStore {
  /** The newest failures of each endpoint, all within one project. */
  failures(asked: {
    readonly projectKey: ProjectKey;
    readonly filter: FailureFilter;
  }): Promise<Failures>;
  issueMarks(projectKey: ProjectKey): Promise<readonly IssueMark[]>;
  /** Throws LIMIT_REACHED if there are too many marks. */
  markIssue(wanted: {
    readonly projectKey: ProjectKey;
    readonly mark: IssueMark;
    readonly audit: AuditEntry;
  }): Promise<void>;
}
