/**
 * The arithmetic of an evaluation (decisions section 8): what each criterion is worth and what
 * the call scores. What was not known earns nothing and is said; what does not apply is left out.
 * Points are whole numbers, so nothing here depends on the order of the criteria.
 */
import type {
  CriterionResult,
  Evaluation,
  EvaluationWarning,
  JudgedCriterion,
  Score,
} from './evaluation.ts';

/** An evaluation before its criteria are added up. */
export type Judged = Omit<Evaluation, 'score' | 'schemaVersion'> & {
  readonly passMark: number;
};

/** Adds up and keeps each warning once; `CRITERIA_UNKNOWN` is set by the criteria alone. */
export function totalled({ passMark, warnings, ...judged }: Judged): Evaluation {
  const kept = warnings.filter((warning) => warning !== 'CRITERIA_UNKNOWN');
  const isUnknown = judged.criteria.some(({ result }) => result === 'UNKNOWN');
  const all: readonly EvaluationWarning[] = isUnknown ? [...kept, 'CRITERIA_UNKNOWN'] : kept;
  return {
    schemaVersion: '1',
    engine: judged.engine,
    language: judged.language,
    scorecard: judged.scorecard,
    score: scoreOf(judged.criteria, passMark),
    criteria: judged.criteria,
    warnings: [...new Set(all)],
  };
}

/**
 * One failed `autoFail` criterion decides: percentage 0, not passed. Else the percentage is null
 * when nothing was possible. It is rounded down to two decimals: what is shown as 80 is never less
 * than 80, so `passed` can be checked by hand.
 */
export function scoreOf(criteria: readonly JudgedCriterion[], passMark: number): Score {
  let earned = 0;
  let possible = 0;
  let autoFailed = false;
  for (const { result, points, maxPoints, autoFail } of criteria) {
    earned += points;
    if (result !== 'NOT_APPLICABLE') possible += maxPoints;
    if (autoFail && result === 'FAIL') autoFailed = true;
  }
  const reached = possible === 0 ? null : Math.floor((earned * 10_000) / possible) / 100;
  const percentage = autoFailed ? 0 : reached;
  const passed = percentage === null ? null : !autoFailed && percentage >= passMark;
  return { earned, possible, percentage, passMark, passed, autoFailed };
}

export function pointsFor(result: CriterionResult, maxPoints: number): number {
  return result === 'PASS' ? maxPoints : 0;
}
