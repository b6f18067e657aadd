/**
 * Failures as the store knows them: rows of deliveries that fail or were given up, to be grouped
 * into issues, and the marks of members on a group. No delivery is counted on its way: each request
 * reads a bounded number of the newest rows.
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
  /** Deliveries of its lane that wait until it is settled; 0 for one that was given up. */
  readonly behind: number;
}

/** So many of one lane are counted. */
export const BEHIND_COUNTED_MAX = 1_000;

export interface Failures {
  readonly rows: readonly FailedDelivery[];
  /** False: there are older ones that were not looked at. */
  readonly complete: boolean;
}

/** `from` and `to`: creation time, `to` exclusive. */
export interface FailureFilter {
  readonly endpoint: EndpointKey | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** A person's mark on the failures of one class at one endpoint. */
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
  /** Of each endpoint the newest; of no two projects. */
  failures(asked: {
    readonly projectKey: ProjectKey;
    readonly filter: FailureFilter;
  }): Promise<Failures>;
  issueMarks(projectKey: ProjectKey): Promise<readonly IssueMark[]>;
  /** Throws LIMIT_REACHED for one mark too many. */
  markIssue(wanted: {
    readonly projectKey: ProjectKey;
    readonly mark: IssueMark;
    readonly audit: AuditEntry;
  }): Promise<void>;
}
