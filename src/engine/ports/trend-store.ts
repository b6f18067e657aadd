/**
 * The data of trends: the backlog recorded each minute, how runs of agents ended, and the results
 * of evaluations. Bounded like the figures of `query-store.ts`; `stepMs` is a multiple of a minute,
 * `fromMs` and `toMs` are multiples of the step.
 */
import type { CriterionResult } from '../../acw/evaluation/evaluation.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';

export interface TrendRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** The open deliveries of a project, and the creation time of the oldest one. */
export interface BacklogNow {
  readonly projectKey: ProjectKey;
  readonly open: number;
  readonly oldestOpenAtMs: number | null;
}

/** What waits at one moment, as `backlogs` saw it. */
export interface BacklogLook {
  /** Every project, also those without an open delivery. */
  readonly projects: readonly BacklogNow[];
  /** Open deliveries of all projects by the state that is shown; `sending` is `due` here. */
  readonly byState: Readonly<Record<'waiting' | 'due' | 'retrying' | 'held', number>>;
  /** Lanes whose first open delivery failed at least once. */
  readonly blockedLanes: number;
  readonly endpoints: Readonly<Record<'active' | 'held' | 'disabled', number>>;
}

/** What the last look at the backlog saw. `oldestAgeMs` null: nothing is open. */
export interface BacklogGauges extends Omit<BacklogLook, 'projects'> {
  readonly oldestAgeMs: number | null;
}

/** The highest value measured in a step; null: not measured. */
export interface BacklogStep {
  readonly fromMs: number;
  readonly open: number | null;
  /** Also null if nothing was open. */
  readonly oldestAgeMs: number | null;
}

/** The ended runs that were created in an interval. Durations: only of runs that succeeded. */
export interface RunFigures {
  readonly succeeded: number;
  readonly failed: number;
  readonly durationMs: { readonly p50: number; readonly p95: number } | null;
}

export interface RunStats {
  readonly steps: readonly (RunFigures & { readonly fromMs: number })[];
  readonly total: RunFigures;
  /** Later than asked if there are more runs than are counted. */
  readonly countedFromMs: number;
}

/** The values of an evaluation that are stored besides its result. */
export interface EvaluationMarks {
  readonly scorecardId: string;
  readonly revision: number;
  /** Both null: there is no score, or unknown criteria would decide. */
  readonly percentage: number | null;
  readonly passed: boolean | null;
  readonly criteria: readonly { readonly id: string; readonly result: CriterionResult }[];
}

export interface EvaluationFigures {
  readonly evaluations: number;
  /** The average of the decided ones; null: there was none. */
  readonly averagePercentage: number | null;
  /** Of `judged`, how many reached the pass mark without a failed auto-fail criterion. */
  readonly passed: number;
  readonly judged: number;
}

/** A criterion of a scorecard, with how often it failed. */
export interface CriterionFigures {
  readonly scorecardId: string;
  readonly criterionId: string;
  /** The newest revision with which it was judged. */
  readonly revision: number;
  readonly failed: number;
  readonly passed: number;
  readonly unknown: number;
}

export interface EvaluationStats {
  readonly steps: readonly (EvaluationFigures & { readonly fromMs: number })[];
  readonly total: EvaluationFigures;
  /** The criteria that failed most often, at most `CRITERIA_SHOWN_MAX`. */
  readonly criteria: readonly CriterionFigures[];
  readonly countedFromMs: number;
}

export interface TrendStore {
  /** What waits now; `nowMs` decides which endpoints are on hold. */
  backlogs(asked: { readonly nowMs: number }): Promise<BacklogLook>;
  /** Stores the backlogs of `atMs`; a minute that is stored already stays unchanged. */
  keepBacklogs(wanted: {
    readonly atMs: number;
    readonly backlogs: readonly BacklogNow[];
  }): Promise<void>;
  backlogSteps(
    asked: TrendRange & {
      readonly projectKey: ProjectKey;
    },
  ): Promise<readonly BacklogStep[]>;
  /** `endpoint` null: every agent. A run counts for the time at which it was created. */
  runStats(
    asked: TrendRange & {
      readonly projectKey: ProjectKey;
      readonly endpoint: EndpointKey | null;
    },
  ): Promise<RunStats>;
  evaluationStats(
    asked: TrendRange & {
      readonly projectKey: ProjectKey;
      readonly endpoint: EndpointKey | null;
    },
  ): Promise<EvaluationStats>;
}

/** The most runs counted for one answer, the newest ones: some 50 ms. */
export const RUNS_COUNTED_MAX = 20_000;
export const EVALUATIONS_COUNTED_MAX = 10_000;
export const CRITERIA_SHOWN_MAX = 20;
