/**
 * The `result` of a run of the built-in evaluator (S11.17, schema version 1). Only the shape;
 * `evaluate.ts` makes it and `score.ts` adds it up.
 */
import { ANALYSIS_WARNINGS, type Engine } from '../analysis/analysis.ts';
import type { UnknownCriteria } from './scorecard.ts';

export const CRITERION_RESULTS = ['PASS', 'FAIL', 'NOT_APPLICABLE', 'UNKNOWN'] as const;
export type CriterionResult = (typeof CRITERION_RESULTS)[number];

/** `turn`: the position in the log's `turns`, from 0; `quote`: a part of that turn's text. */
export interface Evidence {
  readonly turn: number;
  readonly quote: string;
  readonly startMs: number;
}

export interface JudgedCriterion {
  readonly id: string;
  readonly question: string;
  readonly result: CriterionResult;
  /** The points earned: `maxPoints` for PASS, else 0. */
  readonly points: number;
  readonly maxPoints: number;
  readonly autoFail: boolean;
  readonly source: 'RULE' | 'LLM';
  readonly rationale: string;
  readonly evidence: readonly Evidence[];
}

/**
 * Bounds of one criterion; lengths are in code points. With `CRITERIA_MAX` criteria of the largest
 * size, a result stays below the 256 KiB that a result may have; a test measures it.
 */
export const EVIDENCE_MAX = 3;
export const QUOTE_POINTS_MAX = 120;
export const RATIONALE_POINTS_MAX = 400;

/**
 * `possible` excludes criteria that do not apply, and unknown ones unless they count as failed.
 * `percentage` null: there is no score. `passed` is also null if the unknown criteria would decide.
 */
export interface Score {
  readonly earned: number;
  readonly possible: number;
  /** The points of the criteria that could not be judged. */
  readonly unknown: number;
  readonly percentage: number | null;
  readonly passMark: number;
  readonly passed: boolean | null;
  readonly autoFailed: boolean;
  /** The scorecard's setting. */
  readonly unknownCriteria: UnknownCriteria;
}

/** VOICEMAIL: no person was reached. NOT_BOTH_HEARD: a party says nothing in the log. */
export const EVALUATION_WARNINGS = [
  ...ANALYSIS_WARNINGS,
  'CRITERIA_UNKNOWN',
  'VOICEMAIL',
  'NOT_BOTH_HEARD',
] as const;
export type EvaluationWarning = (typeof EVALUATION_WARNINGS)[number];

export interface Evaluation {
  readonly schemaVersion: '1';
  readonly engine: Engine;
  readonly language: string;
  readonly scorecard: { readonly id: string; readonly revision: number; readonly name: string };
  readonly score: Score;
  readonly criteria: readonly JudgedCriterion[];
  readonly warnings: readonly EvaluationWarning[];
}
