/**
 * What a store does by itself with what is past its retention, in steps that the engine paces:
 * never in the way of a report or a delivery (S14.12 to S14.14).
 */

import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';

export interface RetentionStore {
  /**
   * Goes on with a round through all that is kept, in every project: looks at about `limit` rows
   * and removes what is past its retention. `more`: the round has not ended, call again, now or
   * later; false: it has, and the next call begins another.
   */
  removeExpired(wanted: {
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<{ removed: number; more: boolean }>;
  /**
   * How a call was removed; null: it was not, or that is forgotten. Ask for the call first: one
   * that retention removed and that was reported anew is there again.
   */
  removedCall(wanted: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
  }): Promise<RemovalNote | null>;
  /**
   * Removes all that is kept of a call, of its runs and of its log, and closes its lanes, in one
   * commit; reports of it are refused from then on. `audit.target` is set by the store: the call's
   * id is no longer written anywhere.
   */
  deleteCall(wanted: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<CallDeletion>;
}

/** `byRequest`: a person or a key deleted it; else its retention ended. */
export interface RemovalNote {
  readonly atMs: number;
  readonly byRequest: boolean;
}

/** `endpoints`: those that had open deliveries of it. */
export type CallDeletion =
  | { readonly kind: 'deleted'; readonly endpoints: readonly EndpointKey[] }
  /** By request, before; nothing was written. */
  | { readonly kind: 'was-deleted' }
  | { readonly kind: 'not-found' };
