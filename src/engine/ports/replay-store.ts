/**
 * Firings sent again as new deliveries, at the end of their lanes, and skipping the head of a lane:
 * what operators do if a retry is not enough.
 */
import type { CallKey, DeliveryKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { Head } from './dispatch-store.ts';
import type { AuditEntry } from './manage-store.ts';

/** The most deliveries that one request makes. */
export const REPLAYED_MAX = 1_000;

export interface Replayed {
  readonly key: DeliveryKey;
  readonly createdAtMs: number;
  readonly endpoint: EndpointKey;
  readonly endpointId: string;
  readonly trigger: Trigger;
  readonly sequence: number;
}

/**
 * `agent`: the endpoint is an agent, which is launched again as a run. `gone`: endpoint, call or
 * firing no longer exists.
 */
export type ReplayAnswer =
  | { readonly kind: 'made'; readonly made: readonly Replayed[]; readonly heads: readonly Head[] }
  | { readonly kind: 'not-found' | 'gone' | 'agent' | 'too-many' };

export interface ReplayStore {
  /** Repeats the firing of a delivery for its endpoint. The store adds the new id to the entry. */
  replayDelivery(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: DeliveryKey;
    readonly nowMs: number;
    readonly audit: AuditEntry;
  }): Promise<ReplayAnswer>;
  /**
   * Repeats the firings of a call in the same order. Empty `triggers`: all; empty `endpoints`: for
   * each firing the endpoints that tick its trigger now. Agents get none.
   */
  replayCall(wanted: {
    readonly projectKey: ProjectKey;
    readonly call: CallKey;
    readonly which: {
      readonly triggers: readonly Trigger[];
      readonly endpoints: readonly EndpointKey[];
    };
    readonly nowMs: number;
    readonly audit: AuditEntry;
  }): Promise<ReplayAnswer>;
  /** Cancels the head of a lane; null if the lane has no open delivery. */
  skipHead(wanted: {
    readonly projectKey: ProjectKey;
    readonly endpoint: EndpointKey;
    readonly call: CallKey;
    readonly nowMs: number;
    readonly audit: AuditEntry;
  }): Promise<{ readonly skipped: DeliveryKey; readonly head: DeliveryKey | null } | null>;
}
