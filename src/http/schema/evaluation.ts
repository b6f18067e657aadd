/**
 * What an evaluation looks like on the wire (decisions section 8, schema version 1): the answer of
 * a scorecard's trial, and the `result` of an evaluator's run.
 */
import type { Static } from 'typebox';
import { ANALYSIS_WARNINGS } from '../../core/acw/analysis.ts';
import { CRITERION_RESULTS, type Evaluation } from '../../core/acw/evaluation.ts';
import { nullable, oneOf, strictObject } from './shared.ts';
import { Type } from './type.ts';

const Engine = strictObject(
  {
    name: Type.String(),
    version: Type.String(),
    mode: oneOf(['METRICS', 'LLM'], { description: 'METRICS: by rules alone' }),
    model: Type.Optional(Type.String()),
  },
  { title: 'AcwEngine' },
);

const Score = strictObject(
  {
    earned: Type.Number(),
    possible: Type.Number({ description: 'Without what is not applicable' }),
    percentage: nullable(Type.Number({ description: 'Null when nothing is possible' })),
    passMark: Type.Number(),
    passed: nullable(Type.Boolean()),
    autoFailed: Type.Boolean({ description: 'A criterion with autoFail failed' }),
  },
  { title: 'Score' },
);

const Judged = strictObject(
  {
    id: Type.String(),
    question: Type.String(),
    result: oneOf(CRITERION_RESULTS, {
      title: 'CriterionResult',
      description: 'UNKNOWN earns nothing and is in the warnings',
    }),
    points: Type.Number(),
    maxPoints: Type.Number(),
    autoFail: Type.Boolean(),
    source: oneOf(['RULE', 'LLM']),
    rationale: Type.String(),
    evidence: Type.Array(
      strictObject(
        {
          turn: Type.Integer({ minimum: 0, description: 'Place in the turns of the log, from 0' }),
          quote: Type.String({ description: 'A part of the text of that turn' }),
          startMs: Type.Number(),
        },
        { title: 'Evidence' },
      ),
    ),
  },
  { title: 'JudgedCriterion' },
);

export const EvaluationReply = strictObject(
  {
    schemaVersion: Type.Literal('1'),
    engine: Engine,
    language: Type.String({ description: 'BCP 47; und when unknown' }),
    scorecard: strictObject({ id: Type.String(), revision: Type.Integer(), name: Type.String() }),
    score: Score,
    criteria: Type.Array(Judged),
    warnings: Type.Array(oneOf([...ANALYSIS_WARNINGS, 'CRITERIA_UNKNOWN'])),
  },
  { title: 'Evaluation' },
);

/** A copy whose lists may be written. */
export function showEvaluation(evaluation: Evaluation): Static<typeof EvaluationReply> {
  return {
    ...evaluation,
    criteria: evaluation.criteria.map((each) => ({ ...each, evidence: [...each.evidence] })),
    warnings: [...evaluation.warnings],
  };
}
