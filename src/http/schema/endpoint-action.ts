/**
 * Actions on an endpoint on the wire (S6.22 to S6.32, S12.12): enable, recover, test and preview.
 * `endpoint.ts` has the endpoint itself.
 */
import type { Static } from 'typebox';
import { ATTEMPT_OUTCOMES } from '../../core/delivery/outcome.ts';
import { PROBED_KINDS } from '../../core/endpoint/endpoint.ts';
import { TARGET_LENGTH_MAX } from '../../core/endpoint/target-rules.ts';
import { SAMPLES } from '../../core/payload/sample.ts';
import { TRIGGERS } from '../../core/trigger/trigger.ts';
import { PROBE_OUTCOMES } from '../../engine/endpoint/endpoint-probe.ts';
import { OVERLAP_HOURS } from '../../engine/endpoint/endpoint-secret.ts';
import { HELD_CHOICES } from '../../engine/endpoint/endpoint-switch.ts';
import { waitedFor } from './delivery.ts';
import { Diagnosis } from './diagnosis.ts';
import { ContentKey, EndpointRecord, Format, Kind, TriggerName, Version } from './endpoint.ts';
import { idOf, nullable, oneOf, strictObject, Timestamp, Type } from './shared.ts';

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
export type EnableReply = Static<typeof EnableReply>;

/** Null stands for a missing body. */
export const RotateBody = nullable(
  strictObject(
    {
      overlapHours: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: OVERLAP_HOURS.max,
          description:
            'How long the secrets before sign beside the new one; default 24. 0 ends them at once',
        }),
      ),
      secret: Type.Optional(
        Type.String({
          description: 'whsec_ and base64 of 24 to 64 random bytes. Left out: one is made',
        }),
      ),
    },
    { title: 'RotateSecretRequest' },
  ),
);

export const RecoverBody = strictObject(
  { since: Type.String({ description: 'Made at or after; ISO 8601 with a zone' }) },
  { title: 'RecoverRequest' },
);
export const RecoverReply = strictObject(
  { reopened: Type.Integer({ minimum: 0, description: 'So far' }), ...waitedFor },
  { title: 'RecoverAnswer' },
);
export type RecoverReply = Static<typeof RecoverReply>;

const ShownRequest = strictObject(
  {
    headers: Type.Record(Type.String(), Type.String(), { description: 'Without credentials' }),
    body: Type.String(),
  },
  { title: 'ShownRequest' },
);

const sampleChoice = {
  sample: Type.Optional(
    oneOf(SAMPLES, {
      title: 'Sample',
      description:
        'What the made-up values try out: plain (default), errors: two errors where the trigger ' +
        'may carry them, long: ids of full length, unicode: other scripts, empty: ids left out',
    }),
  ),
  at: Type.Optional(
    Type.String({
      description:
        'When the sample was fired, ISO 8601 with a zone; now when absent. The same moment in a ' +
        'preview and in a test gives the same bytes',
    }),
  ),
} as const;

/** Null stands for a missing body. */
export const TestBody = nullable(
  strictObject(
    {
      trigger: Type.Optional(
        oneOf(TRIGGERS, { title: 'Trigger', description: "Default: the endpoint's first trigger" }),
      ),
      ...sampleChoice,
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
    excerpt: nullable(
      Type.String({
        description:
          'The beginning of the answer; of a built-in agent, what it makes of a sample call log',
      }),
    ),
    diagnosis: nullable(Diagnosis),
    request: ShownRequest,
  },
  { title: 'TestAnswer' },
);
export type TestReply = Static<typeof TestReply>;

export const PreviewBody = strictObject(
  {
    kind: Kind,
    trigger: TriggerName,
    contentKey: Type.Optional(ContentKey),
    payloadVersion: Type.Optional(Version),
    signatureFormat: Type.Optional(Format),
    ...sampleChoice,
    test: Type.Optional(
      Type.Boolean({
        description:
          'True: what a test would send. It differs for a mail, whose test has no text of the ' +
          'project; a delivery has the name of its service',
      }),
    ),
  },
  { title: 'PreviewRequest' },
);
export type PreviewBody = Static<typeof PreviewBody>;
export const CallPreviewBody = strictObject(
  {
    kind: Kind,
    trigger: TriggerName,
    contentKey: Type.Optional(ContentKey),
    payloadVersion: Type.Optional(Version),
    signatureFormat: Type.Optional(Format),
  },
  { title: 'CallPreviewRequest' },
);
export type CallPreviewBody = Static<typeof CallPreviewBody>;
export const PreviewReply = ShownRequest;
export type PreviewReply = Static<typeof PreviewReply>;

export const ProbeBody = strictObject(
  {
    kind: oneOf(PROBED_KINDS, { description: 'A kind whose target is a URL' }),
    target: Type.String({ minLength: 1, maxLength: TARGET_LENGTH_MAX }),
  },
  { title: 'ProbeRequest' },
);
export type ProbeBody = Static<typeof ProbeBody>;
export const ProbeReply = strictObject(
  {
    outcome: oneOf(PROBE_OUTCOMES, {
      description:
        'reachable; expires-soon: reachable, with a certificate that ends within 14 days; ' +
        'blocked: the network policy of this service refuses where it leads; untrusted: by no ' +
        'authority that this service trusts; the rest by their names',
    }),
    durationMs: Type.Integer({ minimum: 0 }),
    tlsProtocol: nullable(Type.String({ description: 'Such as TLSv1.3; null: no TLS connection' })),
    certificateValidUntil: nullable(Timestamp),
  },
  { title: 'ProbeAnswer' },
);
export type ProbeReply = Static<typeof ProbeReply>;

export const CheckReply = strictObject(
  {
    errors: Type.Array(
      strictObject(
        { field: Type.String({ description: 'JSON pointer' }), message: Type.String() },
        { title: 'FieldError' },
      ),
      { description: 'Every broken rule; empty: it would be accepted' },
    ),
    warnings: Type.Array(Type.String(), {
      description: 'Hints about the settings of such an endpoint',
    }),
  },
  { title: 'EndpointCheck' },
);
export type CheckReply = Static<typeof CheckReply>;
