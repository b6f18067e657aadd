/**
 * Trends on the wire: the backlog as it was seen minute by minute, how runs of agents ended, and
 * what evaluations gave, over the steps of a time.
 */
import type { Static } from 'typebox';
import { idOf, nullable, strictObject, Timestamp } from './shared.ts';
import { Type } from './type.ts';

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
  complete: Type.Boolean({ description: 'False: what was before completeFrom was not counted' }),
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
            description: 'Open deliveries, the most that was seen in the step; null: none looked',
          }),
        ),
        oldestAgeMs: nullable(
          Type.Integer({ description: 'Of the oldest open delivery, the most that was seen' }),
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
      { title: 'RunDurationMs', description: 'From start to end, of runs that succeeded' },
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
  averagePercentage: nullable(Type.Number({ description: 'Of those that passed or did not' })),
  passed: Type.Integer({ description: 'Reached the pass mark, without an auto-fail' }),
  judged: Type.Integer({
    description: 'Passed or not; the others have no score, or too much of them is unknown',
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
          question: nullable(Type.String({ description: 'By the newest revision that has it' })),
          failed: Type.Integer(),
          passed: Type.Integer(),
          unknown: Type.Integer(),
        },
        { title: 'CriterionStats' },
      ),
      { description: 'Those that failed, the most failed first, at most 20' },
    ),
    ...whole,
  },
  { title: 'EvaluationStats' },
);
export type EvaluationStatsReply = Static<typeof EvaluationStatsReply>;
