/**
 * After-call work as the engine asks a store for it (S9, S10, S11.13): runs, results, call logs and
 * scorecards. A run is made QUEUED in the commit that makes its launch, and ends once, in the
 * commit that writes its result and fires ACW_COMPLETED. Who works on a run has claimed it for a
 * while; a claim that ran out is another's, and its holder can end nothing any more.
 */

import type { Scorecard, ScorecardSettings } from '../../acw/evaluation/scorecard.ts';
import type { RunReason, RunState } from '../../acw/run/run.ts';
import type { Call } from '../../core/call/call.ts';
import type { Endpoint, EndpointKind } from '../../core/endpoint/endpoint.ts';
import type {
  CallKey,
  EndpointKey,
  ProjectKey,
  ResultKey,
  RunKey,
  ScorecardKey,
} from '../../core/id.ts';
import type { ErrorCode } from '../../core/payload/call-error.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { Head } from './dispatch-store.ts';
import type { AuditEntry } from './manage-store.ts';
import type { EvaluationMarks } from './trend-store.ts';

/** A run as it is read and shown. `createdAtMs` is that of its launch and makes its id. */
export interface Run {
  readonly key: RunKey;
  readonly createdAtMs: number;
  readonly projectKey: ProjectKey;
  readonly endpoint: EndpointKey;
  /** `acwAgentId`. */
  readonly endpointId: string;
  readonly agentName: string;
  readonly kind: EndpointKind;
  readonly callKey: CallKey;
  readonly callId: string;
  readonly trigger: Trigger;
  readonly state: RunState;
  /** The launch was cancelled and its run has not ended yet: it does within a second. */
  readonly launchCancelled: boolean;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  /** When it fails unless something comes: its deadline, or the end of its wait for a log. */
  readonly giveUpAtMs: number | null;
  readonly reason: RunReason | null;
  readonly result: { readonly key: ResultKey; readonly createdAtMs: number } | null;
}

/** A claimed run with what working on it needs. `claim` grows with every claim of the run. */
export interface RunWork extends Run {
  readonly claim: number;
  /** How often a claim ran out while the run was RUNNING: its worker had died. */
  readonly deaths: number;
  readonly agent: Endpoint;
  readonly call: Call;
  /** Whether the report that moved the call last, or one before it, carried errors. */
  readonly hadErrors: boolean;
  /** The version of the call log that is there; null: none. */
  readonly callLogVersion: number | null;
}

export interface ResultError {
  readonly code: ErrorCode;
  /** The agent's own words; never in a payload. */
  readonly message: string | null;
}

/** How a run ends. `result`: JSON text of an object, at most `RESULT_BYTES_MAX`; null: none. */
export interface RunEnd {
  readonly isError: boolean;
  readonly reason: RunReason | null;
  readonly errors: readonly ResultError[];
  readonly engine: string | null;
  readonly result: string | null;
  /** It never began. `untold`: its agent is gone, so neither result nor ACW_COMPLETED is made. */
  readonly cancelled?: 'told' | 'untold';
  /** Of a built-in evaluator: what trends count. */
  readonly evaluation?: EvaluationMarks;
}

export interface StoredResult extends RunEnd {
  readonly key: ResultKey;
  readonly createdAtMs: number;
  readonly run: Run;
}

/** What one change of runs leads to: deliveries of ACW_COMPLETED, and those that may go now. */
export interface Ended {
  readonly result: ResultKey;
  readonly createdAtMs: number;
  readonly made: readonly EndpointKey[];
  readonly heads: readonly Head[];
}

export type FinishAnswer =
  | ({ readonly kind: 'finished'; readonly run: Run } & Ended)
  /** It has ended, and nothing says so but its row. */
  | { readonly kind: 'untold'; readonly run: Run }
  /** It has ended already, or the claim is another's. */
  | { readonly kind: 'closed' };

/** What an agent posts. `fingerprint` is equal for equal content. */
export interface PostedResult extends RunEnd {
  readonly projectKey: ProjectKey;
  readonly callId: string;
  readonly endpoint: EndpointKey;
  /** Null: the run whose result this is already, else the oldest open one of agent and call. */
  readonly run: { readonly key: RunKey; readonly createdAtMs: number } | null;
  readonly fingerprint: string;
  readonly nowMs: number;
}

export type PostAnswer =
  | ({ readonly kind: 'created'; readonly run: Run } & Ended)
  | { readonly kind: 'repeated'; readonly stored: StoredResult }
  /** Another result of the same run is there already. */
  | { readonly kind: 'differs'; readonly stored: StoredResult }
  /** The run failed without a result of the agent: too late, or its launch was given up. */
  | { readonly kind: 'closed'; readonly run: Run }
  | { readonly kind: 'not-found' };

