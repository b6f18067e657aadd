/**
 * What the built-in evaluator answers: the `result` of its run (decisions section 8, schema
 * version 1). Only the shape; `evaluate.ts` makes it and `score.ts` adds it up.
 */
import type { AnalysisWarning, Engine } from './analysis.ts';

export const CRITERION_RESULTS = ['PASS', 'FAIL', 'NOT_APPLICABLE', 'UNKNOWN'] as const;
export type CriterionResult = (typeof CRITERION_RESULTS)[number];

/** `turn`: place in the log's `turns`, from 0; `quote` is a part of that turn's text. */
export interface Evidence {
  readonly turn: number;
  readonly quote: string;
  readonly startMs: number;
}

export interface JudgedCriterion {
  readonly id: string;
  readonly question: string;
  readonly result: CriterionResult;
  /** Earned; `maxPoints` when it passed, else 0. */
  readonly points: number;
  readonly maxPoints: number;
  readonly autoFail: boolean;
  readonly source: 'RULE' | 'LLM';
  readonly rationale: string;
  readonly evidence: readonly Evidence[];
}

/**
 * Of one criterion, in code points. With `CRITERIA_MAX` criteria, each as long as it may be, a
 * result stays below the 256 KiB that a result may have; a test measures it.
 */
export const EVIDENCE_MAX = 3;
export const QUOTE_POINTS_MAX = 120;
export const RATIONALE_POINTS_MAX = 400;

/** `possible` leaves out what is not applicable; `percentage` null when nothing is possible. */
export interface Score {
  readonly earned: number;
  readonly possible: number;
  readonly percentage: number | null;
  readonly passMark: number;
  readonly passed: boolean | null;
  readonly autoFailed: boolean;
}

export type EvaluationWarning = AnalysisWarning | 'CRITERIA_UNKNOWN';

export interface Evaluation {
  readonly schemaVersion: '1';
  readonly engine: Engine;
  readonly language: string;
  readonly scorecard: { readonly id: string; readonly revision: number; readonly name: string };
  readonly score: Score;
  readonly criteria: readonly JudgedCriterion[];
  readonly warnings: readonly EvaluationWarning[];
}
