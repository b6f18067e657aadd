/**
 * Holds the reports of a project to its limit a second (S12.40), in this process: of several
 * processes each lets the whole rate pass. The limit is read once and again every 5 s; meanwhile
 * the former one holds, so no report waits for the reading but the first. A project without a limit
 * costs one look into a map.
 */
import { createBoundedCache } from '../core/bounded-cache.ts';
import { ServiceError } from '../core/error/service-error.ts';
import type { ProjectKey } from '../core/id.ts';
import { PROJECTS_MAX } from '../core/project/limits.ts';
import { freshReports, type ReportBucket, takeReports } from '../core/project/project-limits.ts';
import type { Clock } from './ports/clock.ts';
import type { Emit } from './ports/emit.ts';
import type { ProjectStore } from './ports/manage-store.ts';

/** A limit that another process changed holds here after this time at the latest. */
export const RATE_MEMORY_MS = 5_000;

export interface ReportRate {
  /**
   * Takes `reports` of the project's rate. Throws RATE_LIMITED if none is left; nothing was stored
   * then. A promise only for the first report of a project.
   */
  take(projectKey: ProjectKey, reports: number): void | Promise<void>;
  /** The limits of the project changed. */
  forget(projectKey: ProjectKey): void;
}

interface Held {
  perSecond: number | null;
  bucket: ReportBucket;
  /** Monotonic: when the limit is read again. */
  untilMs: number;
}

export interface ReportRateParts {
  readonly store: Pick<ProjectStore, 'project'>;
  readonly clock: Pick<Clock, 'monoMs'>;
  readonly emit: Emit;
}

export function createReportRate({ store, clock, emit }: ReportRateParts): ReportRate {
  const known = createBoundedCache<ProjectKey, Held>(PROJECTS_MAX);

  async function read(projectKey: ProjectKey): Promise<Held> {
    const untilMs = clock.monoMs() + RATE_MEMORY_MS;
    const perSecond = (await store.project(projectKey))?.limits.reportsPerSecond ?? null;
    const present = known.get(projectKey);
    const bucket =
      present !== undefined && present.perSecond === perSecond
        ? present.bucket
        : freshReports(perSecond ?? 0, clock.monoMs());
    const held = { perSecond, bucket, untilMs };
    known.set(projectKey, held);
    return held;
  }

  function takeOf(held: Held, reports: number): void {
    if (held.perSecond === null) return;
    const taken = takeReports(held.bucket, held.perSecond, reports, clock.monoMs());
    held.bucket = taken.bucket;
    if (taken.waitMs === 0) return;
    emit({ name: 'project.limited', limit: 'reports', count: reports });
    throw tooFast(held.perSecond, taken.waitMs);
  }

  return {
    take(projectKey, reports) {
      const held = known.get(projectKey);
      if (held === undefined) return read(projectKey).then((first) => takeOf(first, reports));
      if (held.untilMs <= clock.monoMs()) {
        held.untilMs = clock.monoMs() + RATE_MEMORY_MS;
        // If the store cannot be read, the accept that follows says so.
        read(projectKey).catch(() => undefined);
      }
      return takeOf(held, reports);
    },
    forget: (projectKey) => void known.delete(projectKey),
  };
}

function tooFast(perSecond: number, waitMs: number): ServiceError {
  const retryAfterS = Math.ceil(waitMs / 1_000);
  return new ServiceError(
    'RATE_LIMITED',
    `The project may report ${perSecond} status${perSecond === 1 ? '' : 'es'} a second. Nothing ` +
      `of this request was stored: send it again after ${retryAfterS} s.`,
    { retryAfterS },
  );
}
