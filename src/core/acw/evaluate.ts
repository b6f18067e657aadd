/**
 * Judges a call by the rules of a scorecard (decisions section 8): the built-in evaluator without
 * a model. The criteria that no rule judges stay UNKNOWN, for a model to fill (`verdict.ts`) or
 * for people. Must never guess: each result has its reason, each quote its turn.
 */
import type { Analysis, AnalysisWarning } from './analysis.ts';
import type { CallLog } from './call-log.ts';
import type { Evaluation, JudgedCriterion } from './evaluation.ts';
import { type ReadCall, readCall } from './read-call.ts';
import { judgeRule } from './rule.ts';
import { pointsFor, totalled } from './score.ts';
import type { Criterion, Scorecard } from './scorecard.ts';

export interface EvaluationTask {
  readonly log: CallLog;
  /** Of the same log. */
  readonly analysis: Analysis;
  readonly scorecard: Pick<Scorecard, 'id' | 'revision' | 'name' | 'passMark' | 'criteria'>;
  /** Of this program. */
  readonly version: string;
}

export function evaluateByRules({ log, analysis, scorecard, version }: EvaluationTask): Evaluation {
  const call = readCall(log, analysis);
  return totalled({
    engine: { name: EVALUATOR, version, mode: 'METRICS' },
    language: analysis.language,
    scorecard: { id: scorecard.id, revision: scorecard.revision, name: scorecard.name },
    passMark: scorecard.passMark,
    criteria: scorecard.criteria.map((criterion) => judge(criterion, call)),
    warnings: analysis.warnings.filter((warning) => OF_THE_LOG.has(warning)),
  });
}

export const EVALUATOR = 'ringpost-evaluator';

/** Those that say what the log is like; the others say what the analysis left out. */
const OF_THE_LOG: ReadonlySet<AnalysisWarning> = new Set([
  'TOO_SHORT',
  'CLOCK_SKEW_SUSPECTED',
  'END_TIMES_MISSING',
  'DIRECTION_MISMATCH',
  'LANGUAGE_UNKNOWN',
  'LANGUAGE_MISMATCH',
]);

const NO_RULE = 'No rule judges this criterion: a model is needed.';

function judge(criterion: Criterion, call: ReadCall): JudgedCriterion {
  const { id, question, points: maxPoints, autoFail } = criterion;
  const { result, source, rationale, evidence } = resultOf(criterion, call);
  const points = pointsFor(result, maxPoints);
  return { id, question, result, points, maxPoints, autoFail, source, rationale, evidence };
}

function resultOf(
  { rule, appliesWhen }: Criterion,
  call: ReadCall,
): Pick<JudgedCriterion, 'result' | 'source' | 'rationale' | 'evidence'> {
  const applies = appliesWhen === null ? null : judgeRule(appliesWhen, call);
  if (applies !== null && applies.result !== 'PASS') {
    const rationale = `Does not apply. ${applies.rationale}`;
    return { result: 'NOT_APPLICABLE', source: 'RULE', rationale, evidence: [] };
  }
  if (rule === null) return { result: 'UNKNOWN', source: 'LLM', rationale: NO_RULE, evidence: [] };
  const { result, rationale, evidence, needsModel } = judgeRule(rule, call);
  return { result, source: needsModel ? 'LLM' : 'RULE', rationale, evidence };
}
