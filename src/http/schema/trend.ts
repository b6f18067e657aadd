/**
 * Trends on the wire: the backlog recorded each minute, how runs of agents ended, and the results
 * of evaluations, over the steps of an interval.
 */
import type { Static } from 'typebox';
import { idOf, nullable, strictObject, Timestamp, Type } from './shared.ts';

const asked = {
  from: Type.Optional(Type.String({ description: 'ISO 8601; 24 hours before to when absent' })),
  to: Type.Optional(Type.String({ description: 'ISO 8601; now when absent' })),
  step: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 86_400, description: 'Seconds, a multiple of 60' }),
  ),
} as const;

export const BacklogStatsQuery = strictObject(asked);
export const AgentStatsQuery = strictObject({
  ...asked,
  acwAgentId: Type.Optional(idOf('ep', 'Only of this agent')),
});

const told = { from: Timestamp, to: Timestamp, stepS: Type.Integer() } as const;

const whole = {
  complete: Type.Boolean({ description: 'False: times before completeFrom were not counted' }),
  completeFrom: Timestamp,
} as const;

export const BacklogStatsReply = strictObject(
  {
    ...told,
    steps: Type.Array(
      strictObject({
        from: Timestamp,
        open: nullable(
          Type.Integer({
            description: 'The most open deliveries measured in the step; null: not measured',
          }),
        ),
        oldestAgeMs: nullable(
          Type.Integer({ description: 'The highest age of the oldest open delivery in the step' }),
        ),
      }),
    ),
  },
  { title: 'BacklogStats' },
);
export type BacklogStatsReply = Static<typeof BacklogStatsReply>;

const RunFigures = {
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  durationMs: nullable(
    strictObject(
      { p50: Type.Integer(), p95: Type.Integer() },
      { title: 'RunDurationMs', description: 'Duration of the runs that succeeded' },
    ),
  ),
} as const;

export const RunStatsReply = strictObject(
  {
    ...told,
    steps: Type.Array(strictObject({ from: Timestamp, ...RunFigures })),
    total: strictObject(RunFigures),
    ...whole,
  },
  { title: 'AcwRunStats' },
);
export type RunStatsReply = Static<typeof RunStatsReply>;

const EvaluationFigures = {
  evaluations: Type.Integer(),
  averagePercentage: nullable(
    Type.Number({ description: 'Mean percentage of the calls that passed or failed' }),
  ),
  passed: Type.Integer({ description: 'Calls that reached the pass mark without an auto-fail' }),
  judged: Type.Integer({
    description:
      'Calls that passed or failed; the others have no score, or too many unknown criteria',
  }),
} as const;

export const EvaluationStatsReply = strictObject(
  {
    ...told,
    steps: Type.Array(strictObject({ from: Timestamp, ...EvaluationFigures })),
    total: strictObject(EvaluationFigures),
    criteria: Type.Array(
      strictObject(
        {
          scorecardId: idOf('sc'),
          criterionId: Type.String(),
          question: nullable(
            Type.String({ description: 'Text of the newest revision that has the criterion' }),
          ),
          failed: Type.Integer(),
          passed: Type.Integer(),
          unknown: Type.Integer(),
        },
        { title: 'CriterionStats' },
      ),
      { description: 'Criteria that failed, the most frequent first, at most 20' },
    ),
    ...whole,
  },
  { title: 'EvaluationStats' },
);
export type EvaluationStatsReply = Static<typeof EvaluationStatsReply>;
