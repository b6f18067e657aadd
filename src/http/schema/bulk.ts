/**
 * Bulk jobs on the wire: one action on many deliveries, done by the service in batches, or all
 * calls of a client deleted. The filter is that of the list of deliveries, so what a page shows is
 * what a job takes.
 */
import type { Static } from 'typebox';
import { RESULT_CLASSES } from '../../core/delivery/result-class.ts';
import { SHOWN_STATES } from '../../core/delivery/state.ts';
import { formatId } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import {
  BULK_ACTIONS,
  BULK_IDS_MAX,
  BULK_REASONS,
  BULK_RESULTS,
  BULK_STATES,
  type BulkItem as StoredItem,
  type BulkJob as StoredJob,
} from '../../engine/ports/bulk-store.ts';
import { ATTEMPTS_MIN_MAX, LISTED_MAX, TriggerName } from './delivery.ts';
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

const Action = oneOf(BULK_ACTIONS, {
  title: 'BulkAction',
  description:
    'retry: one more attempt each. recover: the whole schedule anew. cancel: what is open is ' +
    'given up. replay: the same firings again, as new deliveries. delete-calls: every call of a ' +
    'client, as DELETE /v1/calls/{callId} does it',
});

export const BulkFilter = strictObject(
  {
    endpointId: Type.Optional(Type.Array(idOf('ep'), { minItems: 1, maxItems: LISTED_MAX })),
    callId: Type.Optional(Type.String({ maxLength: 512 })),
    trigger: Type.Optional(Type.Array(TriggerName, { minItems: 1, maxItems: LISTED_MAX })),
    state: Type.Optional(
      Type.Array(oneOf(SHOWN_STATES, { title: 'DeliveryState' }), {
        minItems: 1,
        maxItems: SHOWN_STATES.length,
        description: 'Default: every state that the action is for, except delivered',
      }),
    ),
    class: Type.Optional(
      Type.Array(oneOf(RESULT_CLASSES, { title: 'ResultClass' }), {
        minItems: 1,
        maxItems: RESULT_CLASSES.length,
      }),
    ),
    notEndpointId: Type.Optional(Type.Array(idOf('ep'), { minItems: 1, maxItems: LISTED_MAX })),
    notTrigger: Type.Optional(Type.Array(TriggerName, { minItems: 1, maxItems: LISTED_MAX })),
    notState: Type.Optional(
      Type.Array(oneOf(SHOWN_STATES, { title: 'DeliveryState' }), {
        minItems: 1,
        maxItems: SHOWN_STATES.length,
        description: 'Excludes these states',
      }),
    ),
    attemptsMin: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: ATTEMPTS_MIN_MAX,
        description: 'This many attempts or more',
      }),
    ),
    issue: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The fingerprint of an issue: all its deliveries',
      }),
    ),
    clientId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_024,
        description:
          'Only for delete-calls, which needs it and takes nothing else: the whole id. Of a job ' +
          'that has ended: sha256: and the first 64 bits of its SHA-256',
      }),
    ),
    number: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Of a job that `/v1/erasures` made; a request cannot have it',
      }),
    ),
    from: Type.Optional(Type.String({ description: 'Created at or after; ISO 8601' })),
    to: Type.Optional(Type.String({ description: 'Created before; ISO 8601' })),
  },
  { title: 'BulkFilter' },
);

export const BulkBody = strictObject(
  {
    action: Action,
    filter: Type.Optional(BulkFilter),
    ids: Type.Optional(
      Type.Array(idOf('dlv'), {
        minItems: 1,
        maxItems: BULK_IDS_MAX,
        description: 'Instead of a filter',
      }),
    ),
    reason: Type.Optional(
      nullable(Type.String({ description: 'For the audit trail, at most 1,000 characters' })),
    ),
  },
  { title: 'BulkRequest' },
);

export const PreviewBody = strictObject(
  { action: Action, filter: BulkFilter },
  { title: 'BulkPreviewRequest' },
);

const counted = {
  matched: Type.Integer({
    minimum: 0,
    description: 'Number of deliveries (delete-calls: calls) when the job was created',
  }),
  matchedExact: Type.Boolean({ description: 'False: there are at least this many' }),
} as const;

export const PreviewReply = strictObject(
  {
    ...counted,
    endpoints: Type.Integer({
      minimum: 0,
      description:
        'Endpoints of the counted deliveries; delete-calls: those with open ones of the calls',
    }),
  },
  { title: 'BulkPreview' },
);

export const BulkJob = strictObject(
  {
    id: idOf('blk'),
    action: Action,
    state: oneOf(BULK_STATES, { title: 'BulkState' }),
    ...counted,
    done: Type.Integer({ minimum: 0 }),
    skipped: Type.Integer({
      minimum: 0,
      description: 'Deliveries whose state no longer allows the action',
    }),
    failed: Type.Integer({ minimum: 0 }),
    filter: nullable(BulkFilter),
    ids: nullable(Type.Integer({ description: 'Number of ids in the request' })),
    reason: nullable(Type.String()),
    createdBy: Type.String({ description: 'The API key (key_...) or the person (usr_...)' }),
    createdAt: Timestamp,
    startedAt: nullable(Timestamp),
    endedAt: nullable(Timestamp),
  },
  { title: 'BulkJob' },
);
export const BulkPage = pageOf(BulkJob, 'BulkPage');
export const BulkQuery = strictObject({ ...pageQuery });
export const BulkPath = strictObject({ id: Type.String({ maxLength: 64 }) });

export const BulkItem = strictObject(
  {
    deliveryId: idOf('dlv'),
    result: oneOf(BULK_RESULTS),
    reason: nullable(oneOf(BULK_REASONS, { description: 'Why the item was skipped or failed' })),
    madeId: nullable(idOf('dlv', 'The new delivery, of a replay')),
  },
  { title: 'BulkItem' },
);
export const BulkItemPage = pageOf(BulkItem, 'BulkItemPage');

export function showBulkJob(job: StoredJob): Static<typeof BulkJob> {
  return {
    id: job.id,
    action: job.action,
    state: job.state,
    matched: job.matched,
    matchedExact: job.matchedExact,
    done: job.done,
    skipped: job.skipped,
    failed: job.failed,
    // It was checked against the schema when it came.
    filter: job.asked as Static<typeof BulkFilter> | null,
    ids: job.ids,
    reason: job.reason,
    createdBy: job.createdBy,
    createdAt: isoTime(job.createdAtMs),
    startedAt: nullableTimestampOf(job.startedAtMs),
    endedAt: nullableTimestampOf(job.endedAtMs),
  };
}

export function showBulkItem(item: StoredItem): Static<typeof BulkItem> {
  const { delivery, result, reason, made } = item;
  return {
    deliveryId: formatId('dlv', delivery.createdAtMs, delivery.key),
    result,
    reason,
    madeId: made === null ? null : formatId('dlv', made.createdAtMs, made.key),
  };
}
