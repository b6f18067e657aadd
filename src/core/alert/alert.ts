/**
 * An alert: a condition of the service that a person should know of, from the round that found it
 * to the round that found it over (S17.2). At most one alert of a trigger and a subject is open.
 */
import type { AlertKey, EndpointKey, MaintenanceWindowKey, ProjectKey } from '../id.ts';
import type { OpsTrigger } from '../trigger/ops-trigger.ts';

/** What one round found. */
export interface Condition {
  readonly projectKey: ProjectKey;
  readonly trigger: OpsTrigger;
  /** The id of the endpoint or source; empty if the alert is about the project or the service. */
  readonly subject: string;
  /** Its name, for people. */
  readonly name: string;
  /** The endpoint that the alert is about; it is never told through this endpoint. */
  readonly endpoint: EndpointKey | null;
  /** When it began, as far as is known; epoch ms. */
  readonly sinceMs: number;
  /** What was measured, in the unit of the trigger's threshold. */
  readonly value: number;
  /** How many deliveries wait because of it; 0 if none does. */
  readonly waiting: number;
}

/**
 * What people were told: nothing yet, that it opened, that it recovered. `never`: it was over
 * before they were told, or is not watched any more, so they are not told that it recovered.
 */
export const TOLD = ['no', 'opened', 'recovered', 'never'] as const;
export type Told = (typeof TOLD)[number];

export interface Alert extends Condition {
  readonly key: AlertKey;
  /** `alr_...` */
  readonly id: string;
  readonly openedAtMs: number;
  /** Since when its condition is no longer found; null while it is found. */
  readonly clearSinceMs: number | null;
  /** Null while it is open. */
  readonly recoveredAtMs: number | null;
  readonly told: Told;
  readonly acknowledged: Mark | null;
  /**
   * Until when people are told nothing of its trigger and subject, of this alert or a later one;
   * null: they are not muted.
   */
  readonly mutedUntilMs: number | null;
  readonly mutedBy: string | null;
}

/** `by`: `key_...` or `usr_...`. */
export interface Mark {
  readonly by: string;
  readonly atMs: number;
  readonly note: string | null;
}

/** A maintenance window (S17.8): alerts open within it, and are told after it. */
export interface MaintenanceWindow {
  readonly key: MaintenanceWindowKey;
  /** `mtw_...` */
  readonly id: string;
  readonly projectKey: ProjectKey;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Empty: all triggers. */
  readonly triggers: readonly OpsTrigger[];
  readonly note: string | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
}
