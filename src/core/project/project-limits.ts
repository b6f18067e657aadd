/**
 * What one project may use (S12.40): endpoints, reports a second, calls that are kept. An instance
 * key sets these limits; without any, nothing is counted. Pure: the bucket of reports takes
 * monotonic time, and a batch is taken whole and paid for afterwards.
 */
import { type FieldError, ServiceError } from '../error/service-error.ts';
import { ENDPOINTS_MAX } from './limits.ts';

/** Null: no limit. */
export interface ProjectLimits {
  readonly endpointsMax: number | null;
  readonly reportsPerSecond: number | null;
  readonly callsMax: number | null;
}

export const NO_LIMITS: ProjectLimits = {
  endpointsMax: null,
  reportsPerSecond: null,
  callsMax: null,
};

/** What metrics name a limit; `suspended` is the one that lets nothing in. */
export const LIMIT_NAMES = ['endpoints', 'reports', 'calls', 'suspended'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

const BOUNDS: Readonly<Record<keyof ProjectLimits, number>> = {
  endpointsMax: ENDPOINTS_MAX,
  reportsPerSecond: 1_000_000,
  callsMax: 1_000_000_000,
};

export function checkLimits(limits: ProjectLimits): readonly FieldError[] {
  return Object.entries(BOUNDS).flatMap(([name, max]) => {
    const value = limits[name as keyof ProjectLimits];
    if (value === null || (Number.isInteger(value) && value >= 1 && value <= max)) return [];
    const message = `Use a whole number from 1 to ${max.toLocaleString('en')}, or null for none.`;
    return [{ field: `/limits/${name}`, message }];
  });
}

/** `present`: the endpoints that it has. */
export function refuseBeyondLimit(limits: ProjectLimits | undefined, present: number): void {
  const most = limits?.endpointsMax ?? null;
  if (most === null || present < most) return;
  throw new ServiceError(
    'PROJECT_LIMIT_REACHED',
    `This project may have at most ${most} endpoint${most === 1 ? '' : 's'}. Remove one, or ask ` +
      'the operator of this service for more.',
  );
}

/** Why a project takes no report, or none of a new call; null: it takes all. */
export type Closure = 'suspended' | 'full' | null;

interface Kept {
  readonly suspendedAtMs: number | null;
  readonly limits: ProjectLimits;
  readonly counted: { readonly calls: number } | null;
}

export function closureOf({ suspendedAtMs, limits, counted }: Kept): Closure {
  if (suspendedAtMs !== null) return 'suspended';
  const { callsMax } = limits;
  return callsMax !== null && counted !== null && counted.calls >= callsMax ? 'full' : null;
}

/** `tokens` at `atMs`, monotonic milliseconds; below 0 after a large batch. */
export interface ReportBucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** Tolerates the rounding error of refilling. */
const ROUNDING = 1e-6;

/** It holds the reports of one second. */
export function freshReports(perSecond: number, nowMs: number): ReportBucket {
  return { tokens: perSecond, atMs: nowMs };
}

/**
 * Takes `count` at once if there is one: a batch larger than the bucket would else never be taken.
 * `waitMs` 0: taken; otherwise nothing was.
 */
export function takeReports(
  bucket: ReportBucket,
  perSecond: number,
  count: number,
  nowMs: number,
): { readonly bucket: ReportBucket; readonly waitMs: number } {
  const elapsedMs = Math.max(0, nowMs - bucket.atMs);
  const tokens = Math.min(perSecond, bucket.tokens + (elapsedMs * perSecond) / 1_000);
  if (tokens >= 1 - ROUNDING) return { bucket: { tokens: tokens - count, atMs: nowMs }, waitMs: 0 };
  return { bucket, waitMs: Math.ceil(((1 - tokens) * 1_000) / perSecond - ROUNDING) };
}
