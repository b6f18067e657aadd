/**
 * What operators do about failures, on the embedded store: issues, bulk jobs, replays. Only names
 * and arguments; what is done is said in `operation/`.
 */
import type { BulkStore } from '../../engine/ports/bulk-store.ts';
import type { IssueStore } from '../../engine/ports/issue-store.ts';
import type { ReplayStore } from '../../engine/ports/replay-store.ts';
import type { Parts } from './parts.ts';

export type OperatorStore = IssueStore & BulkStore & ReplayStore;

export function operatorOf({ write, read }: Parts): OperatorStore {
  return {
    failures: ({ projectKey, filter }) => read('failures', { projectKey, filter }),
    issueMarks: (projectKey) => read('issueMarks', projectKey),
    markIssue: async ({ projectKey, mark, audit }) => {
      await write('markIssue', { projectKey, mark, audit });
    },
    countBulk: ({ projectKey, filter, nowMs }) => read('countBulk', { projectKey, filter, nowMs }),
    createBulk: ({ projectKey, job, audit }) => write('createBulk', { projectKey, job, audit }),
    bulkJob: ({ projectKey, key }) => read('bulkJob', { projectKey, key }),
    bulkJobs: ({ projectKey, beforeKey, limit }) =>
      read('bulkJobs', { projectKey, beforeKey, limit }),
    bulkItems: ({ projectKey, key, afterNumber, limit }) =>
      read('bulkItems', { projectKey, key, afterNumber, limit }),
    abortBulk: ({ projectKey, key, audit }) => write('abortBulk', { projectKey, key, audit }),
    openBulk: () => read('openBulk', null),
    stepBulk: ({ key, nowMs, limit }) => write('stepBulk', { key, nowMs, limit }, limit),
    replayDelivery: ({ projectKey, key, nowMs, audit }) =>
      write('replayDelivery', { projectKey, key, nowMs, audit }),
    replayCall: ({ projectKey, call, which, nowMs, audit }) =>
      write('replayCall', { projectKey, call, which, nowMs, audit }),
    skipHead: ({ projectKey, endpoint, call, nowMs, audit }) =>
      write('skipHead', { projectKey, endpoint, call, nowMs, audit }),
  };
}
