/**
 * What pull endpoints need of a store (S6.34 to S6.39): leases on the heads of lanes. A lease is
 * the right of one consumer to settle one message; there is at most one in a lane. It is taken in
 * one transaction with the look at the heads, and the settlement that carries its token removes it,
 * so of two that settle the same message the second one writes nothing.
 */
import type { HoldPhase } from '../../core/delivery/health.ts';
import type { CallKey, DeliveryKey, EndpointKey } from '../../core/id.ts';
import type { Head } from './dispatch-store.ts';

/** Times: epoch ms. A lease is over at `untilMs`, and counts until it is noticed. */
export interface LeasedHead {
  readonly head: Head;
  readonly token: string;
  readonly takenAtMs: number;
  readonly untilMs: number;
}

export interface LeaseStore {
  /**
   * Leases heads that may be sent now, by due time: one for each token, at most. `phase` held: only
   * retries and manual attempts; probe: besides, one first attempt while nothing is leased.
   * `leasesMax`: how many leases the endpoint may have. `nextDueAtMs`: the earliest due time of the
   * heads that are due later.
   */
  takeMessages(wanted: {
    readonly endpoint: EndpointKey;
    readonly nowMs: number;
    readonly untilMs: number;
    readonly phase: HoldPhase;
    readonly recoveredAtMs: number | null;
    readonly leasesMax: number;
    readonly tokens: readonly string[];
  }): Promise<{ readonly taken: readonly LeasedHead[]; readonly nextDueAtMs: number | null }>;
  /** The leases of these tokens, in no order; a token that is over is left out. */
  leasedMessages(asked: {
    readonly endpoint: EndpointKey;
    readonly tokens: readonly string[];
  }): Promise<readonly LeasedHead[]>;
  /** The lease in the lane, if there is one. */
  laneLease(asked: { readonly endpoint: EndpointKey; readonly call: CallKey }): Promise<{
    readonly delivery: DeliveryKey;
    readonly untilMs: number;
  } | null>;
  /**
   * At most `limit` leases that are over, the oldest first. `orphans`: tokens of leases whose call
   * was deleted. `nextAtMs`: when the next one will be over.
   */
  lapsedLeases(asked: { readonly nowMs: number; readonly limit: number }): Promise<{
    readonly leased: readonly LeasedHead[];
    readonly orphans: readonly string[];
    readonly nextAtMs: number | null;
  }>;
  /** Ends leases without an attempt; their messages may be leased again. Returns the tokens. */
  dropLeases(wanted: {
    readonly endpoint: EndpointKey | null;
    readonly tokens: readonly string[];
  }): Promise<readonly string[]>;
}
