/**
 * Figures over time on the wire (decisions section 11): what was made, delivered and failed per
 * step, and how long a delivery took from its creation, as percentiles of the store's buckets.
 */
import { Type } from '@fastify/type-provider-typebox';
import { idOf, nullable, strictObject, Timestamp } from './shared.ts';

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
  failed: Type.Integer(),
  attempts: Type.Integer(),
  latencyMs: Latency,
} as const;

export const StatsReply = strictObject(
  {
    from: Timestamp,
    to: Timestamp,
    stepS: Type.Integer(),
    steps: Type.Array(strictObject({ from: Timestamp, ...figures })),
    total: strictObject(figures),
    backlog: Type.Integer({ description: 'Open deliveries now' }),
    oldestOpenAt: nullable(Timestamp),
  },
  { title: 'Stats' },
);
