/**
 * What trends are drawn from, on the embedded store: `engine/ports/trend-store.ts` by the shared
 * operations. Only keeping a minute writes.
 */
import type { TrendStore } from '../../engine/ports/trend-store.ts';
import type { Parts } from './parts.ts';

export function trendsOf({ write, read }: Parts): TrendStore {
  return {
    backlogs: () => read('backlogs', null),
    keepBacklogs: ({ atMs, backlogs }) =>
      write('keepBacklogs', { atMs, backlogs }, backlogs.length),
    backlogSteps: ({ projectKey, ...range }) => read('backlogSteps', { projectKey, ...range }),
    runStats: ({ projectKey, endpoint, ...range }) =>
      read('runStats', { projectKey, endpoint, ...range }),
    evaluationStats: ({ projectKey, endpoint, ...range }) =>
      read('evaluationStats', { projectKey, endpoint, ...range }),
  };
}
