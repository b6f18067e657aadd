/**
 * Messages of pull endpoints on the wire (S6.34 to S6.39): fetched, acknowledged, failed, given
 * back.
 */
import type { Static } from 'typebox';
import { isoTime } from '../../core/time.ts';
import {
  LEASE_MS,
  MESSAGES_MAX,
  type PulledMessage,
  WAIT_MS_MAX,
} from '../../engine/pull/pull-service.ts';
import { TriggerName } from './endpoint.ts';
import { idOf, strictObject, Timestamp, Type } from './shared.ts';

export const WAIT_S_MAX = WAIT_MS_MAX / 1_000;
const LEASE_S_MAX = LEASE_MS.max / 1_000;
/** As many as one answer can have leased. */
const LEASES_MAX = MESSAGES_MAX.max;

export const MessageQuery = strictObject({
  max: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MESSAGES_MAX.max,
      description: `The most messages of the answer; default ${MESSAGES_MAX.default}`,
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_S_MAX,
      description: 'Seconds to wait for the first message; default 0',
    }),
  ),
  lease: Type.Optional(
    Type.Integer({
      minimum: LEASE_MS.min / 1_000,
      maximum: LEASE_S_MAX,
      description: 'Seconds in which the messages must be settled; default: the timeout',
    }),
  ),
});

const Message = strictObject(
  {
    lease: Type.String({ description: 'Settles this message, once' }),
    leaseUntil: Timestamp,
    deliveryId: idOf('dlv'),
    messageId: idOf('msg'),
    callId: Type.String(),
    trigger: TriggerName,
    sequence: Type.Integer({ description: 'The place in its lane, from 1' }),
    attempt: Type.Integer({ description: 'From 1, over the whole life of the delivery' }),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Those of a webhook, in lower case, with its signature',
    }),
    body: Type.String({ description: 'The raw body; verify it with the headers, then parse it' }),
  },
  { title: 'Message' },
);

export const MessageReply = strictObject({ messages: Type.Array(Message) }, { title: 'Messages' });
export type MessageReply = Static<typeof MessageReply>;

const Leases = Type.Array(Type.String({ maxLength: 64 }), {
  minItems: 1,
  maxItems: LEASES_MAX,
  description: 'The lease of each message',
});

export const LeasesBody = strictObject({ leases: Leases }, { title: 'LeasesRequest' });

export const FailBody = strictObject(
  {
    leases: Leases,
    reason: Type.Optional(
      Type.String({ description: 'Kept with the attempt, for people; at most 1,000 characters' }),
    ),
    retryAfter: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400,
        description: 'Seconds until the next attempt, if longer than the wait of the schedule',
      }),
    ),
    retry: Type.Optional(
      Type.Boolean({ description: 'false: no retry can help, give it up; default true' }),
    ),
  },
  { title: 'FailRequest' },
);

export const SettledReply = strictObject(
  {
    settled: Type.Integer({ minimum: 0 }),
    lost: Type.Array(Type.String(), {
      description: 'Leases that were over: another consumer may get or have those messages',
    }),
  },
  { title: 'LeasesSettled' },
);
export type SettledReply = Static<typeof SettledReply>;

export function showMessage({
  leaseUntilMs,
  webhookId,
  lease,
  ...rest
}: PulledMessage): MessageReply['messages'][number] {
  return { lease, leaseUntil: isoTime(leaseUntilMs), messageId: webhookId, ...rest };
}
