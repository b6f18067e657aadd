/**
 * Reports on the wire (S2). The schema says which keys and types there are; which values they may
 * have is said once, in `core/call/report.ts` and `facts.ts`.
 */
import type { Static } from 'typebox';
import { TAGS_MAX } from '../../core/call/facts.ts';
import { REPORT_ERRORS_MAX } from '../../core/call/report.ts';
import { DIRECTIONS } from '../../core/call/status.ts';
import { IGNORED_REASONS } from '../../core/call/transition.ts';
import { ERROR_CODES } from '../../core/payload/call-error.ts';
import { TRIGGERS } from '../../core/trigger/trigger.ts';
import { nullable, oneOf, strictObject, Type } from './shared.ts';

const ReportError = strictObject(
  {
    code: oneOf(ERROR_CODES, { title: 'ErrorCode' }),
    message: Type.Optional(
      Type.String({ description: 'Kept on the timeline; never part of a payload. At most 4 KiB' }),
    ),
    timestamp: Type.Optional(Type.String({ description: 'ISO 8601 with a zone' })),
  },
  { title: 'ReportError' },
);

/** The facts of a call (S2.24), as fields of a report. */
export const factProperties = {
  from: Type.Optional(
    Type.String({ description: 'Who called: a number or an address, at most 256 characters' }),
  ),
  to: Type.Optional(Type.String({ description: 'Who was called, as above' })),
  answeredAt: Type.Optional(Type.String({ description: 'ISO 8601 with a zone' })),
  endedAt: Type.Optional(Type.String({ description: 'ISO 8601 with a zone' })),
  durationMs: Type.Optional(
    Type.Integer({ description: 'As the platform counts it; at most 30 days' }),
  ),
  sipCode: Type.Optional(Type.Integer({ description: '100 to 699', examples: [486] })),
  hangupCause: Type.Optional(
    Type.String({
      description: 'In the words of the platform, at most 256 characters',
      examples: ['NORMAL_CLEARING'],
    }),
  ),
  recordingUrl: Type.Optional(
    Type.String({ description: 'An https or http URL, at most 2,048 characters' }),
  ),
  agentId: Type.Optional(
    Type.String({ description: 'The agent that spoke, at most 256 characters' }),
  ),
  queue: Type.Optional(Type.String({ description: 'At most 256 characters' })),
  tags: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: TAGS_MAX,
      description: 'At most 20 of 64 characters; they replace those that an earlier report named',
      examples: [['vip']],
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Texts by name, for example of your own systems: at most 50 and 4 KiB; names have at ' +
        'most 64 characters. A later report adds to them and replaces those that it names',
      examples: [{ order: '4712' }],
    }),
  ),
} as const;

export const reportProperties = {
  status: Type.Optional(
    Type.String({
      description: 'A public status, or an internal one: ^[A-Z][A-Z0-9_]{0,63}$',
      examples: ['CALLING', 'COMPLETED', 'QUEUED'],
    }),
  ),
  direction: Type.Optional(
    oneOf(DIRECTIONS, { title: 'Direction', description: 'Required on the first report' }),
  ),
  callSid: Type.Optional(Type.String({ description: 'At most 256 characters; may be empty' })),
  clientId: Type.Optional(Type.String({ description: 'At most 256 characters; may be empty' })),
  errors: Type.Optional(
    Type.Array(ReportError, { maxItems: REPORT_ERRORS_MAX, description: 'At most 100' }),
  ),
  occurredAt: Type.Optional(
    Type.String({
      description: 'ISO 8601 with a zone. Believed from 7 days before to 5 minutes after receipt',
    }),
  ),
  ...factProperties,
  reportId: Type.Optional(
    Type.String({ description: 'De-duplicates within the call for 7 days; 1 to 256 characters' }),
  ),
} as const;

export const ReportBody = strictObject(reportProperties, {
  title: 'Report',
  description: 'At least one of a status, errors and facts of the call',
});
export type ReportBody = Static<typeof ReportBody>;

export const ReportHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'The same as reportId, 1 to 256 characters of ASCII' }),
  ),
});

export const CallIdPath = strictObject({
  callId: Type.String({ description: '1 to 256 characters, percent-encoded' }),
});

export const answerProperties = {
  callId: Type.String(),
  applied: Type.Boolean({ description: 'The report moved the call, or carried errors' }),
  reason: Type.Optional(
    oneOf(IGNORED_REASONS, { description: 'Why the status did not move the call' }),
  ),
  callStatus: nullable(Type.String()),
  known: Type.Optional(
    Type.Literal(false, {
      description: 'The status is not public: it is kept as one of your own and fires nothing',
    }),
  ),
  errorsFired: Type.Optional(
    Type.Literal(false, {
      description:
        'The errors stand on the timeline and fire nothing: the status did not move the call; ' +
        'report them without a status to fire the error trigger',
    }),
  ),
  triggers: Type.Array(oneOf(TRIGGERS, { title: 'Trigger' }), {
    description: 'What the report fired, in order',
  }),
} as const;

export const ReportReply = strictObject(answerProperties, { title: 'ReportAnswer' });
export type ReportReply = Static<typeof ReportReply>;
