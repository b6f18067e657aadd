/**
 * How a store removes what is past its retention, in steps that the engine paces so that they never
 * delay a report or a delivery (S14.12 to S14.14).
 */

import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';

export interface RetentionStore {
  /**
   * Continues a round through all rows of every project: reads about `limit` rows and removes those
   * past their retention. `lost`: of these, reports of platforms whose call did not begin.
   * `more`: true if the round has not ended, and another call continues it now or later; false if
   * it has ended, and the next call begins another one.
   */
  removeExpired(wanted: {
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<{ removed: number; lost: number; more: boolean }>;
  /**
   * How a call was removed; null if it was not, or if that is forgotten. Look up the call first,
   * because a call that retention removed exists again once it is reported anew.
   */
  removedCall(wanted: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
  }): Promise<RemovalNote | null>;
  /**
   * Removes all data of a call, its runs and its log, and closes its lanes, in one commit; later
   * reports of it are refused. The store sets `audit.target`, because the call's id is no longer
   * stored anywhere.
   */
  deleteCall(wanted: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<CallDeletion>;
}

/** `byRequest`: a person or a key deleted it; otherwise its retention ended. */
export interface RemovalNote {
  readonly atMs: number;
  readonly byRequest: boolean;
}

/** `endpoints`: those that had open deliveries of the call. */
export type CallDeletion =
  | { readonly kind: 'deleted'; readonly endpoints: readonly EndpointKey[] }
  /** The call was deleted by request before; nothing was written. */
  | { readonly kind: 'was-deleted' }
  | { readonly kind: 'not-found' };
