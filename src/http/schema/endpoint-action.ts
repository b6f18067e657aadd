/**
 * What is done with an endpoint, on the wire (decisions sections 5 and 11): enable, recover, test
 * and preview. The endpoint itself is in `endpoint.ts`.
 */
import { Type } from '@fastify/type-provider-typebox';
import { ATTEMPT_OUTCOMES } from '../../core/delivery/outcome.ts';
import { TRIGGERS } from '../../core/trigger/trigger.ts';
import { HELD_CHOICES } from '../../engine/manage/endpoint-switch.ts';
import { ContentKey, EndpointRecord, Format, Kind, TriggerName } from './endpoint.ts';
import { idOf, nullable, oneOf, strictObject } from './shared.ts';

export const EnableBody = strictObject(
  {
    held: oneOf(HELD_CHOICES, {
      description:
        'Deliveries held meanwhile: send all, send only the newest of each call, or drop all',
    }),
  },
  { title: 'EnableRequest' },
);
export const EnableReply = strictObject(
  {
    endpoint: EndpointRecord,
    cancelled: Type.Integer({ minimum: 0, description: 'Held deliveries that were dropped' }),
  },
  { title: 'EnableAnswer' },
);

export const RecoverBody = strictObject(
  { since: Type.String({ description: 'Made at or after; ISO 8601 with a zone' }) },
  { title: 'RecoverRequest' },
);
export const RecoverReply = strictObject(
  { reopened: Type.Integer({ minimum: 0 }) },
  { title: 'RecoverAnswer' },
);

const ShownRequest = strictObject(
  {
    headers: Type.Record(Type.String(), Type.String(), { description: 'Without credentials' }),
    body: Type.String(),
  },
  { title: 'ShownRequest' },
);

/** Null stands for no body at all. */
export const TestBody = nullable(
  strictObject(
    {
      trigger: Type.Optional(
        oneOf(TRIGGERS, { title: 'Trigger', description: "Default: the endpoint's first trigger" }),
      ),
    },
    { title: 'TestRequest' },
  ),
);
export const TestReply = strictObject(
  {
    webhookId: idOf('msg'),
    outcome: oneOf(ATTEMPT_OUTCOMES),
    status: nullable(Type.Integer({ description: 'HTTP status of the answer' })),
    error: nullable(Type.String({ description: 'Why there was no answer, such as timeout' })),
    detail: nullable(Type.String()),
    durationMs: Type.Number(),
    excerpt: nullable(Type.String({ description: 'The beginning of the answer' })),
    request: ShownRequest,
  },
  { title: 'TestAnswer' },
);

export const PreviewBody = strictObject(
  {
    kind: Kind,
    trigger: TriggerName,
    contentKey: Type.Optional(ContentKey),
    signatureFormat: Type.Optional(Format),
  },
  { title: 'PreviewRequest' },
);
export const PreviewReply = ShownRequest;
