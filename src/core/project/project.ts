/**
 * A project is the tenant: it owns calls, endpoints, API keys, signing keys and these settings
 * (S12.28, S12.29). Durations carry their unit in the name.
 */
import { ALERT_DEFAULTS, type AlertSettings } from '../alert/alert-settings.ts';
import type { ProjectKey } from '../id.ts';
import type { ProjectLimits } from './project-limits.ts';

/** After how long without a report a call counts as stale, by its last known activity. */
export interface StaleSettings {
  readonly acceptingMs: number;
  readonly callingMs: number;
  readonly closingMs: number;
  readonly otherInternalMs: number;
  /** Whether outbound calls are swept for staleness too (S1.14). */
  readonly outbound: boolean;
}

export interface RetentionSettings {
  readonly deliveredDays: number;
  readonly notDeliveredDays: number;
  readonly excerptDays: number;
  /** Runs and results; they are kept longer than the deliveries that launched them. */
  readonly acwResultDays: number;
  readonly callLogDays: number;
  readonly auditDays: number;
}

export interface ProjectSettings {
  /** Names the service in the header line of the display text. */
  readonly serviceName: string;
  readonly stale: StaleSettings;
  readonly retention: RetentionSettings;
  /** Whether viewers see masked personal data: numbers, names, and what was said. */
  readonly maskForViewers: boolean;
  /** Whether members without a second factor must set one up before they can do anything. */
  readonly requireSecondFactor: boolean;
  /** When alerts open, and to which members they are mailed. */
  readonly alerts: AlertSettings;
}

export interface Project extends ProjectSettings {
  readonly key: ProjectKey;
  readonly id: string;
  readonly name: string;
  /** The reference of the caller that made it, unique in the instance; null: it has none. */
  readonly externalId: string | null;
  /** The instance key that made it (`ik_...`); null: no instance key reaches it. */
  readonly madeBy: string | null;
  readonly limits: ProjectLimits;
  /** Null: it takes reports. */
  readonly suspendedAtMs: number | null;
  /** How many calls it had at the last count, which stops behind its limit; null: not counted. */
  readonly counted: { readonly calls: number; readonly atMs: number } | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export const PROJECT_DEFAULTS: ProjectSettings = {
  serviceName: 'Ringpost',
  stale: {
    acceptingMs: 120_000,
    callingMs: 14_700_000,
    closingMs: 600_000,
    otherInternalMs: 120_000,
    outbound: false,
  },
  retention: {
    deliveredDays: 30,
    notDeliveredDays: 90,
    excerptDays: 30,
    acwResultDays: 180,
    callLogDays: 90,
    auditDays: 365,
  },
  maskForViewers: false,
  requireSecondFactor: false,
  alerts: ALERT_DEFAULTS,
};
