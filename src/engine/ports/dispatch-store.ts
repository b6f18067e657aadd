/**
 * Steps 7 and 9 as the dispatcher needs them of a store: which heads of lanes are ready, and how an
 * attempt ended. A lane is the FIFO of deliveries of one (endpoint, call). Its head is the oldest
 * open delivery; a store keeps the head's state `due` or `retrying` and every later one `waiting`,
 * and makes the successor the head in the very commit that settles its predecessor. Deliveries are
 * not claimed: endpoints hash to shards, a process owns shards under an epoch, and every settlement
 * carries the epoch, so a process that lost a shard can settle nothing of it.
 */

import type { RunMove } from '../../acw/run/launch.ts';
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { AttemptOutcome } from '../../core/delivery/outcome.ts';
import type { ClosedState, NextState, StoredState } from '../../core/delivery/state.ts';
import type { DisabledReason, Endpoint } from '../../core/endpoint/endpoint.ts';
import type { CallKey, DeliveryKey, EndpointKey, FiringKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { LiveNote } from './live-event.ts';

/** A delivery that heads its lane, with all parts of its body. Times: epoch ms. */
export interface Head {
  readonly delivery: DeliveryKey;
  readonly createdAtMs: number;
  readonly projectKey: ProjectKey;
  readonly endpoint: EndpointKey;
  readonly call: CallKey;
  readonly callId: string;
  readonly firing: FiringKey;
  readonly firedAtMs: number;
  readonly trigger: Trigger;
  /** Position in its lane, from 1. */
  readonly sequence: number;
  readonly state: 'due' | 'retrying';
  readonly dueAtMs: number;
  /**
   * `attempts`: all that were ever made. `failures`: those since the delivery was last opened that
   * count against the schedule; a manual attempt does not.
   */
  readonly attempts: number;
  readonly failures: number;
  readonly lastAttemptAtMs: number | null;
  /** An operator asked for the next attempt; it does not count against the schedule. */
  readonly manual: boolean;
  /** The state after a failed manual attempt: a closed state, or a retry at a time. */
  readonly resumeState: ClosedState | null;
  readonly resumeAtMs: number | null;
  /** As `writeForm` of `core/payload/render.ts` makes it. */
  readonly bodyForm: string;
  /** Rendered once when the trigger fired: display text, and the others as JSON text. */
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  /** The span of the report that fired it; null if it is not traced. */
  readonly traceparent: string | null;
  readonly facts: string | null;
}

/** One stored attempt. `error` is from a fixed vocabulary, never a raw system text. */
export interface AttemptRecord {
  readonly number: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
  readonly manual: boolean;
}

export interface Settlement {
  readonly epoch: number;
  /**
   * The token of a consumer's lease, which stands in for the epoch: the settlement removes the
   * lease, and writes nothing if it is over.
   */
  readonly lease?: string;
  readonly delivery: DeliveryKey;
  readonly endpoint: EndpointKey;
  readonly call: CallKey;
  /** As in the head, and never changed: a store need not read them again. */
  readonly projectKey: ProjectKey;
  readonly createdAtMs: number;
  /** Null if the delivery is closed without an attempt (its trigger was unticked). */
  readonly attempt: AttemptRecord | null;
  readonly next: NextState;
  /**
   * For the launch of an agent that was delivered or given up: the move of its run, in the same
   * commit, if the run is still QUEUED. Other deliveries have none.
   */
  readonly run?: RunMove;
  /** The endpoint's health if this attempt changed it; the last one of a batch is stored. */
  readonly health: EndpointHealth | null;
  /** Disables the endpoint in the same transaction (410, or failing for 72 h). */
  readonly disable: DisabledReason | null;
  /**
   * The revision of the endpoint that the attempt used; null if it used none. If the endpoint has
   * another revision by now (it was enabled or edited meanwhile), `health` and `disable` are out of
   * date, and the store ignores both.
   */
  readonly revision: number | null;
}

export type SettleResult =
  | (Settled & {
      /** Present if this settlement disabled the endpoint. */
      readonly disabled?: true;
    })
  /**
   * The epoch is old because another process owns the shard, or the lease is over; nothing was
   * written.
   */
  | { readonly kind: 'fenced' };

export type Settled =
  /**
   * `promoted`: the head of the lane if it is another delivery than the settled one, because this
   * commit promoted it or because it was reopened in front of the other meanwhile. It may be due
   * now or later.
   */
  | { readonly kind: 'settled'; readonly promoted: Head | null }
  /** The delivery was closed meanwhile (cancelled, endpoint deleted); the attempt is stored. */
  | { readonly kind: 'closed'; readonly state: StoredState; readonly promoted: Head | null }
  /**
   * The delivery was closed meanwhile and is to get a manual attempt; this attempt failed and is
   * stored. `promoted` is the lane's head, usually the settled delivery itself.
   */
  | { readonly kind: 'reopened'; readonly promoted: Head | null };

/** The facts of an endpoint that the dispatcher keeps while it has work. */
export interface EndpointRuntime {
  readonly endpoint: Endpoint;
  readonly health: EndpointHealth;
}

export interface Wish {
  /** Of the surplus shards, those that this process has finished with. */
  readonly surrender: readonly number[];
  /**
   * The process is about to end: it keeps the other shards for now, takes none, and has no fair
   * share.
   */
  readonly leaves: boolean;
}

export interface Ownership {
  /** Each shard with the epoch that its settlements carry. */
  readonly shards: ReadonlyMap<number, number>;
  /**
   * How long the ownership lasts from the moment of the question, unless it is renewed; null: for
   * ever.
   */
  readonly leaseMs: number | null;
  /** Shards beyond the fair share, still owned. Finish what is in flight, then surrender them. */
  readonly surplus: readonly number[];
}

/** Signals about changes by other processes. They are hints: the reader checks the rows. */
export interface News {
  /** Endpoints that have something to send. */
  readonly heads: readonly EndpointKey[];
  /** Endpoints whose settings or lanes an operator changed. */
  readonly changed: readonly EndpointKey[];
  /** Shards became free, or a new process needs its share. */
  readonly shards: boolean;
  /** Projects whose API keys or signing keys changed; usually none. */
  readonly keys?: readonly ProjectKey[];
  /** Records that pages may want to read again; usually none. */
  readonly live?: readonly LiveNote[];
}

export interface DispatchStore {
  /**
   * What this process owns from now on. It renews its shards under the same epoch, takes free ones
   * up to a fair share under a new epoch, and gives back those it wishes to. On the embedded store
   * it owns all, with a new epoch.
   */
  own(wish: Wish): Promise<Ownership>;
  /** Gives everything back at once; nothing may be in flight. */
  release(): Promise<void>;
  /** The endpoints of these shards that have a head, with the earliest due time of each. */
  endpointsWithHeads(
    shards: readonly number[],
  ): Promise<readonly { readonly endpoint: EndpointKey; readonly dueAtMs: number }[]>;
  runtime(endpoint: EndpointKey): Promise<EndpointRuntime | null>;
  /**
   * Heads that may be sent now, by due time: due at or before `nowMs`, or, if `recoveredAtMs` is
   * given, last tried before it. With `held` (the endpoint is on hold) only retries and manual
   * attempts: other `due` heads are left out and cost nothing, however many there are. Without
   * `held`, heads due before `fromDueMs` are left out likewise, since the caller has them.
   * `nextDueAtMs`: the earliest due time among the wanted heads that are due later.
   */
  readyHeads(query: {
    readonly endpoint: EndpointKey;
    readonly fromDueMs?: number;
    readonly nowMs: number;
    readonly recoveredAtMs: number | null;
    readonly held: boolean;
    readonly limit: number;
  }): Promise<{ readonly heads: readonly Head[]; readonly nextDueAtMs: number | null }>;
  settle(settlement: Settlement): Promise<SettleResult>;
  /**
   * Reports changes by other processes until the store closes. `all`: some may have been missed. A
   * report may be late or lost, so the listener must also poll. The embedded store has no other
   * processes and never calls.
   */
  watch(listener: (news: News | 'all') => void): void;
  /**
   * Sends notes to the pages of other processes; null if no other process can share the store.
   * Notes may get lost.
   */
  readonly announce: ((notes: readonly LiveNote[]) => void) | null;
  /**
   * At most `limit` heads that were written while the wall clock was ahead get new due times: `due`
   * heads now, retries last tried after `nowMs` their whole delay from now.
   */
  repairHeads(wanted: {
    readonly endpoint: EndpointKey;
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<{ readonly repaired: number; readonly more: boolean }>;
}
