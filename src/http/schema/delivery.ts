/**
 * Deliveries and their attempts on the wire (S12.14), and how a stored row is shown as one. Times
 * are ISO 8601; states are the shown ones, with `sending` and `held`.
 */

import type { Static } from 'typebox';
import { ATTEMPT_OUTCOMES } from '../../core/delivery/outcome.ts';
import { RESULT_CLASSES } from '../../core/delivery/result-class.ts';
import {
  CLOSED_STATES,
  FAILED_STATES,
  SHOWN_STATES,
  type ShownState,
  type StoredState,
} from '../../core/delivery/state.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { formatId } from '../../core/id.ts';
import { bodyFor } from '../../core/payload/render.ts';
import { isoTime } from '../../core/time.ts';
import { TRIGGERS } from '../../core/trigger/trigger.ts';
import { diagnosisOf } from '../../engine/delivery/diagnosis.ts';
import type { AttemptRecord } from '../../engine/ports/dispatch-store.ts';
import type {
  DeliveryDetail,
  DeliveryLink,
  DeliverySummary,
} from '../../engine/ports/query-store.ts';
import { Diagnosis } from './diagnosis.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  pageQuery,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

/** Values of one filter. */
export const LISTED_MAX = 50;
export const ATTEMPTS_MIN_MAX = 10_000;
const REPLAY_ENDPOINTS_MAX = 200;

const Reason = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'Why, for the audit trail',
});

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
    manual: Type.Boolean({
      description: 'True: an operator asked for it; it does not count against the schedule',
    }),
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
  failures: Type.Integer({
    minimum: 0,
    description: 'Number of attempts that count against the schedule',
  }),
  manual: Type.Boolean({ description: 'True: an operator asked for its next attempt' }),
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
    diagnosis: nullable(Diagnosis),
    replayOf: nullable(idOf('dlv', 'The delivery that this one repeats')),
    replays: Type.Array(idOf('dlv'), {
      description: 'The newest deliveries that repeat this one',
    }),
  },
  { title: 'DeliveryDetails' },
);
export const DeliveryPage = pageOf(Delivery, 'DeliveryPage');

export const DeliveryPath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const DeliveryQuery = strictObject({
  ...pageQuery,
  callId: Type.Optional(Type.String({ maxLength: 512 })),
  endpointId: Type.Optional(
    Type.Array(idOf('ep'), { maxItems: LISTED_MAX, description: 'Repeat it or use commas' }),
  ),
  trigger: Type.Optional(
    Type.Array(TriggerName, { maxItems: LISTED_MAX, description: 'Repeat it or use commas' }),
  ),
  class: Type.Optional(
    Type.Array(oneOf(RESULT_CLASSES, { title: 'ResultClass' }), {
      maxItems: RESULT_CLASSES.length,
      description: 'The result of the last attempt. Repeat it or separate with commas',
    }),
  ),
  state: Type.Optional(
    Type.Array(oneOf(SHOWN_STATES, { title: 'DeliveryState' }), {
      maxItems: SHOWN_STATES.length,
      description: 'Repeat it or separate with commas. A page can then hold fewer than limit',
    }),
  ),
  notState: Type.Optional(
    Type.Array(oneOf(SHOWN_STATES, { title: 'DeliveryState' }), {
      maxItems: SHOWN_STATES.length,
      description: 'Excludes these states',
    }),
  ),
  notEndpointId: Type.Optional(
    Type.Array(idOf('ep'), { maxItems: LISTED_MAX, description: 'Excludes these endpoints' }),
  ),
  notTrigger: Type.Optional(
    Type.Array(TriggerName, { maxItems: LISTED_MAX, description: 'Excludes these triggers' }),
  ),
  attemptsMin: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ATTEMPTS_MIN_MAX,
      description:
        'The least number of attempts. Only with callId, or if state or notState leaves ' +
        'delivered ones out',
    }),
  ),
  from: Type.Optional(Type.String({ description: 'Created at or after; ISO 8601' })),
  to: Type.Optional(Type.String({ description: 'Created before; ISO 8601' })),
});

/** Null stands for a missing body. */
export const CancelBody = nullable(
  strictObject({ reason: Type.Optional(Reason) }, { title: 'CancelRequest' }),
);

export const LanePath = strictObject({
  id: Type.String({ maxLength: 64 }),
  callId: Type.String({ maxLength: 512 }),
});

export const SkipBody = strictObject({ reason: Reason }, { title: 'SkipRequest' });
export const SkipReply = strictObject(
  {
    skipped: Delivery,
    head: nullable(Type.Union([Delivery], { description: 'The present head of the lane' })),
  },
  { title: 'SkipAnswer' },
);

/** Null stands for a missing body. */
export const ReplayCallBody = nullable(
  strictObject(
    {
      triggers: Type.Optional(
        Type.Array(TriggerName, {
          minItems: 1,
          maxItems: LISTED_MAX,
          description: 'Default: every trigger that fired for the call',
        }),
      ),
      endpointIds: Type.Optional(
        Type.Array(idOf('ep'), {
          minItems: 1,
          maxItems: REPLAY_ENDPOINTS_MAX,
          description: 'Default: the endpoints that subscribe to the trigger now',
        }),
      ),
    },
    { title: 'ReplayRequest' },
  ),
);
export const ReplayCallReply = strictObject(
  {
    made: Type.Array(
      strictObject(
        { id: idOf('dlv'), endpointId: idOf('ep'), trigger: TriggerName, sequence: Type.Integer() },
        { title: 'ReplayedDelivery' },
      ),
    ),
  },
  { title: 'ReplayAnswer' },
);

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
          description: 'Default: rejected, exhausted and blocked',
        }),
      ),
      from: Type.Optional(Type.String({ description: 'Created at or after; ISO 8601' })),
      to: Type.Optional(Type.String({ description: 'Created before; ISO 8601' })),
    }),
  },
  { title: 'RetryRequest' },
);

/** For a bulk job for which the request waited. */
export const waitedFor = {
  more: Type.Boolean({
    description:
      'True: the job has not ended, since a request waits for 10,000 deliveries at most; it goes ' +
      'on by itself, as GET /v1/bulk/{jobId} shows',
  }),
  jobId: idOf('blk', 'The bulk job that does it'),
} as const;

export const RetryReply = strictObject(
  {
    retried: Type.Integer({ minimum: 0, description: 'So far' }),
    ...waitedFor,
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

/** States in which a delivery was given up, or has failed and will be retried. */
const HAS_FAILED: ReadonlySet<StoredState> = new Set([...FAILED_STATES, 'retrying']);

export function showDeliveryDetails(
  row: DeliveryDetail,
  state: ShownState,
  endpoint: Pick<Endpoint, 'kind' | 'projectId'>,
): Static<typeof DeliveryDetails> {
  return {
    ...showDelivery(row, state),
    body: bodyFor(endpoint, row.bodyForm, row),
    attemptList: row.attemptList.map(showAttempt),
    diagnosis: HAS_FAILED.has(row.state) ? diagnosisOf(row, row.endpointKind) : null,
    replayOf: row.replayOf === null ? null : deliveryId(row.replayOf),
    replays: row.replays.map(deliveryId),
  };
}

function deliveryId({ createdAtMs, key }: DeliveryLink): string {
  return formatId('dlv', createdAtMs, key);
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
