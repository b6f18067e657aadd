/**
 * When the alerts of a project open, and to which members they are mailed (S17.3): a table of
 * thresholds with their units, bounds and defaults. A threshold that is null switches its alert
 * off. Durations are in milliseconds.
 */
import { DAY_MS, MINUTE_MS } from '../time.ts';

/** `least`, `most`: both allowed. `optional`: may be null, which switches the alert off. */
interface Threshold {
  readonly preset: number;
  readonly least: number;
  readonly most: number;
  readonly optional: boolean;
  readonly help: string;
}

const GIBIBYTE = 2 ** 30;
const HOUR_MS = 60 * MINUTE_MS;

export const THRESHOLDS = {
  failures: {
    preset: 3,
    least: 1,
    most: 1_000,
    optional: true,
    help: 'Failed attempts in a row after which an endpoint counts as failing',
  },
  givenUp: {
    preset: 1,
    least: 1,
    most: 1_000_000,
    optional: true,
    help: 'Deliveries of one endpoint that were given up within the window',
  },
  laneAgeMs: {
    preset: 15 * MINUTE_MS,
    least: 1_000,
    most: 7 * DAY_MS,
    optional: true,
    help: 'Age of the oldest open delivery of an enabled endpoint',
  },
  backlog: {
    preset: 10_000,
    least: 1,
    most: 100_000_000,
    optional: true,
    help: 'Open deliveries of all enabled endpoints',
  },
  diskFreeBytes: {
    preset: GIBIBYTE,
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
    optional: true,
    help: 'Free bytes of the data directory; only of the first project of an embedded store',
  },
  retentionBehindMs: {
    preset: DAY_MS,
    least: 2 * HOUR_MS,
    most: 30 * DAY_MS,
    optional: true,
    help: 'Time in which retention has to come round; only of the first project',
  },
  certificateDays: {
    preset: 14,
    least: 1,
    most: 365,
    optional: true,
    help: 'Days before the end of the certificate of a target',
  },
  sourceSilentMs: {
    preset: DAY_MS,
    least: 1_000,
    most: 90 * DAY_MS,
    optional: true,
    help: 'Time without a request after which an ingest source counts as silent',
  },
  sourceRefused: {
    preset: 3,
    least: 1,
    most: 10,
    optional: true,
    help: 'Requests of a source in a row with a wrong signature',
  },
  runsFailed: {
    preset: 3,
    least: 1,
    most: 1_000_000,
    optional: true,
    help: 'Runs of agents that failed within the window',
  },
  scoreBelow: {
    preset: 50,
    least: 1,
    most: 100,
    optional: true,
    help: 'Average percentage of at least 5 evaluations within a day',
  },
  windowMs: {
    preset: 15 * MINUTE_MS,
    least: MINUTE_MS,
    most: DAY_MS,
    optional: false,
    help: 'The window in which given-up deliveries and failed runs are counted',
  },
  recoverAfterMs: {
    preset: MINUTE_MS,
    least: 0,
    most: HOUR_MS,
    optional: false,
    help: 'How long a condition must be over before its alert is told to be over',
  },
} as const satisfies Readonly<Record<string, Threshold>>;

export type ThresholdName = keyof typeof THRESHOLDS;

/** To which members alerts are mailed, if a mail server is set. */
export const ALERT_MAILS = ['operators', 'owners', 'none'] as const;
export type AlertMail = (typeof ALERT_MAILS)[number];

export type AlertSettings = {
  readonly [Name in ThresholdName]: (typeof THRESHOLDS)[Name]['optional'] extends true
    ? number | null
    : number;
} & {
  /** `operators`: owners, admins and operators. `owners`: owners alone. */
  readonly mail: AlertMail;
};

export const THRESHOLD_NAMES = Object.keys(THRESHOLDS) as readonly ThresholdName[];

const PRESETS = Object.fromEntries(
  THRESHOLD_NAMES.map((name) => [name, THRESHOLDS[name].preset]),
) as { readonly [Name in ThresholdName]: number };

export const ALERT_DEFAULTS: AlertSettings = { ...PRESETS, mail: 'operators' };

/** What to change in a value; null if it is allowed. */
export function thresholdFault(name: ThresholdName, value: number | null): string | null {
  const { least, most, optional }: Threshold = THRESHOLDS[name];
  if (value === null) return optional ? null : `Use a whole number from ${least} to ${most}.`;
  if (Number.isInteger(value) && value >= least && value <= most) return null;
  const off = optional ? ', or null to switch the alert off' : '';
  return `Use a whole number from ${least} to ${most}${off}.`;
}
