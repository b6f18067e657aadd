/**
 * Figures over time on the wire (S12.18): deliveries made, delivered and failed per step, and how
 * long a delivery took from its creation, as percentiles of the store's buckets.
 */
import type { Static } from 'typebox';
import { ENDPOINT_KINDS } from '../../core/endpoint/endpoint.ts';
import { idOf, nullable, oneOf, strictObject, Timestamp, Type } from './shared.ts';

export const StatsQuery = strictObject({
  from: Type.Optional(Type.String({ description: 'ISO 8601; 24 hours before to when absent' })),
  to: Type.Optional(Type.String({ description: 'ISO 8601; now when absent' })),
  step: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 86_400, description: 'Seconds, a multiple of 60' }),
  ),
  endpointId: Type.Optional(idOf('ep')),
});

const Latency = nullable(
  strictObject(
    { p50: Type.Number(), p95: Type.Number(), p99: Type.Number() },
    { title: 'LatencyMs', description: 'Created to delivered, in ms; null without deliveries' },
  ),
);

const figures = {
  made: Type.Integer(),
  delivered: Type.Integer(),
  firstTry: Type.Integer({
    description: 'Number of these that were delivered at their first attempt',
  }),
  failed: Type.Integer(),
  attempts: Type.Integer(),
  latencyMs: Latency,
} as const;

const open = {
  backlog: Type.Integer({ description: 'Open deliveries now' }),
  failing: Type.Integer({
    description: 'Open deliveries whose last attempt failed; at most 10,000 of an endpoint',
  }),
} as const;

export const StatsReply = strictObject(
  {
    from: Timestamp,
    to: Timestamp,
    stepS: Type.Integer(),
    steps: Type.Array(strictObject({ from: Timestamp, ...figures })),
    total: strictObject(figures),
    ...open,
    oldestOpenAt: nullable(Timestamp),
  },
  { title: 'Stats' },
);
export type StatsReply = Static<typeof StatsReply>;

const times = {
  from: Type.Optional(Type.String({ description: 'ISO 8601; 24 hours before to when absent' })),
  to: Type.Optional(Type.String({ description: 'ISO 8601; now when absent' })),
} as const;

export const EndpointStatsQuery = strictObject(times);

export const EndpointStatsReply = strictObject(
  {
    from: Timestamp,
    to: Timestamp,
    stepS: Type.Integer({ description: 'Step of the lines; at most 48 steps' }),
    endpoints: Type.Array(
      strictObject(
        {
          endpointId: idOf('ep'),
          name: Type.String(),
          kind: oneOf(ENDPOINT_KINDS, { title: 'EndpointKind' }),
          enabled: Type.Boolean(),
          disabledReason: nullable(oneOf(['operator', 'gone', 'failing'])),
          health: oneOf(['healthy', 'failing', 'held'], {
            description: 'The health of the endpoint',
          }),
          attention: Type.Boolean({
            description: 'Set if no retry will help: look at the settings of the endpoint',
          }),
          ...figures,
          ...open,
          oldestOpenAt: nullable(Timestamp),
          lastSuccessAt: nullable(Timestamp),
          line: strictObject(
            {
              made: Type.Array(Type.Integer()),
              delivered: Type.Array(Type.Integer()),
              failed: Type.Array(Type.Integer()),
            },
            { title: 'EndpointLine', description: 'One figure for each step from `from` on' },
          ),
        },
        { title: 'EndpointStats' },
      ),
    ),
  },
  { title: 'EndpointStatsList' },
);
export type EndpointStatsReply = Static<typeof EndpointStatsReply>;

export const CallStatsQuery = strictObject({
  ...times,
  step: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 86_400, description: 'Seconds, a multiple of 60' }),
  ),
});

const CallFigures = {
  calls: Type.Integer(),
  byStatus: Type.Record(Type.String(), Type.Integer(), {
    description: "By the call's present status; NONE: no report carried one",
  }),
} as const;

export const CallStatsReply = strictObject(
  {
    from: Timestamp,
    to: Timestamp,
    stepS: Type.Integer(),
    steps: Type.Array(strictObject({ from: Timestamp, ...CallFigures })),
    total: strictObject(CallFigures),
    complete: Type.Boolean({ description: 'False: calls before completeFrom were not counted' }),
    completeFrom: Timestamp,
  },
  { title: 'CallStats' },
);
