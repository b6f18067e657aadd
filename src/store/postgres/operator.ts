/**
 * What operators do about failures, on the shared store: issues, bulk jobs, replays, by the shared
 * operations. Endpoints whose lanes changed are told to the other processes.
 */
import type { BulkStore } from '../../engine/ports/bulk-store.ts';
import type { IssueStore } from '../../engine/ports/issue-store.ts';
import type { ReplayAnswer, ReplayStore } from '../../engine/ports/replay-store.ts';
import {
  abortBulk,
  bulkItems,
  bulkJob,
  bulkJobs,
  createBulk,
  openBulk,
} from '../operation/delivery/bulk-job.ts';
import { stepBulk } from '../operation/delivery/bulk-step.ts';
import { countBulk } from '../operation/delivery/bulk-walk.ts';
import { failures, issueMarks, markIssue } from '../operation/delivery/issue.ts';
import { replayCall, replayDelivery, skipHead } from '../operation/delivery/replay.ts';
import type { Changes, Concerned } from './changes.ts';
import type { Pool } from './server/pool.ts';

type OperatorStore = IssueStore & BulkStore & ReplayStore;

type Asking =
  | 'failures'
  | 'issueMarks'
  | 'countBulk'
  | 'bulkJob'
  | 'bulkJobs'
  | 'bulkItems'
  | 'openBulk';

/** For people: planned for the values of each call. */
export function operatorReadsOn(pool: Pool): Pick<OperatorStore, Asking> {
  return {
    failures: ({ projectKey, filter }) => pool.read(() => failures({ projectKey, filter })),
    issueMarks: (projectKey) => pool.read(() => issueMarks(projectKey)),
    countBulk: ({ projectKey, filter, nowMs }) =>
      pool.read(() => countBulk({ projectKey, filter, nowMs })),
    bulkJob: ({ projectKey, key }) => pool.read(() => bulkJob({ projectKey, key })),
    bulkJobs: ({ projectKey, beforeKey, limit }) =>
      pool.read(() => bulkJobs({ projectKey, beforeKey, limit })),
    bulkItems: ({ projectKey, key, afterNumber, limit }) =>
      pool.read(() => bulkItems({ projectKey, key, afterNumber, limit })),
    openBulk: () => pool.read(openBulk),
  };
}

export function operatorChangesOn(changes: Changes): Omit<OperatorStore, Asking> {
  return {
    markIssue: ({ projectKey, mark, audit }) =>
      changes.make(() => markIssue({ projectKey, mark, audit })),
    createBulk: ({ projectKey, job, audit }) =>
      changes.make(() => createBulk({ projectKey, job, audit })),
    abortBulk: ({ projectKey, key, audit }) =>
      changes.make(() => abortBulk({ projectKey, key, audit })),
    stepBulk: ({ key, nowMs, limit }) =>
      changes.make(
        (session) => stepBulk(session, { key, nowMs, limit }),
        (step) => ({ changed: step?.endpoints ?? [] }),
      ),
    replayDelivery: ({ projectKey, key, nowMs, audit }) =>
      changes.make(
        (session) => replayDelivery(session, { projectKey, key, nowMs, audit }),
        withHeads,
      ),
    replayCall: ({ projectKey, call, which, nowMs, audit }) =>
      changes.make(
        (session) => replayCall(session, { projectKey, call, which, nowMs, audit }),
        withHeads,
      ),
    skipHead: ({ projectKey, endpoint, call, nowMs, audit }) =>
      changes.make(
        (session) => skipHead(session, { projectKey, endpoint, call, nowMs, audit }),
        (skipped) => ({ changed: skipped === null ? [] : [endpoint] }),
      ),
  };
}

function withHeads(answer: ReplayAnswer): Concerned {
  const heads = answer.kind === 'made' ? answer.heads : [];
  return { heads: [...new Set(heads.map(({ endpoint }) => endpoint))] };
}
