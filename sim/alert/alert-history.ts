/**
 * What a run with alerts leaves behind for `alert-check.ts`: what arrived where, what was stored,
 * and which troubles the world made. Plain data. Times: virtual ms.
 */
import type { Edge } from '../../src/core/alert/edge.ts';
import type { OpsTrigger } from '../../src/core/trigger/ops-trigger.ts';

/** A notice that reached its receiver: an endpoint's name, or `mail`. */
export interface Arrival {
  readonly atMs: number;
  readonly life: number;
  readonly to: string;
  /** `ntc_...` */
  readonly id: string;
  /** Null for a mail, which has none. */
  readonly sequence: number | null;
  readonly body: string;
  readonly firedAtMs: number;
  /** Whether its sender was told that it was taken, and when; null: it was not. */
  readonly takenAtMs: number | null;
}

/** An alert as it is stored at the end. */
export interface StoredAlert {
  /** `alr_...` */
  readonly id: string;
  readonly trigger: OpsTrigger;
  /** The name of the endpoint that it is about; null: it is about another thing. */
  readonly about: string | null;
  readonly openedAtMs: number;
  readonly clearSinceMs: number | null;
  readonly recoveredAtMs: number | null;
}

/** That an alert is told by a notice, as it is stored. */
export interface StoredTold {
  readonly notice: string;
  readonly alert: string;
  readonly to: string;
  readonly edge: Edge;
}

export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A time in which nothing is told of a trigger and what it is about. */
export interface Mute extends Span, Pick<StoredAlert, 'trigger' | 'about'> {}

export interface AlertHistory {
  readonly seed: number;
  readonly arrivals: readonly Arrival[];
  readonly alerts: readonly StoredAlert[];
  readonly told: readonly StoredTold[];
  /** The receivers of alerts: names of endpoints, and `mail`. */
  readonly receivers: readonly string[];
  /** Receivers of another project, which hang and are tried again. */
  readonly slowReceivers: readonly string[];
  /**
   * A receiver of that project that answers at once, and how long it may wait: until each slow one
   * was tried once, with its share of slots at once, and those that were in flight.
   */
  readonly besideSlow: { readonly name: string; readonly waitMs: number };
  /** By name: how many deliveries of calls failed there. */
  readonly failedAt: ReadonlyMap<string, number>;
  /** When lives ended, by their numbers. */
  readonly deaths: ReadonlyMap<number, number>;
  /** When the store refused everything. */
  readonly outages: readonly Span[];
  readonly window: Span;
  readonly mutes: readonly Mute[];
  /** The disk was low, and `Orders` failed, all of this time, and nothing else was wrong. */
  readonly sure: Span;
  readonly recoverAfterMs: number;
  /** False if something was left to tell at the end of time, or too much happened. */
  readonly rested: boolean;
}
