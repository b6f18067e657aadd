/**
 * A report whose meaning depends on what is known of its call (S2.21): a platform's hangup may say
 * neither the call's direction nor that a machine had answered. Such a report brings variants, and
 * the first that fits is what it says. Pure; the store tells what is known, under the call's lock.
 */
import type { ReportedError } from '../payload/call-error.ts';
import type { Report } from './report.ts';
import type { CallStatus, Direction } from './status.ts';

/** `MACHINE`: an answering machine or a fax took the call; `PERSON`: a person did. */
export const HINTS = ['ANSWERED', 'MACHINE', 'PERSON'] as const;
export type Hint = (typeof HINTS)[number];

export interface ReportVariant {
  /** The direction that the call must have; null: either. */
  readonly direction: Direction | null;
  /** What must have been said of the call; null: nothing. */
  readonly hint: Hint | null;
  readonly status: CallStatus | null;
  readonly errors: readonly ReportedError[];
}

/** How long a hint waits for the report that needs it; a call seldom lasts a day. */
export const HINT_DAYS = 2;

/** `direction`: of the call, or if it is new, of the report. */
export function fitting(
  report: Report,
  variants: readonly ReportVariant[],
  known: { readonly direction: Direction | null; readonly hints: readonly Hint[] },
): Report {
  const direction = known.direction ?? report.direction;
  const variant = variants.find(
    (each) =>
      (each.direction === null || each.direction === direction) &&
      (each.hint === null || known.hints.includes(each.hint)),
  );
  if (variant === undefined) return report;
  return { ...report, status: variant.status, errors: variant.errors };
}
