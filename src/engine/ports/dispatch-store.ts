/**
 * Steps 7 and 9 as the dispatcher asks a store for them: which heads of lanes are ready, and how
 * an attempt ended. A lane is the FIFO of deliveries of one (endpoint, call). Its head is the
 * oldest open delivery; a store keeps the head's state `due` or `retrying` and every later one
 * `waiting`, and makes the successor the head in the very commit that settles its predecessor.
 * Nothing is claimed: endpoints hash to shards, a process owns shards under an epoch, and every
 * settlement carries the epoch, so a process that lost a shard can settle nothing of it.
 */

import type { RunMove } from '../../acw/run/run.ts';
import type { EndpointHealth } from '../../core/delivery/health.ts';
import type { AttemptOutcome } from '../../core/delivery/outcome.ts';
import type { ClosedState, NextState, StoredState } from '../../core/delivery/state.ts';
import type { DisabledReason, Endpoint } from '../../core/endpoint/endpoint.ts';
import type { CallKey, DeliveryKey, EndpointKey, FiringKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { LiveNote } from './live-event.ts';

/** A delivery that heads its lane, with all that its body is made of. Times: epoch ms. */
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
  /** Attempts ever made, and those that count against the schedule since it was opened. */
  readonly attempts: number;
  readonly failures: number;
  readonly lastAttemptAtMs: number | null;
  /** The next attempt was asked for by an operator: one, and it does not count. */
  readonly manual: boolean;
  /** The state to which a failed manual attempt returns: a closed state, or a retry at a time. */
  readonly resumeState: ClosedState | null;
  readonly resumeAtMs: number | null;
  readonly contentKey: string;
  /** Display text, and `data` and `errors` as JSON text, rendered once when it fired. */
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
}

/** One attempt as it is stored. `error` is from a fixed vocabulary, never a raw system text. */
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
  readonly delivery: DeliveryKey;
  readonly endpoint: EndpointKey;
  readonly call: CallKey;
  /** Null when it is closed without an attempt (its trigger was unticked). */
  readonly attempt: AttemptRecord | null;
  readonly next: NextState;
  /**
   * Of the launch of an agent that was delivered or given up: what becomes of its run, in the same
   * commit, when it is still QUEUED. Every other delivery has none.
   */
  readonly run?: RunMove;
  /** The endpoint's health when this attempt changed it; the last one of a batch is kept. */
  readonly health: EndpointHealth | null;
  /** Disables the endpoint in the same transaction (410, or failing for 72 h). */
  readonly disable: DisabledReason | null;
  /**
   * The revision of the endpoint that the attempt used; null when none did. When the endpoint has
   * another one by now (it was enabled or edited meanwhile), `health` and `disable` speak of what
   * is no more, and the store takes neither.
   */
  readonly revision: number | null;
}

export type SettleResult =
  | (Settled & {
      /** Present when this settlement disabled the endpoint: asked for, and not out of date. */
      readonly disabled?: true;
    })
  /** The epoch is old: another process owns the shard; nothing was written. */
  | { readonly kind: 'fenced' };

export type Settled =
  /**
   * `promoted`: the head of the lane when it is another delivery than the settled one: made the
   * head by this commit, or reopened in front of it while it was in flight. Due now or later.
   */
  | { readonly kind: 'settled'; readonly promoted: Head | null }
  /** It was closed meanwhile (cancelled, endpoint deleted); the attempt is kept. */
  | { readonly kind: 'closed'; readonly state: StoredState; readonly promoted: Head | null }
  /**
   * It was closed meanwhile and got a manual attempt, which is still to come; this one failed and
   * is kept. `promoted` is the lane's head, most often the settled delivery itself.
   */
  | { readonly kind: 'reopened'; readonly promoted: Head | null };

/** The facts of an endpoint that the dispatcher keeps while it has work. */
export interface EndpointRuntime {
  readonly endpoint: Endpoint;
  readonly health: EndpointHealth;
}

export interface Wish {
  /** Shards that this process has finished with, of those it was told are surplus. */
  readonly surrender: readonly number[];
  /** It is about to end: it keeps what it does not surrender, takes nothing, has no fair share. */
  readonly leaves: boolean;
}

export interface Ownership {
  /** Each shard with the epoch that its settlements carry. */
  readonly shards: ReadonlyMap<number, number>;
  /** How long, from the moment of asking, unless asked again before; null: for ever. */
  readonly leaseMs: number | null;
  /** More than a fair share: still owned. Finish what is in flight of these, then surrender. */
  readonly surplus: readonly number[];
}

/** Signals about changes of other processes: hints to look; the reader checks the rows. */
export interface News {
  /** They have something to send. */
  readonly heads: readonly EndpointKey[];
  /** Their settings or lanes were changed by hand. */
  readonly changed: readonly EndpointKey[];
  /** Shards became free, or a process came that wants its part. */
  readonly shards: boolean;
  /** Projects whose API keys or signing keys changed; mostly none. */
  readonly keys?: readonly ProjectKey[];
  /** Records that pages may want to ask for again; mostly none. */
  readonly live?: readonly LiveNote[];
}

export interface DispatchStore {
  /**
   * What this process owns from now on: renews what it has, under the same epoch, takes what is
   * free up to a fair share, under a new one, and gives back what it wishes to. On the embedded
   * store all, with a new epoch.
   */
  own(wish: Wish): Promise<Ownership>;
  /** Gives everything back at once, when nothing is in flight any more. */
  release(): Promise<void>;
  /** Endpoints of these shards that have a head, with the earliest due time of each. */
  endpointsWithHeads(
    shards: readonly number[],
  ): Promise<readonly { readonly endpoint: EndpointKey; readonly dueAtMs: number }[]>;
  runtime(endpoint: EndpointKey): Promise<EndpointRuntime | null>;
  /**
   * Heads that may go now, by due time: due at or before `nowMs`, or, when `recoveredAtMs` is
   * given, last tried before it. With `held` (the endpoint is on hold) only retries and manual
   * attempts: `due` heads that are not manual stay out, however many, and cost nothing to pass.
   * `nextDueAtMs`: the earliest of the asked heads left out because it is later.
   */
  readyHeads(query: {
    readonly endpoint: EndpointKey;
    readonly nowMs: number;
    readonly recoveredAtMs: number | null;
    readonly held: boolean;
    readonly limit: number;
  }): Promise<{ readonly heads: readonly Head[]; readonly nextDueAtMs: number | null }>;
  settle(settlement: Settlement): Promise<SettleResult>;
  /**
   * Tells what other processes write, until the store closes. `all`: something may have been
   * missed. Late or lost now and then, so who listens looks by itself as well. The embedded store
   * has no others and never calls.
   */
  watch(listener: (news: News | 'all') => void): void;
  /** Tells the other processes' pages; null when there are no others. May get lost. */
  readonly announce: ((notes: readonly LiveNote[]) => void) | null;
  /**
   * At most `limit` heads that were written while the wall clock was ahead get their due time
   * anew: `due` ones now, retries last tried after `nowMs` their whole delay from now.
   */
  repairHeads(wanted: {
    readonly endpoint: EndpointKey;
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<{ readonly repaired: number; readonly more: boolean }>;
}
