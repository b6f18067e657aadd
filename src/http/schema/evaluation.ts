/**
 * An evaluation on the wire (S11.17, schema version 1): the answer of a scorecard's trial, and the
 * `result` of an evaluator's run.
 */
import type { Static } from 'typebox';
import {
  CRITERION_RESULTS,
  EVALUATION_WARNINGS,
  type Evaluation,
} from '../../acw/evaluation/evaluation.ts';
import { UNKNOWN_CRITERIA } from '../../acw/evaluation/scorecard.ts';
import { nullable, oneOf, strictObject, Type } from './shared.ts';

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
    possible: Type.Number({
      description:
        'Without criteria that do not apply, and without unknown ones unless they count as failed',
    }),
    unknown: Type.Number({ description: 'Points of the criteria that could not be judged' }),
    percentage: nullable(Type.Number({ description: 'Null: there is no score' })),
    passMark: Type.Number(),
    passed: nullable(
      Type.Boolean({ description: 'Null: no score, or the unknown criteria would decide' }),
    ),
    autoFailed: Type.Boolean({ description: 'True: a criterion with autoFail failed' }),
    unknownCriteria: oneOf(UNKNOWN_CRITERIA, { description: 'The setting of the scorecard' }),
  },
  { title: 'Score' },
);

const Judged = strictObject(
  {
    id: Type.String(),
    question: Type.String(),
    result: oneOf(CRITERION_RESULTS, {
      title: 'CriterionResult',
      description: 'UNKNOWN: the criterion could not be judged; the warnings have CRITERIA_UNKNOWN',
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
    warnings: Type.Array(oneOf(EVALUATION_WARNINGS)),
  },
  { title: 'Evaluation' },
);

/** A copy with mutable lists. */
export function showEvaluation(evaluation: Evaluation): Static<typeof EvaluationReply> {
  return {
    ...evaluation,
    criteria: evaluation.criteria.map((each) => ({ ...each, evidence: [...each.evidence] })),
    warnings: [...evaluation.warnings],
  };
}
