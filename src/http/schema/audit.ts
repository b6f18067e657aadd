/**
 * The audit trail on the wire (S12.30): who changed what. Entries hold no secret; the changes that
 * wrote them saw to that.
 */
import type { Static } from 'typebox';
import { formatId } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import type { StoredAudit } from '../../engine/ports/audit-trail.ts';
import { idOf, nullable, pageOf, pageQuery, strictObject, Timestamp, Type } from './shared.ts';

export const AuditRecord = strictObject(
  {
    id: idOf('aud'),
    at: Timestamp,
    actor: Type.String({
      description: 'An API key (key_...), a person (usr_...), an instance key (ik_...), or system',
    }),
    actorName: nullable(Type.String({ description: 'Of an instance key; null for any other' })),
    action: Type.String({ examples: ['endpoint.updated'] }),
    target: nullable(
      Type.String({
        description: 'The id of the record that was changed, or of the person it is about',
      }),
    ),
    before: Type.Unknown({
      description: 'The former values, secrets masked; null for a new record',
    }),
    after: Type.Unknown({ description: 'The new values; null if the record was removed' }),
    requestId: nullable(Type.String()),
    address: nullable(Type.String({ description: 'Where the request came from' })),
  },
  { title: 'AuditEntry' },
);
export const AuditPage = pageOf(AuditRecord, 'AuditPage');

/** Values of one filter. */
const ACTIONS_MAX = 50;
const Action = Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,63}$' });
const Id = Type.String({ minLength: 1, maxLength: 512 });

export const AuditQuery = strictObject({
  ...pageQuery,
  action: Type.Optional(
    Type.Array(Action, { maxItems: ACTIONS_MAX, description: 'Repeat it or use commas' }),
  ),
  notAction: Type.Optional(
    Type.Array(Action, { maxItems: ACTIONS_MAX, description: 'Excludes these actions' }),
  ),
  actor: Type.Optional(Id),
  target: Type.Optional(Id),
  from: Type.Optional(Type.String({ description: 'At or after; ISO 8601' })),
  to: Type.Optional(Type.String({ description: 'Before; ISO 8601' })),
});

/** `names`: of instance keys, by id. */
export function showAudit(
  entry: StoredAudit,
  names: ReadonlyMap<string, string>,
): Static<typeof AuditRecord> {
  return {
    id: formatId('aud', entry.atMs, entry.key),
    at: isoTime(entry.atMs),
    actor: entry.actor,
    actorName: names.get(entry.actor) ?? null,
    action: entry.action,
    target: entry.target,
    before: entry.before ?? null,
    after: entry.after ?? null,
    requestId: entry.requestId,
    address: entry.address ?? null,
  };
}
