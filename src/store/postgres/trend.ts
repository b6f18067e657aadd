/**
 * What trends are drawn from, on the shared store: `engine/ports/trend-store.ts` by the shared
 * operations. Only keeping a minute writes.
 */
import type { TrendStore } from '../../engine/ports/trend-store.ts';
import { evaluationStats } from '../operation/acw/evaluation.ts';
import { runStats } from '../operation/acw/run-stats.ts';
import { backlogSteps, backlogs, keepBacklogs } from '../operation/backlog-sample.ts';
import type { Changes } from './changes.ts';
import type { Pool } from './server/pool.ts';

/** For people: planned for the values of each call. */
export function trendsOn(pool: Pool, changes: Changes): TrendStore {
  return {
    backlogs: () => pool.snapshot(backlogs),
    keepBacklogs: ({ atMs, backlogs }) => changes.make(() => keepBacklogs({ atMs, backlogs })),
    backlogSteps: ({ projectKey, ...range }) =>
      pool.read(() => backlogSteps({ projectKey, ...range })),
    runStats: ({ projectKey, endpoint, ...range }) =>
      pool.read(() => runStats({ projectKey, endpoint, ...range })),
    evaluationStats: ({ projectKey, endpoint, ...range }) =>
      pool.snapshot(() => evaluationStats({ projectKey, endpoint, ...range })),
  };
}
