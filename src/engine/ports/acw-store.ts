/**
 * What after-call work needs of a store (S9, S10, S11.13): runs, results, call logs and scorecards.
 * A run is created QUEUED in the commit that creates its launch, and ends once, in the commit that
 * writes its result and fires ACW_COMPLETED. A worker claims a run for a while before it works on
 * it; when the claim expires, another worker may claim the run, and the former one can end nothing
 * any more.
 */

import type { Scorecard, ScorecardSettings } from '../../acw/evaluation/scorecard.ts';
import type { RunReason, RunState } from '../../acw/run/run.ts';
import type { Call } from '../../core/call/transition.ts';
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

/** A run as it is read and shown. `createdAtMs` is that of its launch and part of its id. */
export interface Run {
  readonly key: RunKey;
  readonly createdAtMs: number;
  readonly projectKey: ProjectKey;
  readonly endpoint: EndpointKey;
  /** The `acwAgentId` of the API. */
  readonly endpointId: string;
  readonly agentName: string;
  readonly kind: EndpointKind;
  readonly callKey: CallKey;
  readonly callId: string;
  readonly trigger: Trigger;
  readonly state: RunState;
  /**
   * True if the launch was cancelled and its run has not ended yet, which takes at most a second.
   */
  readonly launchCancelled: boolean;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  /**
   * When the run fails unless a result or a log comes: its deadline, or the end of its wait for a
   * log.
   */
  readonly giveUpAtMs: number | null;
  readonly reason: RunReason | null;
  readonly result: { readonly key: ResultKey; readonly createdAtMs: number } | null;
}

/**
 * A claimed run with the data that the work on it needs. `claim` grows with every claim of the run.
 */
export interface RunWork extends Run {
  readonly claim: number;
  /** How often a claim expired while the run was RUNNING, because its worker had died. */
  readonly deaths: number;
  readonly agent: Endpoint;
  readonly call: Call;
  /** Whether the report that last moved the call, or an earlier one, carried errors. */
  readonly hadErrors: boolean;
  /** The version of the stored call log; null: none. */
  readonly callLogVersion: number | null;
}

export interface ResultError {
  readonly code: ErrorCode;
  /** The agent's own words; must never appear in a payload. */
  readonly message: string | null;
}

/**
 * The end of a run. `result`: the JSON text of an object, at most `RESULT_BYTES_MAX`; null: none.
 */
export interface RunEnd {
  readonly isError: boolean;
  readonly reason: RunReason | null;
  readonly errors: readonly ResultError[];
  readonly engine: string | null;
  readonly result: string | null;
  /**
   * Present if the run never began. `untold`: its agent was deleted, so neither a result nor
   * ACW_COMPLETED is written.
   */
  readonly cancelled?: 'told' | 'untold';
  /** For a built-in evaluator: the values that trends count. */
  readonly evaluation?: EvaluationMarks;
}

export interface StoredResult extends RunEnd {
  readonly key: ResultKey;
  readonly createdAtMs: number;
  readonly run: Run;
}

/**
 * The consequences of a change of runs: deliveries of ACW_COMPLETED, and heads that may be sent
 * now.
 */
export interface Ended {
  readonly result: ResultKey;
  readonly createdAtMs: number;
  readonly made: readonly EndpointKey[];
  readonly heads: readonly Head[];
}

export type FinishAnswer =
  | ({ readonly kind: 'finished'; readonly run: Run } & Ended)
  /** The run has ended, and only its row shows it. */
  | { readonly kind: 'untold'; readonly run: Run }
  /** The run had already ended, or another worker has the claim. */
  | { readonly kind: 'closed' };

/** A result that an agent posts. `fingerprint` is equal for equal content. */
export interface PostedResult extends RunEnd {
  readonly projectKey: ProjectKey;
  readonly callId: string;
  readonly endpoint: EndpointKey;
  /**
   * The run that already has this result, else the oldest open run of agent and call; null: none.
   */
  readonly run: { readonly key: RunKey; readonly createdAtMs: number } | null;
  readonly fingerprint: string;
  readonly nowMs: number;
}

