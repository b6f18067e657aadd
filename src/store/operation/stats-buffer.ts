/**
 * Figures of the running transaction, added up in memory and written once per (project, endpoint,
 * minute) and once per backlog, just before the commit. Pure; `stats.ts` writes them.
 */
import { LATENCY_BUCKETS, latencyBucket } from '../../core/delivery/latency.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';

export const MINUTE_MS = 60_000;

export interface MinuteFigures {
  readonly projectKey: ProjectKey;
  readonly endpoint: EndpointKey;
  readonly minuteAtMs: number;
  made: number;
  delivered: number;
  firstTry: number;
  failed: number;
  attempts: number;
  readonly latency: number[];
}

export class StatsBuffer {
  readonly minutes = new Map<string, MinuteFigures>();
  readonly backlogs = new Map<EndpointKey, { readonly projectKey: ProjectKey; change: number }>();
  /** The figures asked for last: most changes of a transaction are of one endpoint and minute. */
  #last: MinuteFigures | null = null;

  at(projectKey: ProjectKey, endpoint: EndpointKey, atMs: number): MinuteFigures {
    const minuteAtMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    const last = this.#last;
    if (last !== null && last.endpoint === endpoint && last.minuteAtMs === minuteAtMs) return last;
    const name = `${endpoint}/${minuteAtMs}`;
    const figures = this.minutes.get(name) ?? this.#begin(name, projectKey, endpoint, minuteAtMs);
    this.#last = figures;
    return figures;
  }

  #begin(
    name: string,
    projectKey: ProjectKey,
    endpoint: EndpointKey,
    minuteAtMs: number,
  ): MinuteFigures {
    const made: MinuteFigures = {
      projectKey,
      endpoint,
      minuteAtMs,
      made: 0,
      delivered: 0,
      firstTry: 0,
      failed: 0,
      attempts: 0,
      latency: new Array<number>(LATENCY_BUCKETS).fill(0),
    };
    this.minutes.set(name, made);
    return made;
  }

  /** Counts a delivery that the receiver has now. `tookMs`: the time since it was created. */
  noteDelivered(figures: MinuteFigures, tookMs: number, isFirstTry: boolean): void {
    figures.delivered += 1;
    if (isFirstTry) figures.firstTry += 1;
    const bucket = latencyBucket(tookMs);
    figures.latency[bucket] = (figures.latency[bucket] ?? 0) + 1;
  }

  /** `change`: how many more (or fewer) open deliveries this endpoint has. */
  open(projectKey: ProjectKey, endpoint: EndpointKey, change: number): void {
    const present = this.backlogs.get(endpoint);
    if (present === undefined) this.backlogs.set(endpoint, { projectKey, change });
    else present.change += change;
  }

  clear(): void {
    this.minutes.clear();
    this.backlogs.clear();
    this.#last = null;
  }
}
