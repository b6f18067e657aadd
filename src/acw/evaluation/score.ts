/**
 * The arithmetic of an evaluation (S11.21 to S11.23): the points of each criterion and the score of
 * the call. A criterion that does not apply is left out. An unknown one is left out unless the
 * scorecard says otherwise, and it never decides whether a call passes or fails. Points are whole
 * numbers, so the order of the criteria does not matter.
 */
import type {
  CriterionResult,
  Evaluation,
  EvaluationWarning,
  JudgedCriterion,
  Score,
} from './evaluation.ts';
import type { ScorecardSettings } from './scorecard.ts';

/** An evaluation without its score. */
export type Judged = Omit<Evaluation, 'score' | 'schemaVersion'> & ScoreTerms;

/** The settings of a scorecard that affect the score. */
export type ScoreTerms = Pick<ScorecardSettings, 'passMark' | 'unknownCriteria'>;

/** Adds the score and removes repeated warnings; `CRITERIA_UNKNOWN` follows from the criteria. */
export function totalled(judged: Judged): Evaluation {
  const { warnings } = judged;
  const kept = warnings.filter((warning) => warning !== 'CRITERIA_UNKNOWN');
  const someUnknown = judged.criteria.some(isUnknown);
  const all: readonly EvaluationWarning[] = someUnknown ? [...kept, 'CRITERIA_UNKNOWN'] : kept;
  return {
    schemaVersion: '1',
    engine: judged.engine,
    language: judged.language,
    scorecard: judged.scorecard,
    score: scoreOf(judged.criteria, judged),
    criteria: judged.criteria,
    warnings: [...new Set(all)],
  };
}

/**
 * If an `autoFail` criterion failed, the percentage is 0 and the call did not pass. Else the
 * percentage is null if no points were possible. It is rounded down to two decimals, so a shown 80
 * is never less than 80 and a reader can check `passed` by hand.
 */
export function scoreOf(
  criteria: readonly JudgedCriterion[],
  { passMark, unknownCriteria }: ScoreTerms,
): Score {
  let earned = 0;
  let judged = 0;
  let unknown = 0;
  let autoFailed = false;
  for (const { result, points, maxPoints, autoFail } of criteria) {
    earned += points;
    if (result === 'PASS' || result === 'FAIL') judged += maxPoints;
    if (result === 'UNKNOWN') unknown += maxPoints;
    if (autoFail && result === 'FAIL') autoFailed = true;
  }
  const isFailed = unknownCriteria === 'COUNT_AS_FAILED';
  const possible = isFailed ? judged + unknown : judged;
  const isOpen = unknownCriteria === 'NO_SCORE' && criteria.some(isUnknown);
  const percentage = autoFailed ? 0 : isOpen ? null : percentageOf(earned, possible);
  const best = isFailed ? percentage : percentageOf(earned + unknown, judged + unknown);
  const passed = autoFailed ? false : verdictOf(percentage, best, passMark);
  const reached = { earned, possible, unknown, percentage, passMark, passed, autoFailed };
  return { ...reached, unknownCriteria };
}

function isUnknown({ result }: JudgedCriterion): boolean {
  return result === 'UNKNOWN';
}

function percentageOf(earned: number, possible: number): number | null {
  return possible === 0 ? null : Math.floor((earned * 10_000) / possible) / 100;
}

/** A call fails only if it would fail even with all unknown criteria passed (`best`). */
function verdictOf(
  percentage: number | null,
  best: number | null,
  passMark: number,
): boolean | null {
  if (percentage === null) return null;
  if (percentage >= passMark) return true;
  return best !== null && best >= passMark ? null : false;
}

export function pointsFor(result: CriterionResult, maxPoints: number): number {
  return result === 'PASS' ? maxPoints : 0;
}
