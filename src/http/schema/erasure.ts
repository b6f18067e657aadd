/**
 * Erasures on the wire: what is erased, and the receipt, which counts what was removed. An erasure
 * is a bulk job that deletes calls, so it also stands in the list of jobs.
 */
import type { Static } from 'typebox';
import { isoTime } from '../../core/time.ts';
import { BULK_STATES, type BulkJob, REMOVED_KINDS } from '../../engine/ports/bulk-store.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

export const SUBJECTS = ['call', 'client', 'number'] as const;
type Subject = (typeof SUBJECTS)[number];

export const ErasureBody = strictObject(
  {
    callId: Type.Optional(Type.String({ maxLength: 1_024, description: 'One call' })),
    clientId: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'Every call with exactly this clientId' }),
    ),
    number: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'Every call that names this telephone number, 7 to 15 digits, in any text that is ' +
          'kept: with or without + or 00 before it, and any separators. A national form is ' +
          'another number',
        examples: ['+49 151 2345678'],
      }),
    ),
    reason: Type.Optional(
      nullable(Type.String({ description: 'For the receipt, at most 1,000 characters' })),
    ),
  },
  { title: 'ErasureRequest', description: 'One of callId, clientId and number' },
);

export const ErasureRecord = strictObject(
  {
    id: idOf('blk'),
    state: oneOf(BULK_STATES, { title: 'ErasureState' }),
    subject: oneOf(SUBJECTS),
    value: Type.String({
      description: 'As asked for; once ended sha256: and the first 64 bits of its SHA-256',
    }),
    removed: strictObject(
      {
        calls: Type.Integer({ minimum: 0 }),
        reports: Type.Integer({ minimum: 0 }),
        firings: Type.Integer({ minimum: 0 }),
        deliveries: Type.Integer({ minimum: 0 }),
        attempts: Type.Integer({ minimum: 0 }),
        callLogs: Type.Integer({ minimum: 0 }),
        runs: Type.Integer({ minimum: 0 }),
        results: Type.Integer({ minimum: 0 }),
        sourceRequests: Type.Integer({ minimum: 0 }),
      },
      { title: 'Removed', description: 'Rows removed so far, by kind' },
    ),
    reason: nullable(Type.String()),
    askedBy: Type.String({ description: 'The API key (key_...) or the person (usr_...)' }),
    createdAt: Timestamp,
    startedAt: nullable(Timestamp),
    endedAt: nullable(Timestamp),
  },
  { title: 'Erasure' },
);

export const ErasurePath = strictObject({ id: Type.String({ maxLength: 64 }) });

/** Null: the job is not an erasure. */
export function showErasure(job: BulkJob): Static<typeof ErasureRecord> | null {
  if (job.action !== 'delete-calls') return null;
  // It was checked against the schema of its request when it came.
  const asked = job.asked as Partial<Record<'callId' | 'clientId' | 'number', string>>;
  const removed = Object.fromEntries(REMOVED_KINDS.map((kind) => [kind, job.removed?.[kind] ?? 0]));
  return {
    id: job.id,
    state: job.state,
    subject: subjectOf(asked),
    value: asked.callId ?? asked.clientId ?? asked.number ?? '',
    // Every kind is in the table from which this is made.
    removed: removed as Static<typeof ErasureRecord>['removed'],
    reason: job.reason,
    askedBy: job.createdBy,
    createdAt: isoTime(job.createdAtMs),
    startedAt: nullableTimestampOf(job.startedAtMs),
    endedAt: nullableTimestampOf(job.endedAtMs),
  };
}

function subjectOf(asked: { readonly callId?: string; readonly clientId?: string }): Subject {
  if (asked.callId !== undefined) return 'call';
  return asked.clientId === undefined ? 'number' : 'client';
}