export interface RunFilter {
  readonly callId: string | null;
  readonly endpoint: EndpointKey | null;
  readonly states: readonly RunState[];
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface RunStore {
  /** Runs whose time has come, claimed until `nowMs + claimMs`; the longest due first. */
  claimRuns(wanted: {
    readonly nowMs: number;
    readonly claimMs: number;
    readonly limit: number;
  }): Promise<readonly RunWork[]>;
  /** The earliest time at which `claimRuns` has something to do; null: nothing is open. */
  nextRunAtMs(): Promise<number | null>;
  /**
   * Moves a claimed run on without ending it: it waits until `dueAtMs`, or goes on RUNNING under
   * the same claim until then. False: the claim is another's or the run has ended.
   */
  moveRun(wanted: {
    readonly run: RunKey;
    readonly claim: number;
    readonly to: {
      readonly state: 'WAITING_CALL_LOG' | 'RUNNING';
      readonly dueAtMs: number;
      readonly giveUpAtMs: number | null;
      /** A waiting run is due at once when a log came since this was read. */
      readonly callLogVersion: number | null;
      readonly reason?: RunReason | null;
    };
  }): Promise<boolean>;
  /**
   * At most `limit` open runs whose time lies further ahead than `aheadMs` become due at once: the
   * wall clock was ahead when it was written. A deadline (RUNNING with a `giveUpAtMs`) counts only
   * when its run began after `nowMs`, or is looked at after it. `more`: there may be others.
   */
  repairRuns(wanted: {
    readonly nowMs: number;
    readonly aheadMs: number;
    readonly limit: number;
  }): Promise<{ readonly repaired: number; readonly more: boolean }>;
  /** Of the whole store, for the gauges; counts no further than `limit` of each. */
  openRuns(limit: number): Promise<{ readonly waiting: number; readonly running: number }>;
  /** Ends a claimed run: result, state and ACW_COMPLETED in the call's lanes, in one commit. */
  finishRun(wanted: {
    readonly run: RunKey;
    readonly claim: number;
    readonly end: RunEnd;
    readonly nowMs: number;
  }): Promise<FinishAnswer>;
  /** An agent's post, likewise in one commit. */
  postResult(posted: PostedResult): Promise<PostAnswer>;
  /**
   * A new run by hand: the firing of `run` (or of the call's last CALL_LOG_CREATED, else its last
   * firing of a report) again, under a new `webhook-id`, for this agent only, at the end of its
   * lane. Null: no such call, agent or firing.
   */
  launchAgain(wanted: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly endpoint: EndpointKey;
    readonly run: RunKey | null;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<{ readonly run: Run; readonly heads: readonly Head[] } | null>;
  runs(asked: {
    readonly projectKey: ProjectKey;
    readonly filter: RunFilter;
    readonly beforeKey: RunKey | null;
    readonly limit: number;
  }): Promise<readonly Run[]>;
  run(asked: { readonly projectKey: ProjectKey; readonly key: RunKey }): Promise<Run | null>;
  result(asked: {
    readonly projectKey: ProjectKey;
    readonly key: ResultKey;
  }): Promise<StoredResult | null>;
  /** Of a call, newest first, without the `result` texts (null in each). */
  results(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly beforeKey: ResultKey | null;
    readonly limit: number;
  }): Promise<readonly StoredResult[]>;
}

/** `body`: the log as JSON text, as it was accepted. */
export interface StoredCallLog {
  readonly callId: string;
  readonly version: number;
  readonly body: string;
  readonly bytes: number;
  readonly turns: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export type PutCallLogAnswer =
  | { readonly kind: 'stored'; readonly version: number; readonly created: boolean }
  | { readonly kind: 'changed'; readonly version: number } // of what is there; 0: nothing
  | { readonly kind: 'direction'; readonly direction: string }
  | { readonly kind: 'removed' }; // the call, by request

/** Whether a call has a log, without its body. `deletedAtMs`: there was one, and it was removed. */
export interface CallLogFacts {
  readonly version: number;
  readonly turns: number;
  readonly bytes: number;
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
}

export interface CallLogOutlook {
  readonly facts: CallLogFacts | null;
  /** Null: no report named it. `hadErrors`: as of a run. */
  readonly call: (Pick<Call, 'status' | 'wasInProgress'> & { readonly hadErrors: boolean }) | null;
}

export interface CallLogStore {
  /**
   * Stores or replaces a log, also of a call that was not reported yet, and makes its waiting runs
   * due in the same commit. `seen`: only if the present version is this one (0: none); null: in any
   * case.
   */
  putCallLog(log: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly direction: string;
    readonly body: string;
    readonly bytes: number;
    readonly turns: number;
    readonly seen: number | null;
    readonly nowMs: number;
  }): Promise<PutCallLogAnswer>;
  callLog(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
  }): Promise<StoredCallLog | null>;
  /** Null: there never was one. */
  callLogFacts(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
  }): Promise<CallLogFacts | null>;
  /** The same in one look with what the call says of a log that is not there. */
  callLogOutlook(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
  }): Promise<CallLogOutlook>;
  /** The text goes at once; version and time of deletion stay. False: there is none. */
  deleteCallLog(wanted: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<boolean>;
}

export interface ScorecardStore {
  /** Present revisions, the default first, then by name. */
  scorecards(projectKey: ProjectKey): Promise<readonly Scorecard[]>;
  /** `revision` null: the present one. Deleted ones stay readable by their revisions. */
  scorecard(asked: {
    readonly projectKey: ProjectKey;
    readonly key: ScorecardKey;
    readonly revision: number | null;
  }): Promise<Scorecard | null>;
  /** Null when a project has `SCORECARDS_MAX`. The first of a project is its default. */
  createScorecard(wanted: {
    readonly projectKey: ProjectKey;
    readonly settings: ScorecardSettings;
    readonly audit: AuditEntry | null;
    readonly nowMs: number;
  }): Promise<Scorecard | null>;
  /** A new revision, when `seen` is the present one; else what is there. Null: none. */
  reviseScorecard(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: ScorecardKey;
    readonly settings: ScorecardSettings;
    readonly seen: number;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<{ readonly kind: 'revised' | 'changed'; readonly scorecard: Scorecard } | null>;
  /** Makes it the one that evaluators use which name none. */
  setDefaultScorecard(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: ScorecardKey;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<boolean>;
  deleteScorecard(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: ScorecardKey;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<'deleted' | 'not-found' | 'is-default'>;
}

export interface AcwStore extends RunStore, CallLogStore, ScorecardStore {}

/** Of a result, as JSON text in bytes. */
export const RESULT_BYTES_MAX = 256 * 1024;
