/**
 * The event catalogue on the wire: each trigger, the keys that it carries, and the endpoints that
 * tick it.
 */
import type { Static } from 'typebox';
import { ENDPOINT_KINDS } from '../../core/endpoint/endpoint.ts';
import { TriggerName } from './delivery.ts';
import { idOf, oneOf, strictObject, Timestamp, Type } from './shared.ts';

const GROUPS = ['outbound', 'inbound', 'call-log', 'after-call-work'] as const;

export const TriggerRecord = strictObject(
  {
    name: TriggerName,
    group: oneOf(GROUPS),
    fires: Type.String({ description: 'When the trigger fires, in a few words' }),
    dataKeys: Type.Array(Type.String(), { description: 'The keys of `data`, in their order' }),
    errors: oneOf(['always', 'if-reported', 'never'], {
      description: 'Whether the payload can have `errors`',
    }),
    fired: Type.Integer({ minimum: 0, description: 'Number of firings since `countedSince`' }),
    subscribers: Type.Array(
      strictObject({
        id: idOf('ep'),
        name: Type.String(),
        kind: oneOf(ENDPOINT_KINDS, { title: 'EndpointKind' }),
        enabled: Type.Boolean(),
      }),
    ),
  },
  { title: 'TriggerRecord' },
);
export type TriggerRecord = Static<typeof TriggerRecord>;

export const TriggerList = strictObject(
  {
    data: Type.Array(TriggerRecord),
    countedSince: Timestamp,
    unknownStatuses: Type.Array(
      strictObject({
        status: Type.String(),
        calls: Type.Integer({
          minimum: 1,
          description: 'Number of calls that have the status now',
        }),
        lastReportAt: Timestamp,
      }),
      {
        description:
          'Statuses neither public nor our own, in which calls of the last 7 days stand: ' +
          'they fire nothing and end no call. At most 100, of the newest 10,000 calls',
      },
    ),
  },
  { title: 'TriggerList' },
);
export type TriggerList = Static<typeof TriggerList>;
