/**
 * The settings that an operator may give a project (S12.29). The shape of the input has been
 * checked; every broken rule is returned, each with the field and what to do.
 */
import { THRESHOLD_NAMES, thresholdFault } from '../alert/alert-settings.ts';
import type { FieldError } from '../error/service-error.ts';
import { SERVICE_NAME_POINTS_MAX } from '../payload/render.ts';
import { lineFault, type TextBounds } from '../text.ts';
import { DAY_MS } from '../time.ts';
import type { ProjectSettings } from './project.ts';

export const PROJECT_NAME_BOUNDS: TextBounds = { min: 1, max: 120 };
export const EXTERNAL_ID_BOUNDS: TextBounds = { min: 1, max: 256 };
export const SERVICE_NAME_BOUNDS: TextBounds = { min: 1, max: SERVICE_NAME_POINTS_MAX };
/**
 * The sweep runs every 30 s, so shorter times would have no effect; no call lasts longer than a
 * week.
 */
export const STALE_MS = { min: 10_000, max: 7 * DAY_MS } as const;
export const RETENTION_DAYS = { min: 1, max: 3_650 } as const;

export function checkProject(name: string, settings: ProjectSettings): readonly FieldError[] {
  const { stale, retention } = settings;
  const faults: readonly (readonly [field: string, fault: string | null])[] = [
    ['/name', lineFault(name, PROJECT_NAME_BOUNDS)],
    ['/serviceName', lineFault(settings.serviceName, SERVICE_NAME_BOUNDS)],
    ['/stale/acceptingMs', staleFault(stale.acceptingMs)],
    ['/stale/callingMs', staleFault(stale.callingMs)],
    ['/stale/closingMs', staleFault(stale.closingMs)],
    ['/stale/otherInternalMs', staleFault(stale.otherInternalMs)],
    ['/retention/deliveredDays', daysFault(retention.deliveredDays)],
    ['/retention/notDeliveredDays', daysFault(retention.notDeliveredDays)],
    ['/retention/excerptDays', daysFault(retention.excerptDays)],
    ['/retention/acwResultDays', daysFault(retention.acwResultDays)],
    ['/retention/callLogDays', daysFault(retention.callLogDays)],
    ['/retention/auditDays', daysFault(retention.auditDays)],
    ...THRESHOLD_NAMES.map(
      (name) => [`/alerts/${name}`, thresholdFault(name, settings.alerts[name])] as const,
    ),
  ];
  return faults.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

/** The caller's own reference of a project. */
export function externalIdFault(value: string): string | null {
  return lineFault(value, EXTERNAL_ID_BOUNDS);
}

function staleFault(value: number): string | null {
  return isWhole(value, STALE_MS)
    ? null
    : `Use a whole number from ${STALE_MS.min} to ${STALE_MS.max} milliseconds.`;
}

function daysFault(value: number): string | null {
  return isWhole(value, RETENTION_DAYS)
    ? null
    : `Use a whole number from ${RETENTION_DAYS.min} to ${RETENTION_DAYS.max} days.`;
}

function isWhole(value: number, bounds: { readonly min: number; readonly max: number }): boolean {
  return Number.isInteger(value) && value >= bounds.min && value <= bounds.max;
}
