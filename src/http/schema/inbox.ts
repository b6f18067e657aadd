/**
 * The local inbox on the wire: its items, how they were answered, and the behaviour of its boxes.
 * Credentials among the headers have been masked before.
 */
import type { Static } from 'typebox';
import { isoTime } from '../../core/time.ts';
import {
  INBOX_ACTIONS,
  INBOX_CHANNELS,
  INBOX_STAGES,
  type InboxBehaviour,
  type InboxItem,
  type InboxItemDetail,
} from '../../engine/ports/inbox.ts';
import {
  idOf,
  nullable,
  oneOf,
  pageOf,
  pageQuery,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

const Channel = oneOf(INBOX_CHANNELS);
const BoxName = Type.String({
  description: 'The name in the address of the box; for email the mail address',
  examples: ['default'],
});

const Answer = strictObject(
  {
    outcome: oneOf(['pending', 'answered', 'hung', 'dropped', 'left'], {
      description: 'pending: the answer is still delayed. left: the sender left before the answer',
    }),
    status: nullable(Type.Integer({ description: 'HTTP status, or SMTP code' })),
    body: Type.String(),
    reason: Type.String({ description: 'Why the box gave this answer' }),
  },
  { title: 'InboxAnswer' },
);

const Verification = strictObject(
  {
    verdict: oneOf(['valid', 'invalid', 'unsigned']),
    detail: Type.String(),
    signature: oneOf(['valid', 'invalid', 'absent']),
    timestamp: oneOf(['within', 'outside', 'absent'], { description: '300 s around its arrival' }),
    ageS: nullable(Type.Integer({ description: 'Seconds from webhook-timestamp to its arrival' })),
    digest: oneOf(['matches', 'differs', 'absent']),
    order: oneOf(['in-order', 'repeat', 'late', 'unknown'], {
      description:
        'repeat: the box accepted this id before. late: it accepted a later webhook of the call',
    }),
  },
  { title: 'InboxVerification' },
);

const nullableText = nullable(Type.String());
const nullableCount = nullable(Type.Integer({ minimum: 1 }));

const ITEM = {
  id: idOf('inb'),
  channel: Channel,
  box: BoxName,
  receivedAt: Timestamp,
  trigger: nullableText,
  callId: nullableText,
  attempt: nullableCount,
  sequence: nullableCount,
  endpointId: nullableText,
  deliveryId: nullableText,
  test: Type.Boolean({ description: 'A sample, or a copy of a delivery: no attempt, not counted' }),
  bytes: Type.Integer({ minimum: 0 }),
  answer: Answer,
  verification: nullable(Verification),
} as const;

export const InboxItemRecord = strictObject(ITEM, { title: 'InboxItem' });
export const InboxItemPage = pageOf(InboxItemRecord, 'InboxItemPage');

const Mail = strictObject(
  {
    from: Type.String(),
    to: Type.Array(Type.String()),
    subject: Type.String(),
    messageId: nullableText,
    text: Type.String(),
    html: nullableText,
  },
  { title: 'InboxMail' },
);

export const InboxItemWhole = strictObject(
  {
    ...ITEM,
    headers: Type.Array(strictObject({ name: Type.String(), value: Type.String() }), {
      description: 'In the order in which they came; possible credentials are masked',
    }),
    body: Type.String({ description: 'As it came; for a mail its source' }),
    json: Type.Any({ description: 'The body as JSON; null if it is not JSON' }),
    mail: nullable(Mail),
  },
  { title: 'InboxItemDetail' },
);

export const InboxItemPath = strictObject({ id: Type.String({ maxLength: 64 }) });
export const InboxQuery = strictObject({
  ...pageQuery,
  channel: Type.Optional(Channel),
  box: Type.Optional(Type.String({ maxLength: 254 })),
  callId: Type.Optional(Type.String({ maxLength: 1_024 })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'A part of the call id, the trigger, the box, the delivery or the endpoint',
    }),
  ),
  from: Type.Optional(Type.String({ description: 'Came at or after; ISO 8601' })),
  to: Type.Optional(Type.String({ description: 'Came before; ISO 8601' })),
});

