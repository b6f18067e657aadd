/**
 * Deliveries and their attempts on the wire (decisions section 11), and how a stored row is shown
 * as one. Times are ISO 8601; states are the shown ones, with `sending` and `held`.
 */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { ATTEMPT_OUTCOMES } from '../../core/delivery/outcome.ts';
import { CLOSED_STATES, SHOWN_STATES, type ShownState } from '../../core/delivery/state.ts';
import { formatId } from '../../core/id.ts';
import { assembleBody } from '../../core/payload/body.ts';
import { isoTime } from '../../core/time.ts';
import { TRIGGERS } from '../../core/trigger/trigger.ts';
import type { AttemptRecord } from '../../engine/ports/dispatch-store.ts';
import type { DeliveryDetail, DeliverySummary } from '../../engine/ports/query-store.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  pageQuery,
  strictObject,
  Timestamp,
} from './shared.ts';

export const TriggerName = oneOf(TRIGGERS, { title: 'Trigger' });

export const Attempt = strictObject(
  {
    number: Type.Integer({ minimum: 1, description: 'The webhook-attempt header' }),
    startedAt: Timestamp,
    durationMs: Type.Number(),
    outcome: oneOf(ATTEMPT_OUTCOMES),
    status: nullable(Type.Integer({ description: 'HTTP status of the answer' })),
    error: nullable(Type.String({ description: 'From a fixed vocabulary, such as timeout' })),
    excerpt: nullable(Type.String({ description: 'The beginning of the answer, at most 4 KiB' })),
    manual: Type.Boolean({ description: 'Asked for by hand; counts against no schedule' }),
  },
  { title: 'Attempt' },
);

const deliveryProperties = {
  id: idOf('dlv'),
  messageId: idOf('msg', 'The webhook-id header: the same at every endpoint and attempt'),
  endpointId: idOf('ep'),
  callId: Type.String(),
  trigger: TriggerName,
  sequence: Type.Integer({ minimum: 1, description: 'Position in the lane of its call' }),
  state: oneOf(SHOWN_STATES, { title: 'DeliveryState' }),
  createdAt: Timestamp,
  firedAt: Timestamp,
  dueAt: nullable(Timestamp),
  attempts: Type.Integer({ minimum: 0 }),
  failures: Type.Integer({ minimum: 0, description: 'Those that count against the schedule' }),
  manual: Type.Boolean({ description: 'Its next attempt was asked for by hand' }),
  lastAttemptAt: nullable(Timestamp),
  closedAt: nullable(Timestamp),
  lastStatus: nullable(Type.Integer()),
  lastError: nullable(Type.String()),
  behind: nullable(idOf('dlv', 'The delivery of the same lane that it waits behind')),
} as const;

export const Delivery = strictObject(deliveryProperties, { title: 'Delivery' });
export const DeliveryWithAttempts = strictObject(
  { ...deliveryProperties, attemptList: Type.Array(Attempt) },
  { title: 'DeliveryWithAttempts' },
);
export const DeliveryDetails = strictObject(
  {
    ...deliveryProperties,
    body: Type.String({ description: 'The JSON body, byte for byte as it is sent' }),
    attemptList: Type.Array(Attempt),
  },
  { title: 'DeliveryDetails' },
);
export const DeliveryPage = pageOf(Delivery, 'DeliveryPage');

export const DeliveryPath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const DeliveryQuery = strictObject({
  ...pageQuery,
  callId: Type.Optional(Type.String({ maxLength: 512 })),
  endpointId: Type.Optional(idOf('ep')),
  trigger: Type.Optional(TriggerName),
  state: Type.Optional(
    Type.Array(oneOf(SHOWN_STATES, { title: 'DeliveryState' }), {
      maxItems: SHOWN_STATES.length,
      description: 'Repeat it or separate with commas. A page can then hold fewer than limit',
    }),
  ),
  from: Type.Optional(Type.String({ description: 'Created at or after; ISO 8601' })),
  to: Type.Optional(Type.String({ description: 'Created before; ISO 8601' })),
});

export const RetryBody = strictObject(
  {
    filter: strictObject({
      endpointId: Type.Optional(idOf('ep')),
      callId: Type.Optional(Type.String({ maxLength: 512 })),
      trigger: Type.Optional(TriggerName),
      state: Type.Optional(
        Type.Array(oneOf(CLOSED_STATES), {
          minItems: 1,
          maxItems: CLOSED_STATES.length,
          description: 'Without it: rejected, exhausted and blocked',
        }),
      ),
      from: Type.Optional(Type.String({ description: 'Created at or after; ISO 8601' })),
      to: Type.Optional(Type.String({ description: 'Created before; ISO 8601' })),
    }),
  },
  { title: 'RetryRequest' },
);

export const RetryReply = strictObject(
  {
    retried: Type.Integer({ minimum: 0 }),
    more: Type.Boolean({ description: 'True: the bound of one request was reached, ask again' }),
  },
  { title: 'RetryAnswer' },
);

export function showDelivery(row: DeliverySummary, state: ShownState): Static<typeof Delivery> {
  return {
    id: formatId('dlv', row.createdAtMs, row.key),
    messageId: formatId('msg', row.firedAtMs, row.firing),
    endpointId: row.endpointId,
    callId: row.callId,
    trigger: row.trigger,
    sequence: row.sequence,
    state,
    createdAt: isoTime(row.createdAtMs),
    firedAt: isoTime(row.firedAtMs),
    dueAt: nullableTimestampOf(row.dueAtMs),
    attempts: row.attempts,
    failures: row.failures,
    manual: row.manual,
    lastAttemptAt: nullableTimestampOf(row.lastAttemptAtMs),
    closedAt: nullableTimestampOf(row.closedAtMs),
    lastStatus: row.lastStatus,
    lastError: row.lastError,
    behind: row.behind === null ? null : formatId('dlv', row.behind.createdAtMs, row.behind.key),
  };
}

export function showDeliveryDetails(
  row: DeliveryDetail,
  state: ShownState,
): Static<typeof DeliveryDetails> {
  return {
    ...showDelivery(row, state),
    body: assembleBody(row.contentKey, row.text, row.data, row.errors),
    attemptList: row.attemptList.map(showAttempt),
  };
}

export function showAttempt(attempt: AttemptRecord): Static<typeof Attempt> {
  return {
    number: attempt.number,
    startedAt: isoTime(attempt.startedAtMs),
    durationMs: attempt.durationMs,
    outcome: attempt.outcome,
    status: attempt.status,
    error: attempt.error,
    excerpt: attempt.excerpt,
    manual: attempt.manual,
  };
}