export type PostAnswer =
  | ({ readonly kind: 'created'; readonly run: Run } & Ended)
  | { readonly kind: 'repeated'; readonly stored: StoredResult }
  /** The run already has another result. */
  | { readonly kind: 'differs'; readonly stored: StoredResult }
  /** The run failed without a result: this one came too late, or the launch was given up. */
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
  /** Claims due runs until `nowMs + claimMs`; the longest due come first. */
  claimRuns(wanted: {
    readonly nowMs: number;
    readonly claimMs: number;
    readonly limit: number;
  }): Promise<readonly RunWork[]>;
  /** The earliest time at which `claimRuns` finds a run; null: no run is open. */
  nextRunAtMs(): Promise<number | null>;
  /**
   * Moves a claimed run without ending it: it waits until `dueAtMs`, or stays RUNNING under the
   * same claim until then. Returns false if another worker has the claim or the run has ended.
   */
  moveRun(wanted: {
    readonly run: RunKey;
    readonly claim: number;
    readonly to: {
      readonly state: 'WAITING_CALL_LOG' | 'RUNNING';
      readonly dueAtMs: number;
      readonly giveUpAtMs: number | null;
      /**
       * If a newer log was stored since this version was read, a waiting run becomes due at once.
       */
      readonly callLogVersion: number | null;
      readonly reason?: RunReason | null;
    };
  }): Promise<boolean>;
  /**
   * Makes at most `limit` open runs due at once whose time lies further ahead than `aheadMs`,
   * because the wall clock was ahead when the time was written. A deadline (RUNNING with a
   * `giveUpAtMs`) is moved only if its run began after `nowMs`, or if it would be looked at only
   * after the deadline. `more`: there may be others.
   */
  repairRuns(wanted: {
    readonly nowMs: number;
    readonly aheadMs: number;
    readonly limit: number;
  }): Promise<{ readonly repaired: number; readonly more: boolean }>;
  /** The open runs of the whole store, for the gauges; each count stops at `limit`. */
  openRuns(limit: number): Promise<{ readonly waiting: number; readonly running: number }>;
  /** Ends a claimed run: result, state and ACW_COMPLETED in the call's lanes, in one commit. */
  finishRun(wanted: {
    readonly run: RunKey;
    readonly claim: number;
    readonly end: RunEnd;
    readonly nowMs: number;
  }): Promise<FinishAnswer>;
  /** Takes a result that an agent posts, also in one commit. */
  postResult(posted: PostedResult): Promise<PostAnswer>;
  /**
   * Creates a run by hand: it repeats the firing of `run` (or the call's last CALL_LOG_CREATED,
   * else its last firing from a report) under a new `webhook-id`, for this agent only, at the end
   * of its lane. Returns null if there is no such call, agent or firing.
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
  /** The results of a call, newest first, without their `result` texts (null in each). */
  results(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly beforeKey: ResultKey | null;
    readonly limit: number;
  }): Promise<readonly StoredResult[]>;
}

/** `body`: the log as the JSON text that was accepted. */
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

/** Whether a call has a log, without its body. `deletedAtMs`: when a former log was deleted. */
export interface CallLogFacts {
  readonly version: number;
  readonly turns: number;
  readonly bytes: number;
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
}

export interface CallLogOutlook {
  readonly facts: CallLogFacts | null;
  /** Null: no report named the call. `hadErrors`: as for a run. */
  readonly call: (Pick<Call, 'status' | 'wasInProgress'> & { readonly hadErrors: boolean }) | null;
}

export interface CallLogStore {
  /**
   * Stores or replaces a log, even of a call that was not reported yet, and makes its waiting runs
   * due in the same commit. `seen`: the version that must be present (0: none); null: any.
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
  /** Returns null if the call never had a log. */
  callLogFacts(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
  }): Promise<CallLogFacts | null>;
  /** In one read: the same facts, and those of the call that tell whether a log may still come. */
  callLogOutlook(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
  }): Promise<CallLogOutlook>;
  /**
   * Deletes the text at once; version and time of deletion stay. Returns false if there is none.
   */
  deleteCallLog(wanted: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<boolean>;
}

export interface ScorecardStore {
  /** The present revisions: the default first, then by name. */
  scorecards(projectKey: ProjectKey): Promise<readonly Scorecard[]>;
  /** `revision` null: the present one. Revisions of deleted scorecards stay readable. */
  scorecard(asked: {
    readonly projectKey: ProjectKey;
    readonly key: ScorecardKey;
    readonly revision: number | null;
  }): Promise<Scorecard | null>;
  /**
   * Returns null if the project has `SCORECARDS_MAX`. The first scorecard of a project is its
   * default.
   */
  createScorecard(wanted: {
    readonly projectKey: ProjectKey;
    readonly settings: ScorecardSettings;
    readonly audit: AuditEntry | null;
    readonly nowMs: number;
  }): Promise<Scorecard | null>;
  /**
   * Writes a new revision if `seen` is the present one; otherwise returns the present one. Null:
   * none.
   */
  reviseScorecard(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: ScorecardKey;
    readonly settings: ScorecardSettings;
    readonly seen: number;
    readonly audit: AuditEntry;
    readonly nowMs: number;
  }): Promise<{ readonly kind: 'revised' | 'changed'; readonly scorecard: Scorecard } | null>;
  /** Makes a scorecard the one for evaluators that name none. */
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

/** The largest result, as JSON text in bytes. */
export const RESULT_BYTES_MAX = 256 * 1024;