export const InboxCleared = strictObject(
  { removed: Type.Integer({ minimum: 0 }) },
  { title: 'InboxCleared' },
);

export const DELAY_MS_MAX = 60_000;
export const FIRST_MAX = 1_000;

/** Printable ASCII, because it becomes a header. */
const HEADER_VALUE = '^[ -~]*$';

const BEHAVIOUR = {
  action: oneOf(INBOX_ACTIONS, {
    description: 'hang: never answers. drop: closes the connection. Default: answer',
  }),
  status: nullable(
    Type.Integer({
      minimum: 200,
      maximum: 599,
      examples: [503],
      description: 'HTTP status, or SMTP code from 400 on; null: the answer of the real product',
    }),
  ),
  body: nullable(Type.String({ maxLength: 4_096 })),
  retryAfter: nullable(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: HEADER_VALUE,
      examples: ['60'],
      description: 'The header Retry-After: seconds, or a date',
    }),
  ),
  delayMs: Type.Integer({ minimum: 0, maximum: DELAY_MS_MAX }),
  at: oneOf(INBOX_STAGES, {
    description:
      'For mail: rcpt, when its recipient is named, or data, when it has come. Default: data',
  }),
  first: nullable(
    Type.Integer({
      minimum: 1,
      maximum: FIRST_MAX,
      examples: [2],
      description: 'Only this many requests from now on; null: all',
    }),
  ),
  callId: nullable(
    Type.String({
      minLength: 1,
      maxLength: 1_024,
      description: 'Only requests about this call; null: all',
    }),
  ),
} as const;

export const InboxBehaviourRecord = strictObject(BEHAVIOUR, { title: 'InboxBehaviour' });

export const InboxBehaviourBody = strictObject(
  {
    action: Type.Optional(BEHAVIOUR.action),
    status: Type.Optional(BEHAVIOUR.status),
    body: Type.Optional(BEHAVIOUR.body),
    retryAfter: Type.Optional(BEHAVIOUR.retryAfter),
    delayMs: Type.Optional(BEHAVIOUR.delayMs),
    at: Type.Optional(BEHAVIOUR.at),
    first: Type.Optional(BEHAVIOUR.first),
    callId: Type.Optional(BEHAVIOUR.callId),
  },
  { title: 'InboxBehaviourInput' },
);

export const InboxBoxPath = strictObject({
  channel: Channel,
  name: Type.String({ maxLength: 254 }),
});

export const InboxBoxRecord = strictObject(
  {
    channel: Channel,
    name: BoxName,
    target: Type.String({ description: 'The address to use as target of an endpoint' }),
    received: Type.Integer({
      minimum: 0,
      description: 'Number of requests since the start of the service',
    }),
    behaviour: nullable(InboxBehaviourRecord),
  },
  { title: 'InboxBox' },
);
export type InboxBoxRecord = Static<typeof InboxBoxRecord>;
export const InboxBoxPage = pageOf(InboxBoxRecord, 'InboxBoxPage');

export function behaviourOf(body: Static<typeof InboxBehaviourBody>): InboxBehaviour {
  return {
    action: body.action ?? 'answer',
    status: body.status ?? null,
    body: body.body ?? null,
    retryAfter: body.retryAfter ?? null,
    delayMs: body.delayMs ?? 0,
    at: body.at ?? 'data',
    first: body.first ?? null,
    callId: body.callId ?? null,
  };
}

export function showInboxItem(item: InboxItem): Static<typeof InboxItemRecord> {
  const { id, channel, name, receivedAtMs, trigger, callId, attempt, sequence } = item;
  const { endpointId, deliveryId, test, bytes, answer, verification } = item;
  return {
    id,
    channel,
    box: name,
    receivedAt: isoTime(receivedAtMs),
    trigger,
    callId,
    attempt,
    sequence,
    endpointId,
    deliveryId,
    test,
    bytes,
    answer,
    verification,
  };
}

export function showWholeInboxItem(item: InboxItemDetail): Static<typeof InboxItemWhole> {
  const { headers, body, json, mail } = item;
  return {
    ...showInboxItem(item),
    headers: [...headers],
    body,
    json,
    mail: mail === null ? null : { ...mail, to: [...mail.to] },
  };
}
