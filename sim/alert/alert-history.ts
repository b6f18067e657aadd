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
  /** When its sender was told that it was accepted; null if it never was. */
  readonly takenAtMs: number | null;
}

/** An alert as it is stored at the end. */
export interface StoredAlert {
  /** `alr_...` */
  readonly id: string;
  readonly trigger: OpsTrigger;
  /** The name of the endpoint that it is about; null if it is about something else. */
  readonly about: string | null;
  readonly openedAtMs: number;
  readonly clearSinceMs: number | null;
  readonly recoveredAtMs: number | null;
}

/** One edge of an alert that a stored notice tells. */
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

/** A time in which no alert of this trigger and subject is told. */
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
  /** When each life ended, by its number. */
  readonly deaths: ReadonlyMap<number, number>;
  /** When the store refused everything. */
  readonly outages: readonly Span[];
  readonly window: Span;
  readonly mutes: readonly Mute[];
  /** All of this time the disk was low and `Orders` failed, and nothing else was wrong. */
  readonly sure: Span;
  readonly recoverAfterMs: number;
  /** False if a notice was still to be told at the horizon, or the run had too many events. */
  readonly rested: boolean;
}
