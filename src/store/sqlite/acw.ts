/**
 * After-call work on the embedded store: `engine/ports/acw-store.ts` by the shared operations.
 * Whether a run is due is read by the dispatcher's reader, so that no list delays it.
 */
import type { AcwStore } from '../../engine/ports/acw-store.ts';
import type { Parts } from './parts.ts';

export function acwOf({ write, read, readNow }: Parts): AcwStore {
  return {
    claimRuns: ({ nowMs, claimMs, limit }) => write('claimRuns', { nowMs, claimMs, limit }),
    nextRunAtMs: () => readNow('nextRunAtMs', null),
    moveRun: ({ run, claim, to }) => write('moveRun', { run, claim, to }),
    redateRuns: ({ nowMs, aheadMs, limit }) => write('redateRuns', { nowMs, aheadMs, limit }),
    openRuns: (limit) => read('openRuns', limit),
    finishRun: ({ run, claim, end, nowMs }) => write('finishRun', { run, claim, end, nowMs }),
    postResult: (posted) => write('postResult', posted),
    launchAgain: ({ projectKey, audit, nowMs, ...of }) =>
      write('launchAgain', { projectKey, ...of, audit, nowMs }),
    runs: ({ projectKey, filter, beforeKey, limit }) =>
      read('runPage', { projectKey, filter, beforeKey, limit }),
    run: ({ projectKey, key }) => read('runOf', { projectKey, key }),
    result: ({ projectKey, key }) => read('resultByKey', { projectKey, key }),
    results: ({ projectKey, callId, beforeKey, limit }) =>
      read('resultsOfCall', { projectKey, callId, beforeKey, limit }),
    putCallLog: (log) => write('putCallLog', log),
    callLog: ({ projectKey, callId }) => read('callLog', { projectKey, callId }),
    callLogFacts: ({ projectKey, callId }) => read('callLogFacts', { projectKey, callId }),
    callLogOutlook: ({ projectKey, callId }) => read('callLogOutlook', { projectKey, callId }),
    deleteCallLog: ({ projectKey, callId, audit, nowMs }) =>
      write('deleteCallLog', { projectKey, callId, audit, nowMs }),
    scorecards: (projectKey) => read('scorecards', projectKey),
    scorecard: ({ projectKey, key, revision }) => read('scorecard', { projectKey, key, revision }),
    createScorecard: ({ projectKey, settings, audit, nowMs }) =>
      write('createScorecard', { projectKey, settings, audit, nowMs }),
    reviseScorecard: ({ projectKey, key, settings, seen, audit, nowMs }) =>
      write('reviseScorecard', { projectKey, key, settings, seen, audit, nowMs }),
    setDefaultScorecard: ({ projectKey, key, audit, nowMs }) =>
      write('setDefaultScorecard', { projectKey, key, audit, nowMs }),
    deleteScorecard: ({ projectKey, key, audit, nowMs }) =>
      write('deleteScorecard', { projectKey, key, audit, nowMs }),
  };
}
