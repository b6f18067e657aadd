/**
 * After-call work on the shared store: `engine/ports/acw-store.ts` by the shared operations.
 * Several processes look for runs at once, and each passes over what another one has just claimed.
 * Heads that the end of a run makes are told to the others.
 */
import type { AcwStore } from '../../engine/ports/acw-store.ts';
import type { Head } from '../../engine/ports/dispatch-store.ts';
import { resultByKey, resultsOfCall } from '../operation/acw/acw-result.ts';
import {
  callLog,
  callLogFacts,
  callLogOutlook,
  deleteCallLog,
  putCallLog,
} from '../operation/acw/call-log.ts';
import {
  claimRuns,
  DUE_RUNS,
  type DueRun,
  moveRun,
  nextRunAtMs,
  openRuns,
  redateRuns,
} from '../operation/acw/run.ts';
import { launchAgain } from '../operation/acw/run-again.ts';
import { finishRun } from '../operation/acw/run-end.ts';
import { runOf, runPage } from '../operation/acw/run-list.ts';
import { postResult } from '../operation/acw/run-post.ts';
import {
  createScorecard,
  deleteScorecard,
  reviseScorecard,
  scorecard,
  scorecards,
  setDefaultScorecard,
} from '../operation/acw/scorecard.ts';
import { query } from '../statement.ts';
import type { Changes, Concerned } from './changes.ts';
import type { Pool } from './server/pool.ts';

/** As in `operation/acw/run.ts`, held until the claim is committed. */
export const DUE_RUNS_OF_ALL = query<DueRun>(`${DUE_RUNS.sql} for update skip locked`);

type Changing =
  | 'claimRuns'
  | 'moveRun'
  | 'redateRuns'
  | 'finishRun'
  | 'postResult'
  | 'launchAgain'
  | 'putCallLog'
  | 'deleteCallLog'
  | 'createScorecard'
  | 'reviseScorecard'
  | 'setDefaultScorecard'
  | 'deleteScorecard';

export function acwChangesOn(changes: Changes): Pick<AcwStore, Changing> {
  return {
    claimRuns: ({ nowMs, claimMs, limit }) =>
      changes.make(() => claimRuns({ nowMs, claimMs, limit }, DUE_RUNS_OF_ALL)),
    moveRun: ({ run, claim, to }) => changes.make(() => moveRun({ run, claim, to })),
    redateRuns: ({ nowMs, aheadMs, limit }) =>
      changes.make(() => redateRuns({ nowMs, aheadMs, limit })),
    finishRun: ({ run, claim, end, nowMs }) =>
      changes.make((session) => finishRun(session, { run, claim, end, nowMs }), withHeads),
    postResult: (posted) => changes.make((session) => postResult(session, posted), withHeads),
    launchAgain: ({ projectKey, audit, nowMs, ...of }) =>
      changes.make(
        (session) => launchAgain(session, { projectKey, ...of, audit, nowMs }),
        (launched) => (launched === null ? {} : withHeads(launched)),
      ),
    putCallLog: (log) => changes.make(() => putCallLog(log)),
    deleteCallLog: ({ projectKey, callId, audit, nowMs }) =>
      changes.make(() => deleteCallLog({ projectKey, callId, audit, nowMs })),
    createScorecard: ({ projectKey, settings, audit, nowMs }) =>
      changes.make(() => createScorecard({ projectKey, settings, audit, nowMs })),
    reviseScorecard: ({ projectKey, key, settings, seen, audit, nowMs }) =>
      changes.make(() => reviseScorecard({ projectKey, key, settings, seen, audit, nowMs })),
    setDefaultScorecard: ({ projectKey, key, audit, nowMs }) =>
      changes.make(() => setDefaultScorecard({ projectKey, key, audit, nowMs })),
    deleteScorecard: ({ projectKey, key, audit, nowMs }) =>
      changes.make(() => deleteScorecard({ projectKey, key, audit, nowMs })),
  };
}

function withHeads(answer: object & { readonly heads?: readonly Head[] }): Concerned {
  return { heads: (answer.heads ?? []).map(({ endpoint }) => endpoint) };
}

type Listing = 'openRuns' | 'runs' | 'results' | 'scorecards' | 'scorecard';

/** For people and the gauges: planned for the values of each call. */
export function acwListsOn(pool: Pool): Pick<AcwStore, Listing> {
  return {
    openRuns: (limit) => pool.snapshot(() => openRuns(limit)),
    runs: ({ projectKey, filter, beforeKey, limit }) =>
      pool.read(() => runPage({ projectKey, filter, beforeKey, limit })),
    results: ({ projectKey, callId, beforeKey, limit }) =>
      pool.read(() => resultsOfCall({ projectKey, callId, beforeKey, limit })),
    scorecards: (projectKey) => pool.read(() => scorecards(projectKey)),
    scorecard: ({ projectKey, key, revision }) =>
      pool.read(() => scorecard({ projectKey, key, revision })),
  };
}

type LookUp = 'nextRunAtMs' | 'run' | 'result' | 'callLog' | 'callLogFacts' | 'callLogOutlook';

/** By keys and hashes. */
export function acwLookUpsOn(pool: Pool): Pick<AcwStore, LookUp> {
  return {
    nextRunAtMs: () => pool.read(nextRunAtMs),
    run: ({ projectKey, key }) => pool.read(() => runOf({ projectKey, key })),
    result: ({ projectKey, key }) => pool.read(() => resultByKey({ projectKey, key })),
    callLog: ({ projectKey, callId }) => pool.read(() => callLog({ projectKey, callId })),
    callLogFacts: ({ projectKey, callId }) => pool.read(() => callLogFacts({ projectKey, callId })),
    callLogOutlook: ({ projectKey, callId }) =>
      pool.read(() => callLogOutlook({ projectKey, callId })),
  };
}
