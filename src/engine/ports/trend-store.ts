/**
 * What trends are drawn from: the backlog as it was seen minute by minute, how runs of agents
 * ended, and what evaluations gave. Bounded like the figures of `query-store.ts`; `stepMs` is a
 * multiple of a minute, `fromMs` and `toMs` of the step.
 */
import type { CriterionResult } from '../../acw/evaluation/evaluation.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';

export interface TrendRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** Open deliveries of a project, and since when the oldest of them is there. */
export interface BacklogNow {
  readonly projectKey: ProjectKey;
  readonly open: number;
  readonly oldestOpenAtMs: number | null;
}

/** The highest value measured in a step; null: not measured. */
export interface BacklogStep {
  readonly fromMs: number;
  readonly open: number | null;
  /** Null as well when nothing was open. */
  readonly oldestAgeMs: number | null;
}

/** Runs of a time that have ended. Durations are those of the runs that succeeded. */
export interface RunFigures {
  readonly succeeded: number;
  readonly failed: number;
  readonly durationMs: { readonly p50: number; readonly p95: number } | null;
}

export interface RunStats {
  readonly steps: readonly (RunFigures & { readonly fromMs: number })[];
  readonly total: RunFigures;
  /** Later than asked where there are more runs than are counted. */
  readonly countedFromMs: number;
}

/** The marks of an evaluation besides its result. */
export interface EvaluationMarks {
  readonly scorecardId: string;
  readonly revision: number;
  /** Both null: there is no score, or what is unknown would decide. */
  readonly percentage: number | null;
  readonly passed: boolean | null;
  readonly criteria: readonly { readonly id: string; readonly result: CriterionResult }[];
}

export interface EvaluationFigures {
  readonly evaluations: number;
  /** Of those that are decided; null: there was none. */
  readonly averagePercentage: number | null;
  /** Of `judged`, how many reached their pass mark without an auto-fail. */
  readonly passed: number;
  readonly judged: number;
}

/** A criterion of a scorecard by how often it failed. */
export interface CriterionFigures {
  readonly scorecardId: string;
  readonly criterionId: string;
  /** The newest revision by which it was judged. */
  readonly revision: number;
  readonly failed: number;
  readonly passed: number;
  readonly unknown: number;
}

export interface EvaluationStats {
  readonly steps: readonly (EvaluationFigures & { readonly fromMs: number })[];
  readonly total: EvaluationFigures;
  /** The most failed ones, at most `CRITERIA_SHOWN_MAX`. */
  readonly criteria: readonly CriterionFigures[];
  readonly countedFromMs: number;
}

export interface TrendStore {
  /** Of every project, as it is now. */
  backlogs(): Promise<readonly BacklogNow[]>;
  /** Keeps what was seen at `atMs`; of a minute that is kept already nothing changes. */
  keepBacklogs(wanted: {
    readonly atMs: number;
    readonly backlogs: readonly BacklogNow[];
  }): Promise<void>;
  backlogSteps(
    asked: TrendRange & {
      readonly projectKey: ProjectKey;
    },
  ): Promise<readonly BacklogStep[]>;
  /** `endpoint` null: every agent. Counted by when the run was made. */
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

/** Counted for one answer, the newest: some 50 ms. */
export const RUNS_COUNTED_MAX = 20_000;
export const EVALUATIONS_COUNTED_MAX = 10_000;
export const CRITERIA_SHOWN_MAX = 20;
